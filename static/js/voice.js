// Speaks announcements, if sound is on. Speech has to be started by a tap once; after that it follows the
// announcements. The text never waits for speech.
import { remember, remembered } from "./memory.js";

// Whether a button has turned sound on.
export const isOn = (button) => button.getAttribute("aria-pressed") === "true";

// The tap that turns sound on speaks ``current()``; the device remembers it under ``name``. Returns a function that
// speaks sentences if sound is on.
export const soundBy = (button, current, name = "sound") => {
  const voice = window.speechSynthesis;
  if (!voice) return () => {};
  const on = () => isOn(button);
  const turn = (to) => button.setAttribute("aria-pressed", String(to));
  const speak = (sentences) => {
    voice.cancel();
    sentences.forEach((text) => voice.speak(new SpeechSynthesisUtterance(text)));
  };
  button.hidden = false;
  turn(remembered(name) === "on");
  button.addEventListener("click", () => {
    turn(!on());
    remember(name, on() ? "on" : "off");
    if (on()) speak(current());
    else voice.cancel();
  });
  return (sentences) => { if (on()) speak(sentences); };
};
