// The players of a night, as they come and go.
import { keepFresh } from "./fresh.js";
import { rest } from "./moved.js";

keepFresh();

// The button that confirms a departure is scrolled out from under the bar; it may then be under the finger.
document.addEventListener("toggle", ({ target }) => {
  if (!target.open || !target.matches(".leaving")) return;
  target.querySelectorAll("button").forEach(rest);
  target.scrollIntoView({ block: "nearest" });
}, true);
