// What is announced: once to screen readers, once aloud where sound is on; and what is wild stands out when it changes.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const { remembered, remember } = window.upcard;
  const STANDS_OUT = 8000;
  const say = byId("say");
  const sound = byId("sound");
  const voice = window.speechSynthesis;
  const words = (within) => [...within.querySelectorAll("span")].map((one) => one.dataset.spoken);

  // Speech has to be started by a tap once; after that it follows the announcements. The text never waits for it.
  const speak = (sentences) => {
    voice.cancel();
    sentences.forEach((one) => voice.speak(new SpeechSynthesisUtterance(one)));
  };
  const on = () => sound.getAttribute("aria-pressed") === "true";
  const turn = (to) => sound.setAttribute("aria-pressed", String(to));
  if (voice) {
    sound.hidden = false;
    turn(remembered("sound") === "on");
    sound.addEventListener("click", () => {
      turn(!on());
      remember("sound", on() ? "on" : "off");
      const sentences = words(say);
      if (on()) speak(sentences.length ? sentences : ["Sound is on"]);
      else voice.cancel();
    });
  }

  // Every redraw brings the announcement. It is put in place, and so heard, only if it is another one: with the same
  // words it may be, after Undo, or for another hand.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target !== say) return;
    const fresh = event.detail.fragment;
    const told = fresh.dataset.told;
    if (told === say.dataset.told && fresh.textContent.trim() === say.textContent.trim()) {
      event.detail.shouldSwap = false;
      return;
    }
    say.dataset.told = told;
    if (voice && on()) speak(words(fresh));
  });

  const wild = () => document.querySelector(".wild-line");
  let line = wild().textContent;
  let until = 0;
  let settle = 0;
  document.addEventListener("htmx:afterSwap", () => {
    const now = performance.now();
    if (wild().textContent !== line) {
      line = wild().textContent;
      until = now + STANDS_OUT;
      wild().classList.add("flash");
      clearTimeout(settle);
      settle = setTimeout(() => wild().classList.remove("changed", "flash"), STANDS_OUT);
    }
    wild().classList.toggle("changed", now < until);
  });
})();
