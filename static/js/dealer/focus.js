// The focus is never lost to a redraw. htmx gives it back to the button of the same name. Where that is gone, the pad
// has it, from where Tab and the arrows go on; the log has it when it opens, and its button when it closes.
const byId = (id) => document.getElementById(id);

export const keepFocus = () => {
  let byKeys = false;
  document.addEventListener("pointerdown", () => { byKeys = false; });
  document.addEventListener("keydown", () => { byKeys = true; });

  let log = false;
  document.addEventListener("htmx:beforeSwap", () => { log = Boolean(byId("log")); });
  document.addEventListener("htmx:afterSettle", () => {
    const closed = log && !byId("log");
    if (byId("log") && !log) byId("log").focus();
    else if (byKeys && document.activeElement === document.body) byId(closed ? "log-button" : "pad").focus();
  });
};
