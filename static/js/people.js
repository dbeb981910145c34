// The people of a night, as they come.
import { keepFresh } from "./fresh.js";

keepFresh();
