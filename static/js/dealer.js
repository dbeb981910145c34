// The dealer's screen: cards by keyboard, digits for an amount, announcements read aloud. All of it works without.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const { remembered, remember, trouble } = window.upcard;

  // 7h, 10s, Kd: a rank and a suit one after the other tap that card.
  let rank = "";
  let forget = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio]), textarea")) return;
    const key = event.key.toLowerCase();
    if (rank && "shdc".includes(key)) {
      byId(rank + key)?.click();
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

  // A card tapped before the last tap is answered waits for the answer; it is dropped if that tap was not taken.
  const form = byId("tap");
  const waiting = [];
  let replaying = false;
  let touched = null;
  const busy = () => waiting.length || form.matches(".htmx-request, :has(.htmx-request)");
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || replaying) return;
    const card = button.name === "card" ? button.id : "";
    if (card && busy()) {
      event.preventDefault();
      event.stopPropagation();
      if (card !== (waiting.at(-1) ?? touched?.card)) waiting.push(card);
    }
    touched = { x: event.clientX, y: event.clientY, card };
  }, true);
  // A finger may lie on a card while the screen is redrawn: it let go of a new button, and no click would come of it.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => { pressed = event.target.closest?.("button[name=card]"); });
  document.addEventListener("pointerup", (event) => {
    if (!pressed || pressed.isConnected) return;
    const key = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (key && key.id === pressed.id) key.click();
  });
  const next = (taken) => {
    if (!taken) waiting.length = 0;
    if (!waiting.length) return;
    const key = byId(waiting.shift());
    if (key) {
      replaying = true;
      key.click();
      replaying = false;
    } else {
      waiting.length = 0;
      trouble("The last card was not taken. See what comes first.");
    }
  };
  form.addEventListener("htmx:afterRequest", (event) => setTimeout(next, 0, event.detail.successful));

  // The second click of a double click must not answer the next question: what has just come up under the finger
  // rests for a moment. Cards dealt one after the other need not wait.
  const rest = (one) => {
    one.classList.add("rest");
    setTimeout(() => one.classList.remove("rest"), 300);
  };
  const restUnderFinger = () => {
    if (!touched) return;
    const { x, y, card } = touched;
    document.querySelectorAll("#screen .pad button").forEach((one) => {
      if (card && one.name === "card" && one.id !== card) return;
      const box = one.getBoundingClientRect();
      if (x > box.left - 8 && x < box.right + 8 && y > box.top - 8 && y < box.bottom + 8) rest(one);
    });
  };
  if (document.referrer) rest(document.querySelector(".pad"));

  document.addEventListener("click", (event) => {
    const digit = event.target.closest("[data-digit]");
    if (digit) {
      const amount = byId("amount");
      amount.value = digit.dataset.digit ? (amount.value + digit.dataset.digit).slice(0, 9) : "";
    }
    const more = byId("more");
    if (more.open && !more.contains(event.target)) more.open = false;
  });

  // Speech has to be started by a tap once; after that it follows the announcements.
  const sound = byId("sound");
  const voice = window.speechSynthesis;
  let spoken = "";
  const said = () => byId("say").innerText.trim();
  const speak = (text) => {
    voice.cancel();
    voice.speak(new SpeechSynthesisUtterance(text));
  };
  const setSound = (on) => sound.setAttribute("aria-pressed", String(on));
  if (voice) {
    sound.hidden = false;
    setSound(remembered("sound") === "on");
    spoken = said();
    sound.addEventListener("click", () => {
      const on = sound.getAttribute("aria-pressed") !== "true";
      setSound(on);
      remember("sound", on ? "on" : "off");
      if (on) speak(said() || "Sound is on");
      else voice.cancel();
    });
  }

  // The tablet stays awake where the browser lets it, and shows the table as it is when somebody comes back to it.
  const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => {});
  const refresh = () => {
    if (document.querySelector("#screen [name=held]")) return;
    const { pathname } = location;
    window.htmx.ajax("GET", `${pathname}?seen=${byId("screen").dataset.seen}`, { source: "#screen", target: "#screen", swap: "outerHTML" }).catch(() => {});
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    stayAwake();
    refresh();
  });
  addEventListener("online", refresh);
  window.upcard.refresh = refresh;
  stayAwake();

  const ready = () => {
    const armed = document.querySelector(".seat.armed");
    if (armed && innerWidth < 620) armed.scrollIntoView({ block: "start" });
    document.querySelectorAll(".digits").forEach((one) => { one.hidden = false; });
    byId("theme").hidden = false;
    byId("suits").hidden = false;
  };
  document.addEventListener("htmx:afterSettle", () => {
    ready();
    restUnderFinger();
    byId("more").open = false;
    byId("log")?.focus();
    if (voice && sound.getAttribute("aria-pressed") === "true" && said() && said() !== spoken) speak(said());
    spoken = said();
  });
  ready();
})();
