// The list of games and a rule sheet follow their night. What is searched for and chosen stays: it is in the address.
import { keepFresh } from "./fresh.js";

keepFresh();
