// Calls a player when a question is for them: the phone vibrates and, if sound is on, plays a short sound. Browsers
// allow both only after a touch.
import { canPlay, play, wake, wakeByTaps } from "./tones.js";
import { isOn, turnOnBy } from "./turning-on.js";

const BUZZ = [120, 60, 120];
const TONES = [[660, 0, 0.14], [880, 0.14, 0.14]];
const LOUDNESS = 0.2;

// Returns a function that calls the player.
export const callBy = (button) => {
  if (canPlay) {
    turnOnBy(button, "sound", () => { if (isOn(button)) wake().then(() => play(TONES, LOUDNESS)); });
    wakeByTaps(() => isOn(button));
  }
  return () => {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
    if (isOn(button)) play(TONES, LOUDNESS);
  };
};
