// A part that is unfolded scrolls into view, out from under the bar at the foot, if it fits there. Its buttons may then
// be under the finger.
import { rest } from "./moved.js";

const show = (fold) => {
  const before = fold.getBoundingClientRect();
  if (before.height > innerHeight) return;
  fold.scrollIntoView({ block: "nearest" });
  if (fold.getBoundingClientRect().top === before.top) return;
  rest(fold.querySelectorAll("button"));
};

export const showUnfolded = () => {
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest("summary")?.parentElement;
    if (!fold || fold.open) return;
    fold.addEventListener("toggle", () => show(fold), { once: true });
  });
};
