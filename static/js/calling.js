// Calls a player when a question is for them: the phone vibrates and, if sound is on, plays a short sound. Browsers
// allow both only after a touch.
import { canPlay, play, wake } from "./tones.js";
import { isOn, turnOnBy } from "./turning-on.js";

const BUZZ = [120, 60, 120];
const TONES = [[660, 0, 0.14], [880, 0.14, 0.14]];
const LOUDNESS = 0.2;

// Returns a function that calls the player.
export const callBy = (button) => {
  let awake = false;
  const touched = () => {
    if (!isOn(button)) return;
    wake();
    awake = true;
  };
  if (canPlay) {
    turnOnBy(button, "sound", () => {
      touched();
      if (isOn(button)) play(TONES, LOUDNESS);
    });
    addEventListener("pointerdown", touched, true);
  }
  return () => {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
    if (isOn(button) && awake) play(TONES, LOUDNESS);
  };
};
