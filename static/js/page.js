// On every page: the choice of light or dark and of suit colours, letter counts, steps of amounts, what is unfolded,
// forms that are sent once, staying while the server does not answer, and keeping the app on the device.
import { keepOnDevice } from "./keeping.js";
import { countLetters } from "./letters.js";
import { readLayers } from "./layers.js";
import { chooseLook } from "./look.js";
import { sendFormsOnce } from "./sending.js";
import { stayWhileAway } from "./staying.js";
import { stepAmounts } from "./stepping.js";
import { watchRequests } from "./trouble.js";
import { showUnfolded } from "./unfolding.js";

readLayers();
countLetters();
chooseLook();
stepAmounts();
showUnfolded();
stayWhileAway();
sendFormsOnce();
watchRequests();
keepOnDevice();
