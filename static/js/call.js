// The list of games and a rule sheet follow their night. The search and the choices stay: they are in the address.
import { keepFresh } from "./fresh.js";
import { rest } from "./moved.js";

// An answer for a player loads the page again, with the answers for the next player under the finger.
if (document.referrer) rest(document.querySelectorAll(".notices"));
keepFresh();
