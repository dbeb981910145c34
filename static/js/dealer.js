// The dealer's screen. Everything works without scripts; these accept taps before responses arrive, keep what a redraw
// would lose, speak announcements, and keep the tablet awake.
import { keepAwake } from "./awake.js";
import { markChangedCards } from "./changed-cards.js";
import { closeMenu } from "./dealer/menu.js";
import { goByKeys } from "./dealer/shortcuts.js";
import { keepFocus } from "./dealer/focus.js";
import { keepThroughRedraws } from "./dealer/redraw.js";
import { markHint } from "./dealer/hint.js";
import { BOUNCE } from "./dealer/rest.js";
import { showArmedSeat } from "./dealer/armed-seat.js";
import { standOut } from "./dealer/wild-line.js";
import { openByLongTap } from "./dealer/long-tap.js";
import { takeTaps } from "./dealer/taps.js";
import { pushChips } from "./chips.js";
import { tapDigits } from "./digits.js";
import { fetchInto } from "./fetching.js";
import { follow } from "./live.js";
import { rest } from "./moved.js";
import { sentencesOf, swapOnlyNews } from "./news.js";
import { tapTypedCards } from "./typing.js";
import { soundOut } from "./sounds.js";
import { isOn } from "./turning-on.js";
import { soundBy } from "./voice.js";

const MOMENT = 400; // for the one redraw in which a card changes
const byId = (id) => document.getElementById(id);
const form = byId("tap");
const say = byId("say");

const refresh = () => {
  const { seen, look = "" } = byId("screen").dataset;
  fetchInto("#screen", `${form.dataset.page}?seen=${seen}&${look}`);
};

// A page reached from another one appeared under the finger.
if (document.referrer) rest([byId("pad")], BOUNCE);
const taps = takeTaps(form);
const restore = keepThroughRedraws();
const { value: hand } = form.elements.hand;
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target === say) return;
  if (form.elements.hand.value !== hand) location.replace(form.dataset.page); // another game has another name and rules
  restore();
  showArmedSeat();
  taps.restUnderFinger();
});
showArmedSeat();

closeMenu(byId("more"));
tapTypedCards();
tapDigits();
goByKeys();
keepFocus();
markHint();
pushChips();

const speak = soundBy(byId("sound"), () => {
  const sentences = sentencesOf(say);
  return sentences.length ? sentences : ["Sound is on"];
});
swapOnlyNews((target, fragment) => { if (target === say) speak(sentencesOf(fragment)); });
soundOut(() => isOn(byId("sound")));
standOut();
markChangedCards(MOMENT);
openByLongTap();

// The tablet stays awake, or says that it may not. On return to it, the table is refreshed in the same focus.
keepAwake((awake) => { byId("sleeps").hidden = awake; });
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") refresh(); });
follow(form, refresh);
