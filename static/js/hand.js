// A past hand: its steps by slider, buttons, keys and playback. Without this script, every step is a page.
import { copyByButtons } from "./copying.js";
import { byKeys } from "./hand/keys.js";
import { player } from "./hand/player.js";
import { steps } from "./hand/steps.js";
import { swapOnlyNews } from "./news.js";
import { sendPictures } from "./picture.js";

const root = document.getElementById("replay");

swapOnlyNews(() => {});
copyByButtons(document.querySelector(".copied"));
sendPictures();

const go = steps(root);
const play = player(document.getElementById("play"), go);
byKeys(go, play);
