// The result of the night: to copy, to share if the browser has a share sheet, or to print.
import { copy } from "./copying.js";
import { keepFresh } from "./fresh.js";
import { sendPictures } from "./picture.js";

const offer = (id, possible, act) => {
  const button = document.querySelector(id);
  if (!button || !possible) return;
  button.hidden = false;
  button.addEventListener("click", act);
};

keepFresh(() => {
  sendPictures();
  const text = document.querySelector("#text");
  const sent = document.querySelector("#sent");
  text?.addEventListener("focus", () => text.scrollIntoView({ block: "nearest" })); // not only the line of its caret
  offer("#copy", text, async () => {
    const done = await copy(text.value);
    if (!done) text.select();
    sent.textContent = done ? "Copied." : "Select the text and copy it by hand.";
  });
  offer("#share", text && navigator.share, () => navigator.share({ text: text.value }).catch(() => {}));
  offer("#print", text, () => print());
});
