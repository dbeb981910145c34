// Copies a link, and says what has become of the tap.
import { copyByButtons } from "./copying.js";

copyByButtons(document.querySelector(".links-said"));
