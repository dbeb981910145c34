// The dealer's screen by keyboard: arrows move about the pad, Ctrl+Z is Undo, Ctrl+Y Redo, Escape closes menu and log.
// During betting, C checks or calls, B bets or raises, F folds.
import { lettersAreKeys } from "../look.js";
import { inField } from "../typing.js";
import { ARROWS, goOn } from "./arrows.js";

const byId = (id) => document.getElementById(id);

const BETS = { c: / cc$/, b: / cbr\b/, f: / f$/ };

// The button of the betting pad for a letter; for a bet of an open amount, the field.
const bet = (letter) => {
  if (!lettersAreKeys()) return undefined;
  const buttons = [...document.querySelectorAll(".pad-bet .choices button[name=action]")];
  return (letter === "b" && byId("amount")) || buttons.find(({ value }) => BETS[letter]?.test(value));
};

export const goByKeys = () => {
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    // A key held down taps once.
    if (event.repeat && (key === "enter" || key === " ") && event.target.closest("#tap button")) {
      event.preventDefault();
      return;
    }
    if (inField(event.target) || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const back = key === "z" && !event.shiftKey;
      if (!back && key !== "y" && key !== "z") return;
      event.preventDefault();
      byId(back ? "undo" : "redo").click();
    } else if (bet(key)) {
      event.preventDefault();
      if (bet(key).matches("input")) bet(key).focus();
      else if (!event.repeat) bet(key).click();
    } else if (event.key in ARROWS && byId("pad").contains(document.activeElement)) {
      event.preventDefault();
      goOn(byId("pad"), ARROWS[event.key]);
    } else if (key === "escape") {
      const more = byId("more");
      if (more.open) {
        more.open = false;
        more.querySelector("summary").focus();
      } else {
        byId("log-close")?.click();
      }
    }
  });
};
