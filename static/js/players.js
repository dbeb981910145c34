// The players of a night, as they come and go.
import { keepFresh } from "./fresh.js";

keepFresh();
