// A player's phone: takes its parts when the night has changed, and leaves alone what has not. All works without.
import { keepAwake } from "./awake.js";
import { callBy } from "./calling.js";
import { fetchInto, putInto } from "./fetching.js";
import { follow } from "./live.js";
import { keepTrue } from "./news.js";
import { lightUpWildLine } from "./television/wild-line.js";
import { soundBy } from "./voice.js";

const REST = 400; // what has just come up under a finger takes no tap for so long

const root = document.getElementById("own");
const ask = document.getElementById("ask");
const bell = document.getElementById("bell");
const notice = document.getElementById("notice");
const table = () => document.getElementById("table");
const speak = soundBy(document.getElementById("voice"), () => [notice.innerText], "voice");

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
  } else if (target === notice) {
    speak([fragment.textContent.trim()]);
  }
});

// A player is called once when something is asked of them, and what is wild stands out when it has changed.
const ring = callBy(document.getElementById("sound"));
const lightUp = lightUpWildLine(root);
let shown = table();
document.addEventListener("htmx:afterSettle", () => {
  if (table() !== shown) {
    lightUp(shown, table());
    const { call } = table().dataset;
    if (call && call !== shown.dataset.call) ring();
    shown = table();
  }
  if (answered) ask.querySelector("summary")?.focus({ preventScroll: true });
  answered = false;
});

keepAwake();
follow(root, () => fetchInto("#table", root.dataset.page), (html) => putInto("#table", html));
