// Rings the button that the hint says to tap. The hint's words say it too, where no scripts run.
const mark = () => {
  document.querySelectorAll(".hinted").forEach((one) => one.classList.remove("hinted"));
  const { name, value } = document.querySelector(".hint")?.dataset ?? {};
  if (!name) return;
  const wanted = [...document.querySelectorAll(`#tap button[name="${name}"]`)]
    .filter((button) => button.value === value && !button.closest(".hint"));
  // On a phone a card is two taps, the rank first.
  const rank = name === "card" ? document.querySelector(`.ranks [value="${value[0]}"]`)?.closest("label") : null;
  wanted.concat(rank ?? []).forEach((one) => one.classList.add("hinted"));
};

export const markHint = () => {
  document.addEventListener("htmx:afterSettle", mark);
  // The menu that hints were chosen in would cover them.
  document.addEventListener("click", ({ target }) => {
    const menu = target.closest(".show-hints, .hide-hints")?.closest("details");
    if (menu) setTimeout(() => { menu.open = false; });
  });
  mark();
};
