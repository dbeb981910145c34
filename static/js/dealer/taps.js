// A tap made before the last answer has come is queued: a card, a seat or Undo whatever the answer, anything else only
// if the same question is still asked of the same player. Behind a mere refresh, a card or Undo is meant for the table
// as it was shown. Lost taps are reported; no tap is entered twice.
import { forgetTaps, isOurs, sayLost } from "../trouble.js";
import { BOUNCE, restingAt, restUnder } from "./rest.js";

const ENTERS = "[name=card], #undo, #redo";
const ALWAYS = `${ENTERS}, .arm, #log-button, #log-close, #turn, #turn-back`;
const BEHIND_TAP = "the tap before it was still on its way. Tap it again.";
const BEHIND_REFRESH = "the table was just being updated. Look at it, then tap again.";

const labelled = (button) => (button.ariaLabel || button.textContent).replace(/\s+/g, " ").trim();

export const takeTaps = (form) => {
  const waiting = [];
  const missed = [];
  let sent = null; // the tap on its way
  let replaying = false;
  let touched = { time: 0 };
  const under = () => form.matches(".htmx-request, :has(.htmx-request)");

  const shown = (name) => form.elements[name].value;

  form.addEventListener("click", (event) => {
    if (replaying) return;
    const button = event.target.closest("button:not([type=button])");
    const now = performance.now();
    const bounced = now - touched.time < BOUNCE;
    if (!button) {
      const slept = event.detail && !bounced && restingAt(event.clientX, event.clientY);
      if (slept) sayLost(`${labelled(slept)} was not taken: it had only just come up. Tap it again.`);
      return;
    }
    forgetTaps();
    const tap = { id: button.id, value: button.value, label: labelled(button), always: button.matches(ALWAYS) };
    Object.assign(tap, { hand: shown("hand"), why: BEHIND_TAP });
    if (waiting.length || under()) {
      event.preventDefault();
      event.stopPropagation();
      const last = waiting.at(-1) ?? sent;
      const again = last?.id === tap.id && (bounced || button.name === "card");
      if (!last) Object.assign(tap, { why: BEHIND_REFRESH, seen: button.matches(ENTERS) ? shown("seen") : undefined });
      if (!again) waiting.push(tap);
    } else {
      sent = tap;
    }
    touched = { ...tap, card: button.name === "card", x: event.clientX, y: event.clientY, time: now };
  }, true);

  const fits = (tap, button) => {
    if (!button || tap.hand !== shown("hand")) return false;
    return tap.always ? (tap.seen ?? shown("seen")) === shown("seen") : button.value === tap.value;
  };
  const next = (taken) => {
    if (!taken) missed.push(...waiting.splice(0));
    while (waiting.length && !replaying && !under()) {
      const tap = waiting.shift();
      const button = tap.id && document.getElementById(tap.id);
      if (!fits(tap, button)) {
        missed.push(tap, ...waiting.splice(0));
        break;
      }
      sent = tap;
      replaying = true;
      button.click();
      replaying = false;
    }
    const [first] = missed.splice(0);
    if (first) sayLost(`${first.label} was not taken: ${first.why}`);
  };
  form.addEventListener("htmx:afterRequest", ({ detail }) => {
    const { status } = detail.xhr;
    if (detail.elt.id !== "screen") sent = null; // by itself, the page only refreshes the table
    setTimeout(next, 0, isOurs(detail.xhr) && status < 400);
  });

  // A finger may be on a card while the screen is redrawn: it is then released on a new button, and no click follows.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => { pressed = event.target.closest?.("button[name=card]"); });
  document.addEventListener("pointerup", (event) => {
    if (!pressed || pressed.isConnected) return;
    const key = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (key && key.id === pressed.id) key.click();
  });

  return { restUnderFinger: () => restUnder(touched) };
};
