// The text of a game: asks before it is left unsaved, even after it has been checked or tried.
import { inUse } from "./fresh.js";
import { askBeforeLeaving } from "./leaving.js";

const form = document.querySelector("#game-text");
let sent = false;

form.addEventListener("submit", () => { sent = true; });
form.addEventListener("input", () => { sent = false; });
askBeforeLeaving(() => !sent && ("unsaved" in form.dataset || inUse(form)));
