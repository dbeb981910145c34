// Keeps what a redraw would lose: the scroll position of the log, and amounts typed for the same question.
const list = () => document.querySelector(".log ol");
const amounts = () => [...document.querySelectorAll("#pad input[inputmode]")];
const asked = () =>
  document.querySelector(".pad .ask")?.textContent + document.getElementById("bounds")?.textContent;

// Returns a function that restores them once the screen has been redrawn.
export const keepThroughRedraws = () => {
  let kept = { typed: new Map() };
  document.addEventListener("htmx:beforeSwap", () => {
    const typed = new Map(amounts().map(({ id, value }) => [id, value]));
    kept = { scrolled: list()?.scrollTop, typed, asked: asked() };
  });
  return () => {
    if (list() && kept.scrolled) list().scrollTop = kept.scrolled;
    if (kept.asked !== asked()) return;
    for (const field of amounts()) field.value = kept.typed.get(field.id) || field.value;
  };
};
