// Input in stakes and house rules is sent along by every link that can take it; any other way out asks first.
import { FIELDS, isTyped, keepFresh } from "./fresh.js";
import { askBeforeLeaving } from "./leaving.js";

const typed = (form) => [...form.elements].some((field) => field.matches(FIELDS) && isTyped(field));
let sent = null;

document.addEventListener("submit", ({ target }) => { sent = target; });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-then]");
  const rules = document.querySelector("#rules");
  if (!link || !typed(rules)) return;
  event.preventDefault();
  const then = document.createElement("input");
  Object.assign(then, { type: "hidden", name: "then", value: link.dataset.then });
  rules.append(then);
  rules.requestSubmit();
  then.remove();
});
askBeforeLeaving(() => [...document.forms].some((form) => form !== sent && typed(form)));

// A switch is saved as it is set.
document.addEventListener("change", ({ target }) => {
  if (target.matches(".set-at-once input")) target.form.requestSubmit();
});

keepFresh();
