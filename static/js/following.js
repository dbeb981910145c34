// A page that follows its night.
import { keepFresh } from "./fresh.js";

keepFresh();
