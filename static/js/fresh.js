// Keeps a page of forms in step with its night. Nothing changes under a person at work: while something is typed, or a
// part is open, a strip says that the table has changed, and Show updates it. The cursor stays in its field.
import { BY_ITSELF, fetchNow } from "./fetching.js";
import { follow } from "./live.js";
import { places, restMoved } from "./moved.js";
import { keepFocus, keepFocusThroughSwaps } from "./refocus.js";
import { trouble } from "./trouble.js";

const TOUCH = 1500; // a finger that was just on the page may still be there

const FIELDS = "input:not([type=hidden]), select, textarea";

const isTyped = (field) => {
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  if (field.matches("select")) {
    const chosen = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(chosen, 0);
  }
  return field.value !== field.defaultValue;
};

// Where a page leads once its time is over: to the hand that another tablet has dealt. A page opened later stays.
const onward = (page) => page?.querySelector("[data-onward]")?.href;

// Whether something in a form has been typed or chosen.
export const inUse = (form) => [...form.elements].some((field) => field.matches(FIELDS) && isTyped(field));

const byAction = (root) => {
  const counts = {};
  return new Map([...root.querySelectorAll("form")].map((form) => {
    const action = form.getAttribute("action");
    counts[action] = (counts[action] ?? 0) + 1;
    return [`${action} ${counts[action]}`, form];
  }));
};

// ``prepare`` runs on the page now and on each that replaces it.
export const keepFresh = (prepare = () => {}) => {
  const root = document.querySelector("[data-live]");
  if (!root) return;
  const strip = root.querySelector("#changed");
  const page = () => root.querySelector("[data-at]");
  const beside = () => root.querySelectorAll("[data-beside]"); // parts that follow the night while a form stays
  const heard = root.querySelector("#heard");
  let news = [];
  let open = new Set();
  let touched = -Infinity;
  let later = 0;
  let fetching = false;

  // Screen readers do not hear messages and requests that arrive together with the page around them.
  const tellNews = () => {
    const before = news;
    const parts = [...page().querySelectorAll("[role=status], [data-heard]")];
    news = parts.map((part) => part.textContent.trim().replace(/\s+/g, " ")).filter(Boolean);
    const fresh = news.filter((text) => !before.includes(text));
    if (fresh.length || !news.length) heard.textContent = fresh.join(". ");
  };

  const come = () => {
    tellNews();
    open = new Set(page().querySelectorAll("details[open]"));
    prepare();
  };
  const atWork = () => {
    const opened = [...page().querySelectorAll("details")].some((one) => one.open !== open.has(one));
    return opened || "answer" in page().dataset || [...page().querySelectorAll("form")].some(inUse);
  };

  const tell = () => {
    const before = strip.hidden ? new Map() : null;
    strip.hidden = false;
    if (before) restMoved(strip, before);
  };

  // Forms with typed input are kept as they are, in their current place.
  const putIn = (fresh, parts) => {
    const refocus = keepFocus(root);
    const forms = byAction(fresh);
    for (const [action, form] of byAction(page())) {
      if (!forms.has(action) || !inUse(form)) continue;
      const fold = form.closest("details");
      forms.get(action).replaceWith(form);
      if (fold?.open) form.closest("details").open = true;
    }
    const before = places(root);
    page().replaceWith(fresh);
    trouble("");
    for (const part of beside()) {
      const other = parts.get(part.id);
      if (!other || part.isEqualNode(other) || part.querySelector("details[open]")) continue;
      part.replaceWith(other);
      window.htmx.process(other);
    }
    window.htmx.process(fresh);
    strip.hidden = true;
    refocus();
    restMoved(root, before);
    come();
  };

  const show = async () => {
    if (fetching) return;
    fetching = true;
    try {
      const address = beside().length ? location.href : page().dataset.page;
      const { ok, status, text } = await fetchNow(address, BY_ITSELF);
      if (status === 403) location.reload(); // this device is signed out, and the page says so
      if (!ok) return;
      const whole = new DOMParser().parseFromString(text, "text/html");
      const fresh = whole.querySelector("[data-at]");
      const parts = [...whole.querySelectorAll("[data-beside]")].map((part) => [part.id, document.adoptNode(part)]);
      if (onward(fresh) && !onward(page())) location.assign(onward(fresh));
      else if (fresh) putIn(document.adoptNode(fresh), new Map(parts));
    } catch {
      document.dispatchEvent(new Event("upcard:unanswered"));
    } finally {
      fetching = false;
    }
  };

  const refresh = () => {
    clearTimeout(later);
    const rest = touched + TOUCH - performance.now();
    if (atWork()) tell();
    else if (rest > 0) later = setTimeout(refresh, rest);
    else show();
  };

  addEventListener("pointerdown", () => { touched = performance.now(); }, true);
  strip.querySelector("a").addEventListener("click", (event) => {
    event.preventDefault();
    show();
  });
  document.addEventListener("htmx:afterSwap", () => { strip.hidden = true; come(); });
  let before = new Map();
  document.addEventListener("htmx:beforeSwap", () => { before = places(root); });
  // Settling removes classes added before it.
  document.addEventListener("htmx:afterSettle", () => restMoved(root, before));
  keepFocusThroughSwaps(root);
  come();
  follow(root, refresh);
};
