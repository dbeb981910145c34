// What every pad of cards and digits knows: a card typed as 7h, and an amount tapped digit by digit. All of it works without.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);

  // 7h, 10s, Kd: a rank and a suit one after the other tap that card.
  let rank = "";
  let forget = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio]), textarea")) return;
    const key = event.key.toLowerCase();
    if (rank && "shdc".includes(key)) {
      byId(rank + key)?.click();
      rank = "";
    } else if (key.length === 1 && "23456789tjqka".includes(key)) {
      rank = key.toUpperCase();
    } else if (key === "1" || (key === "0" && rank === "1")) {
      rank = key === "1" ? "1" : "T";
    } else {
      return;
    }
    clearTimeout(forget);
    forget = setTimeout(() => { rank = ""; }, 2000);
  });

  document.addEventListener("click", (event) => {
    const digit = event.target.closest("[data-digit]");
    if (!digit) return;
    const amount = byId("amount");
    amount.value = digit.dataset.digit ? (amount.value + digit.dataset.digit).slice(0, 9) : "";
  });

  const ready = () => document.querySelectorAll("[data-digits]").forEach((one) => { one.hidden = false; });
  document.addEventListener("htmx:afterSettle", ready);
  ready();
})();
