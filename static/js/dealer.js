// The dealer's screen: taps that come faster than the answers, redraws, a tablet that stays awake.
// All of it works without.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const { trouble } = window.upcard;
  const BOUNCE = 300; // a second click so soon after the first is the same finger
  const form = byId("tap");

  // What is tapped before the last answer has come waits for it: a card, a seat, Undo for any answer, anything else only
  // if it is still asked then, of the same player. What cannot be taken is said; nothing is taken twice.
  const ALWAYS = "[name=card], .arm, #undo, #redo, #log-button, #log-close, #turn, #turn-back";
  const waiting = [];
  const missed = [];
  let sent = null; // the tap that is on its way
  let replaying = false;
  let touched = { time: 0 };
  const under = () => form.matches(".htmx-request, :has(.htmx-request)");
  const labelled = (button) => (button.ariaLabel || button.textContent).replace(/\s+/g, " ").trim();
  // Shown until the next tap, even if parts of the page are redrawn meanwhile.
  let lost = "";
  const say = (text) => {
    lost = text;
    if (lost) trouble(lost);
  };
  const resting = (x, y) => [...form.querySelectorAll(".rest")].find((one) => {
    const box = one.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });

  form.addEventListener("click", (event) => {
    if (replaying) return;
    const button = event.target.closest("button:not([type=button])");
    const now = performance.now();
    const bounced = now - touched.time < BOUNCE;
    if (!button) {
      const slept = event.detail && !bounced && resting(event.clientX, event.clientY);
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
      const button = tap.id && byId(tap.id);
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
    if (detail.elt.id !== "screen") sent = null; // by itself the page only looks up the table
    setTimeout(next, 0, status >= 200 && status < 400);
  });

  // A finger may lie on a card while the screen is redrawn: it let go of a new button, and no click would come of it.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => { pressed = event.target.closest?.("button[name=card]"); });
  document.addEventListener("pointerup", (event) => {
    if (!pressed || pressed.isConnected) return;
    const key = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (key && key.id === pressed.id) key.click();
  });

  // The second click of a double click must not answer the next question: what has just come up under the finger
  // rests for a moment. Cards dealt one after the other need not wait.
  const rest = (one) => {
    one.classList.add("rest");
    setTimeout(() => one.classList.remove("rest"), BOUNCE);
  };
  const restUnderFinger = () => {
    const { x, y, card, id } = touched;
    if (!x && !y) return;
    document.querySelectorAll("#screen .pad button").forEach((one) => {
      if (card && one.name === "card" && one.id !== id) return;
      const box = one.getBoundingClientRect();
      if (x > box.left - 8 && x < box.right + 8 && y > box.top - 8 && y < box.bottom + 8) rest(one);
    });
  };
  if (document.referrer) rest(byId("pad"));

  document.addEventListener("click", (event) => {
    const more = byId("more");
    if (more.open && (!more.contains(event.target) || event.target.closest("[name=action]"))) more.open = false;
  });
  // The menu covers seats: people who move on to them by keyboard must see where they are.
  byId("more").addEventListener("focusout", ({ currentTarget: more, relatedTarget: to }) => {
    if (to && !more.contains(to)) more.open = false;
  });

  // The tablet stays awake where the browser lets it, and says so where not; and it shows the table as it is when
  // somebody comes back to it, looked at as before.
  const stayAwake = async () => {
    try {
      await navigator.wakeLock.request("screen");
      byId("sleeps").hidden = true;
    } catch {
      byId("sleeps").hidden = false;
    }
  };
  const refresh = () => {
    const { seen, look = "" } = byId("screen").dataset;
    window.htmx.ajax("GET", `${location.pathname}?seen=${seen}&${look}`, { source: "#screen", target: "#screen", swap: "outerHTML" }).catch(() => {});
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    stayAwake();
    refresh();
  });
  addEventListener("online", refresh);
  window.upcard.refresh = refresh;
  stayAwake();

  // On a phone the armed seat comes into view, unless it is there already.
  const show = () => {
    const seat = document.querySelector(".seat.armed");
    if (!seat || getComputedStyle(byId("pad")).position !== "sticky") return;
    const box = seat.getBoundingClientRect();
    const top = document.querySelector(".wild-line").getBoundingClientRect().bottom;
    if (box.top < top || box.bottom > byId("pad").getBoundingClientRect().top) seat.scrollIntoView({ block: "start" });
  };
  // What a redraw would lose: how far the log is scrolled, and an amount typed for the same question.
  const asked = () => document.querySelector(".pad .ask")?.textContent + byId("bounds")?.textContent;
  let kept = {};
  document.addEventListener("htmx:beforeSwap", () => {
    kept = { scrolled: document.querySelector(".log ol")?.scrollTop, amount: byId("amount")?.value, asked: asked() };
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id === "say") return;
    if (lost) trouble(lost);
    const log = document.querySelector(".log ol");
    if (log && kept.scrolled) log.scrollTop = kept.scrolled;
    const amount = byId("amount");
    if (amount && kept.amount && kept.asked === asked()) amount.value = kept.amount;
    show();
    restUnderFinger();
  });
  byId("theme").hidden = false;
  byId("suits").hidden = false;
  show();
})();
