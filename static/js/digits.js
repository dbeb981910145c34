// An amount tapped digit by digit. Without scripts it is typed, so the digits are only shown here.
const MAX_DIGITS = 9;

export const tapDigits = () => {
  let refused = false; // whether the amount shown was refused: the next digit starts a new one

  document.addEventListener("click", (event) => {
    const digit = event.target.closest("[data-digit]");
    if (!digit) return;
    const amount = document.getElementById("amount");
    const before = refused ? "" : amount.value;
    refused = false;
    amount.value = digit.dataset.digit ? (before + digit.dataset.digit).slice(0, MAX_DIGITS) : "";
  });

  const show = () => {
    document.querySelectorAll("[data-digits]").forEach((row) => { row.hidden = false; });
    refused = document.querySelector(".refusal") !== null;
  };
  document.addEventListener("htmx:afterSettle", show);
  show();
};
