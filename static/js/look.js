// What this device shows and hears: light or dark, two or four suit colours, and whether letters without Ctrl are keys.
import { remember, remembered } from "./memory.js";

const root = document.documentElement;
const light = matchMedia("(prefers-color-scheme: light)");

// The values of each choice, the one of a pressed button first.
const CHOICES = { theme: ["light", "dark"], suits: ["two", "four"], keys: ["on", "off"] };
const USUAL = { theme: () => light.matches ? "light" : "dark", suits: () => "four", keys: () => "on" };

const chosen = (name) => root.dataset[name] ?? USUAL[name]();
const buttons = () => document.querySelectorAll(Object.keys(CHOICES).map((name) => `#${name}`).join());

export const lettersAreKeys = () => chosen("keys") === "on";

let typed = false; // whether this device has a keyboard

export const showLook = () => buttons().forEach((button) => {
  button.setAttribute("aria-pressed", String(chosen(button.id) === CHOICES[button.id][0]));
  button.hidden = button.id === "keys" && !typed;
});

export const chooseLook = () => {
  for (const [name, values] of Object.entries(CHOICES)) {
    if (values.includes(remembered(name))) root.dataset[name] = remembered(name);
  }
  showLook();
  light.addEventListener("change", showLook);
  document.addEventListener("keydown", () => { typed = true; showLook(); }, { once: true });
  document.addEventListener("click", ({ target }) => {
    const button = [...buttons()].find((one) => one.contains(target));
    if (!button) return;
    const name = button.id;
    root.dataset[name] = CHOICES[name].find((value) => value !== chosen(name));
    remember(name, root.dataset[name]);
    showLook();
  });
};
