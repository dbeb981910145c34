// Speaks announcements, if sound is on. Speech has to be started by a tap once; after that it follows the
// announcements. The text never waits for speech.
import { isOn, turnOnBy } from "./turning-on.js";

// The tap that turns sound on speaks ``current()``; the device remembers it under ``name``. Returns a function that
// speaks sentences if sound is on.
export const soundBy = (button, current, name = "sound") => {
  const voice = window.speechSynthesis;
  if (!voice) return () => {};
  const speak = (sentences) => {
    voice.cancel();
    sentences.forEach((text) => voice.speak(new SpeechSynthesisUtterance(text)));
  };
  turnOnBy(button, name, () => {
    if (isOn(button)) speak(current());
    else voice.cancel();
  });
  return (sentences) => { if (isOn(button)) speak(sentences); };
};
