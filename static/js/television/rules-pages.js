// Rules that need several pages: each is in sight for a while. Without it the server chooses, with every load.
const TURN = 15000;

export const turnPages = () => {
  setInterval(() => {
    const pages = [...document.querySelectorAll(".rules-page")];
    const next = (pages.findIndex((page) => page.classList.contains("on")) + 1) % pages.length;
    pages.forEach((page, n) => page.classList.toggle("on", n === next));
  }, TURN);
};
