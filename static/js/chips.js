// Chips fly from the pot to the winners at the end of a hand, if motion is allowed.
const CHIPS = 5; // to each winner, one after the other
const FLIGHT = 700;

const centre = (part) => {
  const box = part.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

const fly = (from, to, delay) => {
  const chip = document.createElement("i");
  chip.className = "flying-chip";
  const [[left, top], [right, bottom]] = [from, to];
  chip.style.left = `${left}px`;
  chip.style.top = `${top}px`;
  document.body.append(chip);
  const way = [{ transform: "none" }, { transform: `translate(${right - left}px, ${bottom - top}px)` }];
  const flight = chip.animate(way, { delay, duration: FLIGHT, easing: "ease-in-out", fill: "both" });
  flight.onfinish = () => chip.remove();
};

const won = () => [...document.querySelectorAll(".wins")];

const push = () => {
  const middle = document.querySelector(".pot .sum, .stage, .settle");
  if (!middle || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  won().forEach((to) => {
    for (let n = 0; n < CHIPS; n += 1) fly(centre(middle), centre(to), n * 90);
  });
};

// An end counts only after another hand: a redraw of the same one pushes nothing.
export const pushChips = () => {
  let over = won().length > 0;
  document.addEventListener("htmx:afterSettle", () => {
    const ended = won().length > 0;
    if (ended && !over) push();
    over = ended;
  });
};
