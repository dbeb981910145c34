// The dealer's screen by keyboard: arrows go about the pad, and the focus is never lost to a redraw.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const typing = (target) => target.matches("input:not([type=radio]), textarea");

  // To the button of the pad that lies nearest in a direction; straight ahead counts more than near.
  const go = ([dx, dy]) => {
    const pad = byId("pad");
    const all = [...pad.querySelectorAll("button, input:not([type=hidden])")].filter((one) => one.tabIndex >= 0 && one.checkVisibility());
    const centre = (one) => {
      const box = one.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const here = document.activeElement;
    if (here === pad) return all[0]?.focus();
    const [x, y] = centre(here);
    const far = (one) => {
      const [left, top] = centre(one);
      const ahead = (left - x) * dx + (top - y) * dy;
      return ahead < 4 ? Infinity : ahead + 4 * Math.abs((left - x) * dy + (top - y) * dx);
    };
    all.filter((one) => far(one) < Infinity).sort((a, b) => far(a) - far(b))[0]?.focus();
  };

  let byKeys = false;
  document.addEventListener("pointerdown", () => { byKeys = false; });
  document.addEventListener("keydown", (event) => {
    byKeys = true;
    const key = event.key.toLowerCase();
    // A key that is held down taps once.
    if (event.repeat && (key === "enter" || key === " ") && event.target.closest("#tap button")) return event.preventDefault();
    if (typing(event.target) || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const back = key === "z" && !event.shiftKey;
      if (!back && key !== "y" && key !== "z") return;
      event.preventDefault();
      byId(back ? "undo" : "redo").click();
    } else if (event.key in ARROWS && byId("pad").contains(document.activeElement)) {
      event.preventDefault();
      go(ARROWS[event.key]);
    } else if (key === "escape") {
      const more = byId("more");
      if (more.open) {
        more.open = false;
        more.querySelector("summary").focus();
      } else {
        byId("log-close")?.click();
      }
    }
  });

  // htmx gives the focus back to the button of the same name. Where it is gone, the pad has it, from where Tab and the
  // arrows go on; the log has it when it opens, and its button when it closes.
  let log = false;
  document.addEventListener("htmx:beforeSwap", () => { log = Boolean(byId("log")); });
  document.addEventListener("htmx:afterSettle", () => {
    if (byId("log") && !log) byId("log").focus();
    else if (byKeys && document.activeElement === document.body) byId(log && !byId("log") ? "log-button" : "pad").focus();
  });
})();
