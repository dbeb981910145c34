// Parts that a redraw has added or moved take no taps for a moment, since they may be under a finger. Parts that stay
// where they were take every tap.
const REST = 400;
const NEAR = 4;
const TAPS = "button, a, summary, label, select, input:not([type=hidden])";

// Buttons with the same words are told apart by what they send: Go home for one player is not Go home for the next.
export const named = (page) => {
  const counts = {};
  return [...page.querySelectorAll(TAPS)].map((one) => {
    const sends = one.matches("button") ? one.value : "";
    const name = `${one.tagName} ${one.id || one.ariaLabel || one.textContent.trim()} ${sends}`;
    counts[name] = (counts[name] ?? 0) + 1;
    return [`${name} ${counts[name]}`, one];
  });
};

export const rest = (parts, milliseconds = REST) => {
  for (const one of parts) one.classList.add("rest");
  setTimeout(() => { for (const one of parts) one.classList.remove("rest"); }, milliseconds);
};

export const places = (page) => new Map(named(page).map(([name, one]) => [name, one.getBoundingClientRect()]));

// ``before`` are the previous places of all parts. All are measured before any is marked, which would lay the page out
// again for each.
export const restMoved = (page, before) => {
  const moved = named(page).filter(([name, one]) => {
    const [was, is] = [before.get(name), one.getBoundingClientRect()];
    return !was || Math.abs(was.left - is.left) + Math.abs(was.top - is.top) >= NEAR;
  });
  rest(moved.map(([, one]) => one));
};
