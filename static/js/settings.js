// Input in stakes and house rules is sent along by every link that can take it; any other way out asks first. Forms are
// sent by their buttons: Safari 15 has no requestSubmit.
import { inUse, keepFresh } from "./fresh.js";
import { askBeforeLeaving } from "./leaving.js";
import { showLook } from "./look.js";

let sent = null;

document.addEventListener("submit", ({ target }) => { sent = target; });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-then]");
  const rules = document.querySelector("#rules");
  if (!link || !inUse(rules)) return;
  event.preventDefault();
  const then = document.createElement("button");
  Object.assign(then, { name: "then", value: link.dataset.then });
  rules.append(then);
  then.click();
  then.remove();
});
askBeforeLeaving(() => [...document.forms].some((form) => form !== sent && inUse(form)));

// A switch is saved as it is set, and the page that follows leads back to it.
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".set-at-once input")) return;
  target.form.action += `#${target.id}`;
  target.form.querySelector("button").click();
});

keepFresh(showLook);
