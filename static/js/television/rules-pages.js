// Rules on several pages, from the first: each is shown for a while, also while the table goes on. Without this script,
// the server chooses at every load.
const TURN = 15000;

export const turnPages = () => {
  let name = "";
  let at = 0;
  let turning = 0;
  const show = () => {
    const pages = [...document.querySelectorAll(".rules-page")];
    pages.forEach((page, n) => page.classList.toggle("on", n === at % pages.length));
  };
  const turn = () => { at += 1; show(); };
  const follow = () => {
    const before = name;
    name = document.querySelector(".tv-rules")?.getAttribute("aria-label") ?? "";
    if (name !== before) {
      at = 0;
      clearInterval(turning);
      turning = setInterval(turn, TURN);
    }
    show();
  };
  document.addEventListener("htmx:afterSwap", follow);
  follow();
};
