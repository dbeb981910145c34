// The people page, which follows its night.
import { keepFresh } from "./fresh.js";

keepFresh();
