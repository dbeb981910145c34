// Lights up the wild line for a while after a change, for people who looked away.
const FRESH = 20000; // how long a change is lit up

const wildIn = (part) => {
  const line = part.querySelector(".wild-line");
  return line && { text: line.textContent.trim(), on: line.classList.contains("on"), hand: line.dataset.hand };
};

// Returns a function that compares the part of the page with the line to the part that replaces it.
export const lightUpWildLine = (part) => {
  let fading = 0;
  return (now, next) => {
    const before = wildIn(now);
    const after = wildIn(next);
    const sameHand = before && after && before.hand === after.hand;
    const heard = after && after.text !== (before && before.text) && (after.on || sameHand);
    if (!heard && sameHand) return;
    clearTimeout(fading);
    part.classList.toggle("fresh", Boolean(heard));
    if (heard) fading = setTimeout(() => part.classList.remove("fresh"), FRESH);
  };
};
