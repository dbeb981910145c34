// The rules of the game that is being played: the place that the hand is at moves on with it.
import { keepFresh } from "./fresh.js";

keepFresh();
