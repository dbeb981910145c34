// The wild line stands out for a while after a change.
const STANDS_OUT = 8000;

const line = () => document.querySelector(".wild-line");

export const standOut = () => {
  let text = line().textContent;
  let until = 0;
  let settle = 0;
  document.addEventListener("htmx:afterSwap", () => {
    const now = performance.now();
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
