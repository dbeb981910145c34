// A player's phone: updates its parts when the night changes, and leaves unchanged ones alone. All of it works without
// scripts.
import { keepAwake } from "./awake.js";
import { callBy } from "./calling.js";
import { fetchInto, putInto } from "./fetching.js";
import { follow } from "./live.js";
import { rest } from "./moved.js";
import { keepTrue, sameWords } from "./news.js";
import { keepFocusThroughSwaps } from "./refocus.js";
import { forgetTaps } from "./trouble.js";
import { lightUpWildLine } from "./television/wild-line.js";
import { soundBy } from "./voice.js";

const root = document.getElementById("own");
const ask = document.getElementById("ask");
const bell = document.getElementById("bell");
const notice = document.getElementById("notice");
const say = document.getElementById("say");
const table = () => document.getElementById("table");
const speak = soundBy(document.getElementById("voice"), () => [notice.innerText], "voice");

// Beside the table there are the announcement, the player's own business, and their question. Each comes with every
// answer, but is swapped in only if it has changed: nothing is read out twice, and a half-typed amount stays. After a
// correction the announcement may have other words at the same state.
let answered = false;
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const now = target.querySelector("[data-state]")?.dataset;
  const next = fragment.querySelector("[data-state]")?.dataset;
  const fresh = next !== undefined && "fresh" in next;
  const reworded = target === say && !sameWords(target, fragment);
  if (now && next && now.state === next.state && !fresh && !reworded) {
    event.detail.shouldSwap = false;
    if (target === say) keepTrue(target, fragment);
  } else if (target === ask) {
    forgetTaps(); // the answer shown is the player's, or there is another question
    answered = fresh;
    rest([ask]);
  } else if (target === bell) {
    rest([bell, document.getElementById("wishes")]);
  } else if (target === notice) {
    speak([fragment.textContent.trim()]);
  }
});

// A player is called once per question, and changed wild cards stand out.
const ring = callBy(document.getElementById("sound"));
const lightUp = lightUpWildLine(root);
const folds = (part, open = "") => [...part.querySelectorAll(`details${open}`)];
const words = (fold) => fold.firstElementChild.textContent;
let shown = table();
document.addEventListener("htmx:afterSettle", () => {
  if (table() !== shown) {
    lightUp(shown, table());
    const unfolded = folds(shown, "[open]").map(words);
    for (const fold of folds(table())) fold.open ||= unfolded.includes(words(fold));
    const { call } = table().dataset;
    if (call && call !== shown.dataset.call) ring();
    shown = table();
  }
  if (answered) ask.querySelector("summary")?.focus({ preventScroll: true });
  answered = false;
});
keepFocusThroughSwaps(root);

keepAwake();
follow(root, () => fetchInto("#table", root.dataset.page), (html) => putInto("#table", html));
