// The text of a game: asks before it is left unsaved, even after it has been checked or tried.
import { FIELDS, isTyped } from "./fresh.js";
import { askBeforeLeaving } from "./leaving.js";

const form = document.querySelector("#game-text");
let sent = false;

form.addEventListener("submit", () => { sent = true; });
form.addEventListener("input", () => { sent = false; });
const isUnsaved = () => [...form.elements].some((field) => field.matches(FIELDS) && isTyped(field));
askBeforeLeaving(() => !sent && ("unsaved" in form.dataset || isUnsaved()));
