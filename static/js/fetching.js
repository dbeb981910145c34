// Puts what is at an address in the place of an element. Where that fails, others say so.
export const fetchInto = (target, address) => {
  window.htmx.ajax("GET", address, { source: target, target, swap: "outerHTML" }).catch(() => {});
};
