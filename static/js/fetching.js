// Replaces an element with content from the server.
import { keepFocus } from "./refocus.js";

// Fetches it from an address. Failures are reported elsewhere.
export const fetchInto = (target, address) => {
  window.htmx.ajax("GET", address, { source: target, target, swap: "outerHTML" }).catch(() => {});
};

// Takes content that was pushed, as if it had been fetched.
export const putInto = (target, html) => {
  const settleDelay = window.htmx.config.defaultSettleDelay;
  const refocus = keepFocus(document.body);
  window.htmx.swap(target, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay });
  refocus();
};
