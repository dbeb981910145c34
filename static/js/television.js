// The television: announces news once, lights up the wild line when it changes, turns the table by the arrow keys,
// speaks on request, and stays awake. Without scripts, the page reloads every few seconds.
import { keepAwake } from "./awake.js";
import { pushChips } from "./chips.js";
import { fetchInto, putInto } from "./fetching.js";
import { follow } from "./live.js";
import { sentencesOf, swapOnlyNews } from "./news.js";
import { keepFocusThroughSwaps } from "./refocus.js";
import { markChangedCards } from "./changed-cards.js";
import { turnPages } from "./television/rules-pages.js";
import { turnTable } from "./television/turning.js";
import { lightUpWildLine } from "./television/wild-line.js";
import { soundBy } from "./voice.js";

const say = document.getElementById("say");
const top = document.getElementById("top");

const speak = soundBy(document.getElementById("sound"), () => sentencesOf(say));
const lightUp = lightUpWildLine(top);
swapOnlyNews((target, fragment) => {
  if (target === say) speak(sentencesOf(fragment));
  else lightUp(target, fragment);
});

pushChips();
keepFocusThroughSwaps(document.getElementById("watch"));
turnPages();
markChangedCards();
turnTable(document.getElementById("watch").dataset.key);

if (navigator.wakeLock) keepAwake();
else document.body.classList.add("dozes");

follow(
  document.getElementById("watch"),
  () => fetchInto("#tv", location.href),
  (html) => putInto("#tv", html),
);
