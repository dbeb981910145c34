// What was typed into stakes and house rules is not lost: it goes with every way on, stays through answers to other
// forms, and a page that is left by a way that cannot take it along asks first.
import { FIELDS, isTyped, keepFresh } from "./fresh.js";

const rules = () => document.getElementById("rules");
const fields = () => [...(rules()?.elements ?? [])].filter((field) => field.name && field.type !== "hidden");

const typed = () => fields().filter((field) => field.matches(FIELDS) && isTyped(field));

let kept = [];
let sent = false;

document.addEventListener("submit", ({ target }) => { sent = target.id === "rules"; }, true);

document.addEventListener("htmx:beforeSwap", () => {
  kept = sent ? [] : typed().map(({ name, type, value, checked }) => ({ name, type, value, checked }));
  sent = false;
});
document.addEventListener("htmx:afterSwap", () => {
  for (const { name, type, value, checked } of kept) {
    const toggles = type === "radio" || type === "checkbox";
    const matches = (other) => other.name === name && other.type === type && (!toggles || other.value === value);
    const field = fields().find(matches);
    if (!field) continue;
    if (toggles) field.checked = checked;
    else field.value = value;
    field.closest("details").open = true;
  }
});

// Links that lead away from a changed form send it on their way, where it knows the way.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-then]");
  if (!link || !typed().length) return;
  event.preventDefault();
  const then = document.createElement("input");
  Object.assign(then, { type: "hidden", name: "then", value: link.dataset.then });
  rules().append(then);
  rules().requestSubmit();
  then.remove();
});

addEventListener("beforeunload", (event) => {
  if (!sent && typed().length) event.preventDefault();
});

keepFresh();
