// Marks the cards on the table that have become wild, or are wild no longer, for a while.
const FRESH = 20000; // so long, as the wild line is lit up

const cards = () => [...document.querySelectorAll(".felt .card")];
const nameOf = (card) => card.getAttribute("aria-label").split(",")[0];
const isWild = (card) => card.classList.contains("wild");

// The table is drawn again with every tap: what has changed is marked anew until its time is over.
export const markChangedCards = () => {
  let hand = "";
  let before = new Map(); // the names of cards, and whether each was wild
  let changed = new Map(); // those that changed, and how long they are marked
  document.addEventListener("htmx:afterSettle", () => {
    const line = document.querySelector(".wild-line");
    if (!line || line.dataset.hand !== hand) [before, changed] = [new Map(), new Map()];
    hand = line ? line.dataset.hand : "";
    const after = new Map(cards().map((card) => [nameOf(card), isWild(card)]));
    after.forEach((wild, name) => {
      if (before.has(name) && before.get(name) !== wild) changed.set(name, Date.now() + FRESH);
    });
    cards().filter((card) => changed.get(nameOf(card)) > Date.now()).forEach((card) => {
      card.classList.add(isWild(card) ? "now-wild" : "was-wild");
    });
    before = after;
  });
};
