// Plays a hand, step by step, until it is over or stopped.
const PACE = 1400;

export const player = (button, go) => {
  let timer = 0;
  const show = () => {
    button.setAttribute("aria-pressed", String(timer !== 0));
    button.textContent = timer ? "Pause" : "Play";
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    show();
  };
  const start = () => {
    if (go.isAtEnd()) go.to("first");
    timer = setInterval(() => {
      if (go.isThere()) go.to("next");
      if (go.isAtEnd()) stop();
    }, PACE);
    show();
  };
  const toggle = () => (timer ? stop() : start());
  button.hidden = false;
  button.addEventListener("click", toggle);
  return { toggle, stop };
};
