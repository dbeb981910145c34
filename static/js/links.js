// Copies a link, and reports the result.
import { copyByButtons } from "./copying.js";
import { keepFresh } from "./fresh.js";

keepFresh(() => copyByButtons(document.querySelector(".done")));
