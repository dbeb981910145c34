// Rings the button that the hint names. Without scripts, the hint's words are enough.
const mark = () => {
  document.querySelectorAll(".hinted").forEach((one) => one.classList.remove("hinted"));
  const { name, value } = document.querySelector(".hint")?.dataset ?? {};
  if (!name) return;
  const wanted = [...document.querySelectorAll(`#tap button[name="${name}"]`)]
    .filter((button) => button.value === value && !button.closest(".hint"));
  // On a phone a card takes two taps, the rank first.
  const rank = name === "card" ? document.querySelector(`.ranks [value="${value[0]}"]`)?.closest("label") : null;
  wanted.concat(rank ?? []).forEach((one) => one.classList.add("hinted"));
};

export const markHint = () => {
  document.addEventListener("htmx:afterSettle", mark);
  // The menu where hints are turned on or off would cover them.
  document.addEventListener("click", ({ target }) => {
    const menu = target.closest(".show-hints, .hide-hints")?.closest("details");
    if (menu) setTimeout(() => { menu.open = false; });
  });
  mark();
};
