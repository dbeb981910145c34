// Calls a player when something is asked of them: the phone buzzes, and gives a short sound where that is switched on.
// Browsers allow both only after a touch.
import { remember, remembered } from "./memory.js";

const BUZZ = [120, 60, 120];
const NOTES = [660, 880];
const NOTE = 0.14; // seconds

const play = (audio) => NOTES.forEach((frequency, n) => {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const start = audio.currentTime + n * NOTE;
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.2, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + NOTE);
});

// What is returned calls the player.
export const callBy = (button) => {
  let audio = null;
  const on = () => button.getAttribute("aria-pressed") === "true";
  const turn = (to) => button.setAttribute("aria-pressed", String(to));
  const wake = () => {
    audio ??= new AudioContext();
    audio.resume();
  };
  if (typeof AudioContext !== "undefined") {
    button.hidden = false;
    turn(remembered("sound") === "on");
    button.addEventListener("click", () => {
      turn(!on());
      remember("sound", on() ? "on" : "off");
      if (!on()) return;
      wake();
      play(audio);
    });
    addEventListener("pointerdown", () => { if (on()) wake(); }, true);
  }
  return () => {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
    if (on() && audio) play(audio);
  };
};
