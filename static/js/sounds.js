// Three short sounds beside the voice: a new card, a change of wild cards, chips pushed.
import { play, wakeByTaps } from "./tones.js";

const NOTES = {
  card: [[1400, 0, 0.04]],
  wild: [[660, 0, 0.12], [990, 0.11, 0.22]],
  pot: [[523, 0, 0.1], [659, 0.09, 0.1], [784, 0.18, 0.26]],
};
const LOUDNESS = 0.12;

const table = () => ({
  card: document.querySelectorAll(".felt .card").length,
  wild: document.querySelector(".wild-line")?.textContent,
  pot: document.querySelectorAll(".wins").length,
});

// ``isOn`` says whether sound is on. Of simultaneous events, only the most important is heard.
export const soundOut = (isOn) => {
  let before = table();
  wakeByTaps(isOn);
  document.addEventListener("htmx:afterSettle", () => {
    const now = table();
    const heard = (now.pot > before.pot && "pot") || (now.wild !== before.wild && "wild")
      || (now.card > before.card && "card");
    before = now;
    if (heard && isOn()) play(NOTES[heard], LOUDNESS);
  });
};
