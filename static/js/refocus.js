// The keyboard focus survives a redraw: it returns to the same part, or else goes to the nearest part around it that is
// still there.
import { named } from "./moved.js";

const isShown = (part) => part?.getClientRects().length > 0;

const focus = (part) => {
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
};

// Returns a function that puts the focus back once the page has been redrawn; after a link to a part, it goes there.
export const keepFocus = (page) => {
  const focused = document.activeElement;
  if (focused === page || !page.contains(focused)) return () => {};
  const name = named(page).find(([, part]) => part === focused)?.[0];
  const around = [];
  for (let part = focused; part !== page; part = part.parentElement) {
    // A panel that closes leads back to what it is about.
    around.push(...[part.id, part.dataset.about].filter(Boolean));
  }

  return (anchor) => {
    const linked = anchor && document.getElementById(anchor);
    if (linked) return focus(linked);
    if (document.activeElement !== document.body && isShown(document.activeElement)) return;
    const near = around.map((id) => document.getElementById(id)).find(isShown) ?? page;
    const same = focused.isConnected ? focused : new Map(named(page)).get(name);
    focus(isShown(same) ? same : near.querySelector(":scope > summary, h1") ?? near);
  };
};

// Puts the focus back after every request of htmx.
export const keepFocusThroughSwaps = (page) => {
  let refocus = () => {};
  document.addEventListener("htmx:beforeSwap", () => { refocus = keepFocus(page); });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    refocus(detail.pathInfo?.anchor);
    refocus = () => {};
  });
};
