// The dealer's screen: cards by keyboard, digits for an amount, announcements read aloud. All of it works without.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const { remembered, remember } = window.upcard;

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
    window.htmx.ajax("GET", `${pathname}?seen=${byId("screen").dataset.seen}`, { target: "#screen", swap: "outerHTML" });
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
    byId("more").open = false;
    byId("log")?.focus();
    if (voice && sound.getAttribute("aria-pressed") === "true" && said() && said() !== spoken) speak(said());
    spoken = said();
  });
  ready();
})();
