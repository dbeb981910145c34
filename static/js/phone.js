// A player's phone: takes its parts when the night has changed, and leaves alone what has not. All works without.
import { keepAwake } from "./awake.js";
import { fetchInto, putInto } from "./fetching.js";
import { follow } from "./live.js";
import { keepTrue } from "./news.js";

const REST = 400; // what has just come up under a finger takes no tap for so long

const root = document.getElementById("own");
const ask = document.getElementById("ask");
const bell = document.getElementById("bell");

// Beside the table there is what was announced, what is this player's business, and what they are asked. Each comes
// with every answer, but is put in only when it says something new: nothing is read out twice, and an amount half typed
// stays.
let answered = false;
const rest = (part) => {
  part.classList.add("rest");
  setTimeout(() => part.classList.remove("rest"), REST);
};
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const now = target.querySelector("[data-state]")?.dataset;
  const next = fragment.querySelector("[data-state]")?.dataset;
  const fresh = next !== undefined && "fresh" in next;
  if (now && next && now.state === next.state && !fresh) {
    event.detail.shouldSwap = false;
    if (target.id === "say") keepTrue(target, fragment);
  } else if (target === ask) {
    answered = fresh;
    rest(ask);
  } else if (target === bell) {
    [bell, document.getElementById("wishes")].forEach(rest);
  }
});

// When something is wanted of this player the phone buzzes, once; browsers allow it only after a first touch.
const call = () => document.getElementById("table").dataset.call;
let called = call();
const buzz = () => {
  if (call() && call() !== called && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
  called = call();
};

document.addEventListener("htmx:afterSettle", () => {
  buzz();
  if (answered) ask.querySelector("summary")?.focus({ preventScroll: true });
  answered = false;
});

keepAwake();
follow(root, () => fetchInto("#table", root.dataset.page), (html) => putInto("#table", html));
