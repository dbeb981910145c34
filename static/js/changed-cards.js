// Marks cards on the table that have just become wild, or are no longer wild.
const FRESH = 20000; // how long the wild line of a television stays lit

const cards = () => [...document.querySelectorAll(".felt .card[aria-label]")];
const nameOf = (card) => card.getAttribute("aria-label").split(",")[0];
const isWild = (card) => card.classList.contains("wild");
const wildByName = () => new Map(cards().map((card) => [nameOf(card), isWild(card)]));
const handShown = () => document.querySelector(".wild-line")?.dataset.hand;

// The table is redrawn with every tap: changed cards are marked again each time, for this many milliseconds.
export const markChangedCards = (milliseconds = FRESH) => {
  let hand = handShown();
  let before = wildByName(); // the names of cards, and whether each was wild
  let changed = new Map(); // the changed cards, and until when they are marked
  document.addEventListener("htmx:afterSettle", () => {
    if (handShown() !== hand) [before, changed] = [new Map(), new Map()];
    hand = handShown();
    const after = wildByName();
    after.forEach((wild, name) => {
      if (before.has(name) && before.get(name) !== wild) changed.set(name, Date.now() + milliseconds);
    });
    cards().filter((card) => changed.get(nameOf(card)) > Date.now()).forEach((card) => {
      card.classList.add(isWild(card) ? "now-wild" : "was-wild");
    });
    before = after;
  });
};
