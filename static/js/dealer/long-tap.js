// A long tap on a seat opens what can be done about that player: chips, sitting out, going home.
import { goTo } from "../staying.js";

const LONG = 550;
const STRAY = 12;

export const openByLongTap = () => {
  let timer = 0;
  let at = null;
  const forget = () => clearTimeout(timer);
  document.addEventListener("pointerdown", (event) => {
    forget();
    const seat = event.target.closest(".seat")?.querySelector("[data-seat]");
    if (!seat || !event.isPrimary) return;
    at = event;
    const { people } = document.getElementById("tap").dataset;
    const { seat: id } = seat.dataset;
    timer = setTimeout(() => { goTo(`${people}?seat=${id}#about`); }, LONG);
  });
  document.addEventListener("pointermove", ({ x, y }) => {
    if (at && Math.hypot(x - at.x, y - at.y) > STRAY) forget();
  });
  ["pointerup", "pointercancel", "scroll"].forEach((end) => document.addEventListener(end, forget, true));
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("#tap .seat")) event.preventDefault();
  });
};
