// The television: says what is new once, lights up the wild line when it changes, turns the table by the arrow keys,
// speaks when asked to, and stays awake. Without it the page reloads every few seconds.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const { remembered, remember } = window.upcard;
  const FRESH = 20000; // so long a change of the wild line is lit up

  // The wild line and the announcement are left alone unless they have changed: a screen reader says them once.
  let fading = 0;
  const wildIn = (part) => {
    const line = part.querySelector(".wild-line");
    return line && { text: line.textContent.trim(), on: line.classList.contains("on"), hand: line.dataset.hand };
  };
  const lightUp = (before, after) => {
    const sameHand = before && after && before.hand === after.hand;
    const heard = after && after.text !== (before && before.text) && (after.on || sameHand);
    if (!heard && sameHand) return;
    clearTimeout(fading);
    byId("top").classList.toggle("fresh", Boolean(heard));
    if (heard) fading = setTimeout(() => byId("top").classList.remove("fresh"), FRESH);
  };

  // An announcement is new if it belongs to another action, even in the same words.
  const say = byId("say");
  const sentences = (part) => [...part.querySelectorAll("span")].map((one) => one.dataset.spoken);
  let speak = () => {};
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    const told = fragment.dataset.told;
    if (target.textContent.trim() === fragment.textContent.trim() && target.dataset.told === told) {
      event.detail.shouldSwap = false;
      return;
    }
    target.dataset.told = told;
    if (target === say) speak(sentences(fragment));
    else lightUp(wildIn(target), wildIn(fragment));
  });

  // Which side of the table the room sees is remembered on this device, for this link. The arrows may be pressed
  // faster than the table comes: it is fetched again until it lies as it should.
  const { key } = byId("watch").dataset;
  const turning = () => document.querySelector("#tv nav");
  let wanted = "";
  const fetchTurned = () => {
    if (byId("tv").classList.contains("htmx-request")) return;
    window.htmx.ajax("GET", location.href, { source: "#tv", target: "#tv", swap: "outerHTML" }).catch(() => {});
  };
  const turnTo = (near) => {
    wanted = near;
    remember("near", `${key} ${near}`);
    history.replaceState(null, "", `?near=${near}`);
    fetchTurned();
  };
  const turnBy = (step) => {
    const places = turning().dataset.places.split(" ");
    const at = places.indexOf(wanted) < 0 ? places.length - 1 : places.indexOf(wanted);
    turnTo(places[(at + step + places.length) % places.length]);
  };
  document.addEventListener("htmx:afterSettle", () => {
    const { near, places } = turning() ? turning().dataset : { near: "", places: "" };
    if (near !== wanted && places.split(" ").includes(wanted)) fetchTurned();
  });
  const [at, near] = (remembered("near") || "").split(" ");
  if (at === key && !location.search) turnTo(near);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#tv nav a");
    if (!link) return;
    event.preventDefault();
    turnBy(link.rel === "next" ? -1 : 1);
  });
  document.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: 1, ArrowRight: -1 };
    if (!steps[event.key] || !turning() || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    turnBy(steps[event.key]);
  });

  // Speech has to be started by a tap once; after that it follows the announcements.
  const voice = window.speechSynthesis;
  if (voice) {
    const sound = byId("sound");
    const on = () => sound.getAttribute("aria-pressed") === "true";
    const turn = (to) => sound.setAttribute("aria-pressed", String(to));
    speak = (texts) => {
      if (!on()) return;
      voice.cancel();
      texts.forEach((text) => voice.speak(new SpeechSynthesisUtterance(text)));
    };
    sound.hidden = false;
    turn(remembered("sound") === "on");
    sound.addEventListener("click", () => {
      turn(!on());
      remember("sound", on() ? "on" : "off");
      if (on()) speak(sentences(say));
      else voice.cancel();
    });
  }

  // It stays awake where the browser lets it, and says so where it does not.
  const stayAwake = () => {
    if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
    else document.body.classList.add("dozes");
  };
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") stayAwake(); });
  stayAwake();
})();
