// Rules on several pages: each is shown for a while. Without this script, the server chooses at every load.
const TURN = 15000;

export const turnPages = () => {
  setInterval(() => {
    const pages = [...document.querySelectorAll(".rules-page")];
    const next = (pages.findIndex((page) => page.classList.contains("on")) + 1) % pages.length;
    pages.forEach((page, n) => page.classList.toggle("on", n === next));
  }, TURN);
};
