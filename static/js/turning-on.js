// A button that turns something on and off. The device remembers it under a name.
import { remember, remembered } from "./memory.js";

export const isOn = (button) => button.getAttribute("aria-pressed") === "true";

// ``then`` is called after each tap.
export const turnOnBy = (button, name, then) => {
  const turn = (to) => button.setAttribute("aria-pressed", String(to));
  button.hidden = false;
  turn(remembered(name) === "on");
  button.addEventListener("click", () => {
    turn(!isOn(button));
    remember(name, isOn(button) ? "on" : "off");
    then();
  });
};
