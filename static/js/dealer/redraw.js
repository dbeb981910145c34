// What a redraw would lose: how far the log is scrolled, and an amount typed for the same question.
const list = () => document.querySelector(".log ol");
const amount = () => document.getElementById("amount");
const asked = () =>
  document.querySelector(".pad .ask")?.textContent + document.getElementById("bounds")?.textContent;

// What is returned puts it back, once the screen has been redrawn.
export const keepThroughRedraws = () => {
  let kept = {};
  document.addEventListener("htmx:beforeSwap", () => {
    kept = { scrolled: list()?.scrollTop, amount: amount()?.value, asked: asked() };
  });
  return () => {
    if (list() && kept.scrolled) list().scrollTop = kept.scrolled;
    if (amount() && kept.amount && kept.asked === asked()) amount().value = kept.amount;
  };
};
