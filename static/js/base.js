// What every page shares: light or dark and two or four colours by choice, and saying so when the server does not answer.
(() => {
  "use strict";
  const root = document.documentElement;

  const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private window */ } };

  const theme = remembered("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  if (remembered("suits") === "two") root.dataset.suits = "two";

  document.addEventListener("click", (event) => {
    if (event.target.closest("#suits")) {
      root.dataset.suits = root.dataset.suits === "two" ? "four" : "two";
      remember("suits", root.dataset.suits);
    }
    if (!event.target.closest("#theme")) return;
    const light = root.dataset.theme
      ? root.dataset.theme === "light"
      : matchMedia("(prefers-color-scheme: light)").matches;
    root.dataset.theme = light ? "dark" : "light";
    remember("theme", root.dataset.theme);
  });

  const trouble = (text) => {
    const line = document.getElementById("trouble");
    line.textContent = text;
    line.hidden = !text;
  };
  document.addEventListener("htmx:sendError", (event) => {
    if (event.detail.requestConfig.verb !== "get") trouble("Not connected: the tap was not taken. Try it again.");
    else if (!root.dataset.connected) trouble("Not connected.");
  });
  document.addEventListener("htmx:timeout", () => trouble("No answer yet. Reload to see the table as it is."));
  document.addEventListener("htmx:responseError", (event) =>
    trouble(event.detail.xhr.status === 400
      ? "The tap was not taken. Reload the page, then tap again."
      : "Something broke, and the tap was not taken. Reload the page."));
  document.addEventListener("htmx:beforeSwap", (event) => { if (event.detail.shouldSwap) trouble(""); });

  window.upcard = { remembered, remember, trouble };
})();
