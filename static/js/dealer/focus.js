// The keyboard focus survives every redraw. htmx returns it to the button with the same id. If that is gone, the pad
// gets it, where Tab and the arrows continue; the log gets it when it opens, and its button when it closes.
const byId = (id) => document.getElementById(id);

export const keepFocus = () => {
  let byKeys = false;
  document.addEventListener("pointerdown", () => { byKeys = false; });
  document.addEventListener("keydown", () => { byKeys = true; });

  let log = false;
  document.addEventListener("htmx:beforeSwap", () => { log = Boolean(byId("log")); });
  document.addEventListener("htmx:afterSettle", () => {
    const closed = log && !byId("log");
    if (closed) byId("pad").scrollIntoView({ block: "nearest" }); // where the log was below it
    if (byId("log") && !log) byId("log").focus();
    else if (byKeys && document.activeElement === document.body) byId(closed ? "log-button" : "pad").focus();
  });
};
