// What is wild stands out for a while when it has changed: the line, and the cards that became wild or stopped being
// wild.
const STANDS_OUT = 8000;

const line = () => document.querySelector(".wild-line");

// The cards in front of everybody by name, each with whether it is wild.
const cards = () => new Map([...document.querySelectorAll(".felt .card")]
  .map((card) => [card.ariaLabel?.replace(", wild", ""), card]));

export const standOut = () => {
  let text = line().textContent;
  let wild = new Map([...cards()].map(([name, card]) => [name, card.classList.contains("wild")]));
  let until = 0;
  let settle = 0;
  document.addEventListener("htmx:afterSwap", () => {
    const now = performance.now();
    const lying = cards();
    lying.forEach((card, name) => {
      const is = card.classList.contains("wild");
      if (wild.has(name) && wild.get(name) !== is) card.classList.add("turned");
    });
    wild = new Map([...lying].map(([name, card]) => [name, card.classList.contains("wild")]));
    if (line().textContent !== text) {
      text = line().textContent;
      until = now + STANDS_OUT;
      line().classList.add("flash");
      clearTimeout(settle);
      settle = setTimeout(() => line().classList.remove("changed", "flash"), STANDS_OUT);
    }
    line().classList.toggle("changed", now < until);
  });
};
