// On every page: light or dark and two or four colours by choice, letters counted, and saying so when the
// server does not answer.
import { countLetters } from "./letters.js";
import { readLayers } from "./layers.js";
import { chooseLook } from "./look.js";
import { watchRequests } from "./trouble.js";

readLayers();
countLetters();
chooseLook();
watchRequests();
