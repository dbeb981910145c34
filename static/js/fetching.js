// Fetches content from the server, and replaces elements with it.
import { keepFocus } from "./refocus.js";
import { isOurs } from "./trouble.js";

export const BY_ITSELF = { "X-By-Itself": "1" }; // a page that fetches by itself gets no message about what was done
const PATIENCE = 6000; // a machine that is asleep or out of reach does not refuse a connection: it never answers

// Fetches what the server has now. Fails if it does not answer in time, or if something else answers in its place.
export const fetchNow = async (address, headers = {}) => {
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { cache: "no-store", headers, signal: slow.signal });
    if (!isOurs(answer)) throw new Error("something else answers");
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
};

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
