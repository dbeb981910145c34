// The list of games and a rule sheet follow their night. The search and the choices stay: they are in the address.
import { keepFresh } from "./fresh.js";

keepFresh();
