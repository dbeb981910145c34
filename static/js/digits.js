// An amount tapped digit by digit. Without scripts it is typed, so the digits are only shown here.
const LONGEST = 9;

export const tapDigits = () => {
  document.addEventListener("click", (event) => {
    const digit = event.target.closest("[data-digit]");
    if (!digit) return;
    const amount = document.getElementById("amount");
    amount.value = digit.dataset.digit ? (amount.value + digit.dataset.digit).slice(0, LONGEST) : "";
  });

  const show = () => document.querySelectorAll("[data-digits]").forEach((row) => { row.hidden = false; });
  document.addEventListener("htmx:afterSettle", show);
  show();
};
