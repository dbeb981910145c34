// Puts what is at an address in the place of an element. Where that fails, others say so.
export const fetchInto = (target, address) => {
  window.htmx.ajax("GET", address, { source: target, target, swap: "outerHTML" }).catch(() => {});
};

// Puts what has been brought in the place of an element, as if it had been fetched.
export const putInto = (target, html) => {
  const settleDelay = window.htmx.config.defaultSettleDelay;
  window.htmx.swap(target, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay });
};
