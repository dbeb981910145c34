// The keyboard: arrows step, page keys move by street, Home and End go to the ends, the space bar plays and pauses.
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "next",
  PageUp: "street-back",
  PageDown: "street-next",
  Home: "first",
  End: "last",
};

export const byKeys = (go, play) => {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.matches("input:not([type=range])")) return;
    const own = event.target.closest("button, a, summary");
    if (event.key === " " && !own) {
      event.preventDefault();
      if (!event.repeat) play.toggle();
    } else if (KEYS[event.key]) {
      event.preventDefault();
      play.stop();
      go.to(KEYS[event.key]);
    }
  });
};
