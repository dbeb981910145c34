// The choice of light or dark, and of two or four suit colours, for this device.
import { remember, remembered } from "./memory.js";

const root = document.documentElement;
const light = matchMedia("(prefers-color-scheme: light)");

const isLight = () => root.dataset.theme ? root.dataset.theme === "light" : light.matches;

const show = () => document.querySelectorAll("#theme, #suits").forEach((button) => {
  const on = button.id === "theme" ? isLight() : root.dataset.suits === "two";
  button.setAttribute("aria-pressed", String(on));
  button.hidden = false;
});

export const chooseLook = () => {
  const theme = remembered("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (remembered("suits") === "two") root.dataset.suits = "two";

  show();
  light.addEventListener("change", show);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#suits")) {
      root.dataset.suits = root.dataset.suits === "two" ? "four" : "two";
      remember("suits", root.dataset.suits);
    } else if (target.closest("#theme")) {
      root.dataset.theme = isLight() ? "dark" : "light";
      remember("theme", root.dataset.theme);
    } else return;
    show();
  });
};
