// Amounts made smaller and larger by buttons, in the steps in which people bet: 9, 10, 15, 20, 25. Without scripts they
// are typed.
const stepFrom = (amount) => {
  if (amount < 10) return 1;
  const lead = 10 ** (String(amount).length - 1);
  return amount < 5 * lead ? lead / 2 : lead;
};

// Amounts between two steps come to the next one.
const stepped = (amount, by) => {
  const step = stepFrom(by < 0 ? amount - 1 : amount);
  return by < 0 ? Math.ceil(amount / step) * step - step : Math.floor(amount / step) * step + step;
};

export const stepAmounts = () => {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-by]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const amount = /^\d+$/.test(field.value.trim()) ? Number(field.value) : 0;
    field.value = Math.max(stepped(amount, Number(button.dataset.by)), Number(button.dataset.low));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
};
