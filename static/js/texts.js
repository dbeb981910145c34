// The text of a game: asks before it is left unsaved, even after it has been checked, tried or downloaded.
import { inUse } from "./fresh.js";
import { askBeforeLeaving } from "./leaving.js";

const form = document.querySelector("#game-text");
let sent = false;

// A page is left as soon as its form is sent, but a download leaves it where it is.
form.addEventListener("submit", () => {
  sent = true;
  setTimeout(() => { sent = false; }, 1000);
});
askBeforeLeaving(() => !sent && ("unsaved" in form.dataset || inUse(form)));
