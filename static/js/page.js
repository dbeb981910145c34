// On every page: light or dark and two or four colours by choice, and saying so when the server does not answer.
import { readLayers } from "./layers.js";
import { chooseLook } from "./look.js";
import { watchRequests } from "./trouble.js";

readLayers();
chooseLook();
watchRequests();
