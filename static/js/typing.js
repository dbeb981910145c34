// 7h, 10s, Kd: typing a rank and then a suit taps that card.
import { lettersAreKeys } from "./look.js";

export const inField = (target) => target.matches("input:not([type=radio]), textarea");

export const tapTypedCards = () => {
  let rank = "";
  let forget = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || inField(event.target) || !lettersAreKeys()) return;
    const key = event.key.toLowerCase();
    if (rank && "shdc".includes(key)) {
      document.getElementById(rank + key)?.click();
      rank = "";
    } else if (key.length === 1 && "23456789tjqka".includes(key)) {
      rank = key.toUpperCase();
    } else if (key === "1" || (key === "0" && rank === "1")) {
      rank = key === "1" ? "1" : "T";
    } else {
      return;
    }
    clearTimeout(forget);
    forget = setTimeout(() => { rank = ""; }, 2000);
  });
};
