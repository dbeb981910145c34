// The second click of a double click must not answer the next question: a button that has just appeared under the
// finger rests for a moment.
import { rest } from "../moved.js";

export const BOUNCE = 300; // a second click this soon after the first is the same finger
const ENDING = 1000; // Next hand takes the hand off the table: nobody has read yet who won it

// Rests the button at the last tap, also among the answers for players out of chips and for phones, which move up one
// after the other. Cards dealt one after the other need not wait.
export const restUnder = ({ x, y, card, id }) => {
  if (!x && !y) return;
  const buttons = [...document.querySelectorAll("#screen :is(.pad, .chipless, .phone-asks) button")];
  const under = buttons.filter((button) => {
    if (card && button.name === "card" && button.id !== id) return false;
    const box = button.getBoundingClientRect();
    return x > box.left - 8 && x < box.right + 8 && y > box.top - 8 && y < box.bottom + 8;
  });
  for (const button of under) rest([button], button.id === "next-hand" ? ENDING : BOUNCE);
};

export const restingAt = (x, y) => [...document.querySelectorAll("#tap .rest")].find((one) => {
  const box = one.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
});
