// Replaces an element with the content of an address. Failures are reported elsewhere.
export const fetchInto = (target, address) => {
  window.htmx.ajax("GET", address, { source: target, target, swap: "outerHTML" }).catch(() => {});
};

// Replaces an element with pushed content, as if it had been fetched.
export const putInto = (target, html) => {
  const settleDelay = window.htmx.config.defaultSettleDelay;
  window.htmx.swap(target, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay });
};
