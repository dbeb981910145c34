// Copies a link, and reports the result.
import { copyByButtons } from "./copying.js";

copyByButtons(document.querySelector(".done"));
