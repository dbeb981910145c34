// Correcting an action: cards and amounts can be typed and tapped as on the dealer's pad.
import { tapDigits } from "./digits.js";
import { tapTypedCards } from "./typing.js";

tapTypedCards();
tapDigits();
