// A tap made before the last answer has come is queued: a card, a seat or Undo whatever the answer, anything else only
// if the same question is still asked of the same player. Lost taps are reported; no tap is entered twice.
import { isOurs, trouble } from "../trouble.js";
import { BOUNCE, restingAt, restUnder } from "./rest.js";

const ALWAYS = "[name=card], .arm, #undo, #redo, #log-button, #log-close, #turn, #turn-back";

const labelled = (button) => (button.ariaLabel || button.textContent).replace(/\s+/g, " ").trim();

export const takeTaps = (form) => {
  const waiting = [];
  const missed = [];
  let sent = null; // the tap on its way
  let replaying = false;
  let touched = { time: 0 };
  const under = () => form.matches(".htmx-request, :has(.htmx-request)");

  // Shown until the next tap, whatever is redrawn meanwhile.
  let lost = "";
  const sayLost = () => { if (lost) trouble(lost); };
  const say = (text) => {
    lost = text;
    sayLost();
  };

  form.addEventListener("click", (event) => {
    if (replaying) return;
    const button = event.target.closest("button:not([type=button])");
    const now = performance.now();
    const bounced = now - touched.time < BOUNCE;
    if (!button) {
      const slept = event.detail && !bounced && restingAt(event.clientX, event.clientY);
      if (slept) say(`${labelled(slept)} was not taken: it had only just come up. Tap it again.`);
      return;
    }
    say("");
    const tap = { id: button.id, value: button.value, label: labelled(button), always: button.matches(ALWAYS) };
    if (waiting.length || under()) {
      event.preventDefault();
      event.stopPropagation();
      const last = waiting.at(-1) ?? sent;
      const again = last?.id === tap.id && (bounced || button.name === "card");
      if (!again) waiting.push(tap);
    } else {
      sent = tap;
    }
    touched = { ...tap, card: button.name === "card", x: event.clientX, y: event.clientY, time: now };
  }, true);

  const next = (taken) => {
    if (!taken) missed.push(...waiting.splice(0).map((tap) => tap.label));
    while (waiting.length && !replaying && !under()) {
      const tap = waiting.shift();
      const button = tap.id && document.getElementById(tap.id);
      if (!button || (!tap.always && button.value !== tap.value)) {
        missed.push(tap.label, ...waiting.splice(0).map((later) => later.label));
        break;
      }
      sent = tap;
      replaying = true;
      button.click();
      replaying = false;
    }
    const [first] = missed.splice(0);
    if (first) say(`${first} was not taken: the tap before it was still on its way. Tap it again.`);
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

  return { sayLost, restUnderFinger: () => restUnder(touched) };
};
