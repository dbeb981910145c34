// Scrolls the armed seat into view on a phone, or on a screen too low for the whole table, unless it is there already.
export const showArmedSeat = () => {
  const seat = document.querySelector(".seat.armed");
  const pad = document.getElementById("pad");
  if (!seat) return;
  const felt = seat.parentElement;
  if (felt.scrollHeight > felt.clientHeight) return seat.scrollIntoView({ block: "nearest" });
  if (getComputedStyle(pad).position !== "sticky") return;
  const box = seat.getBoundingClientRect();
  const top = document.querySelector(".wild-line").getBoundingClientRect().bottom;
  if (box.top < top || box.bottom > pad.getBoundingClientRect().top) seat.scrollIntoView({ block: "start" });
};
