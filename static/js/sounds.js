// Three short sounds beside the voice: a card that comes, other cards wild, chips pushed. They are made here, so that
// nothing is loaded.
const NOTES = {
  card: [[1400, 0, 0.04]],
  wild: [[660, 0, 0.12], [990, 0.11, 0.22]],
  pot: [[523, 0, 0.1], [659, 0.09, 0.1], [784, 0.18, 0.26]],
};
const LOUDNESS = 0.12;

let audio = null;

const play = (notes) => {
  audio ??= new AudioContext();
  const now = audio.currentTime;
  notes.forEach(([pitch, from, seconds]) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(LOUDNESS, now + from);
    volume.gain.exponentialRampToValueAtTime(0.001, now + from + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + from);
    tone.stop(now + from + seconds);
  });
};

const table = () => ({
  card: document.querySelectorAll(".felt .card").length,
  wild: document.querySelector(".wild-line")?.textContent,
  pot: document.querySelectorAll(".wins").length,
});

// ``isOn`` says whether sound is on. Of what happens at once the weightiest is heard.
export const soundOut = (isOn) => {
  let before = table();
  document.addEventListener("htmx:afterSettle", () => {
    const now = table();
    const heard = (now.pot > before.pot && "pot") || (now.wild !== before.wild && "wild")
      || (now.card > before.card && "card");
    before = now;
    if (heard && isOn() && window.AudioContext) play(NOTES[heard]);
  });
};
