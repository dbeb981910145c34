// The rules of the game being played, with the hand's place in them.
import { keepFresh } from "./fresh.js";

keepFresh();
