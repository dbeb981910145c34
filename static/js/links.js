// Copies a link, and says what has become of the tap.
import { copy } from "./copying.js";

const BACK = 2500; // so long a button says what has become of the tap

const said = document.querySelector(".links-said");
for (const button of document.querySelectorAll("[data-copy]")) {
  let back = 0;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const done = await copy(button.dataset.copy);
    button.focus();
    button.textContent = done ? "Copied" : "Select it by hand";
    said.textContent = done
      ? "The link is copied."
      : "This browser lets nothing be copied. Select the address instead.";
    clearTimeout(back);
    back = setTimeout(() => { button.textContent = "Copy"; }, BACK);
  });
}
