// On a phone, scrolls the armed seat into view, unless it is there already.
export const showArmedSeat = () => {
  const seat = document.querySelector(".seat.armed");
  const pad = document.getElementById("pad");
  if (!seat || getComputedStyle(pad).position !== "sticky") return;
  const box = seat.getBoundingClientRect();
  const top = document.querySelector(".wild-line").getBoundingClientRect().bottom;
  if (box.top < top || box.bottom > pad.getBoundingClientRect().top) seat.scrollIntoView({ block: "start" });
};
