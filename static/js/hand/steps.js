// The current step of the page: its controls follow at once, and the table is fetched. Steps may be requested faster
// than they arrive: the latest one is fetched when the one before it is there.
import { fetchInto } from "../fetching.js";

const stepsOf = (selector) => [...document.querySelectorAll(selector)].map((link) => Number(link.dataset.step));

export const steps = (root) => {
  const last = Number(root.dataset.steps);
  const slider = document.getElementById("at");
  const streets = stepsOf(".streets [data-step]");
  const moment = () => document.getElementById("moment");
  let at = Number(moment().dataset.at);
  let { known } = moment().dataset;

  const address = (step, cards = known) => `${root.dataset.address}?at=${step}${cards === "all" ? "&known=all" : ""}`;
  const ways = () => ({
    first: at > 0 ? 0 : null,
    "street-back": streets.filter((step) => step < at).pop() ?? null,
    back: at > 0 ? at - 1 : null,
    next: at < last ? at + 1 : null,
    "street-next": streets.find((step) => step > at) ?? null,
    last: at < last ? last : null,
  });

  const mark = (links, current, value) => {
    for (const link of links) {
      if (link === current) link.setAttribute("aria-current", value);
      else link.removeAttribute("aria-current");
    }
  };
  const showWhere = () => {
    slider.value = at;
    document.getElementById("at-now").textContent = at;
    const there = ways();
    for (const link of root.querySelectorAll("[data-go]")) {
      const step = there[link.dataset.go];
      link.href = address(step ?? at);
      if (step === null) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
    const onStreets = [...root.querySelectorAll(".streets [data-step]")];
    mark(onStreets, onStreets.filter((link) => Number(link.dataset.step) <= at).pop(), "step");
    const lines = [...document.querySelectorAll(".steps-log [data-step]")];
    mark(lines, lines[at - 1], "step");
    for (const link of root.querySelectorAll(".open-cards [data-known]")) link.href = address(at, link.dataset.known);
    const cards = [...root.querySelectorAll(".open-cards [data-known]")];
    mark(cards, cards.find((link) => link.dataset.known === known), "true");
    const log = document.querySelector(".steps-log");
    const line = lines[at - 1];
    log.scrollTop = line ? line.offsetTop - log.offsetTop - log.clientHeight / 2 : 0;
  };

  // The televisions that show this hand follow it.
  const tellTelevisions = () => {
    for (const form of document.querySelectorAll(".show-on")) {
      form.elements.step.value = at;
      if (!("follows" in form.dataset)) continue;
      const body = new FormData(form);
      fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => {});
    }
  };

  const fetchWanted = () => {
    const { marked } = moment().dataset;
    if (!moment().classList.contains("htmx-request")) fetchInto("#moment", `${address(at)}&marked=${marked}`);
  };
  const change = (step, cards) => {
    if (step === null || step === undefined || (step === at && cards === known)) return;
    at = Math.max(0, Math.min(step, last));
    known = cards;
    try {
      history.replaceState(null, "", address(at));
    } catch {
      // Safari allows a hundred in ten seconds: the slider goes on without.
    }
    showWhere();
    fetchWanted();
  };

  document.addEventListener("htmx:afterSettle", () => {
    const shown = moment().dataset;
    if (Number(shown.at) !== at || shown.known !== known) fetchWanted();
    else {
      slider.setAttribute("aria-valuetext", `${at} of ${last}: ${document.getElementById("step-text").textContent}`);
      showWhere();
      tellTelevisions();
    }
  });
  slider.addEventListener("input", () => change(Number(slider.value), known));
  slider.form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go], a[data-step], a[data-known]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.go) change(ways()[link.dataset.go], known);
    else if (link.dataset.step) change(Number(link.dataset.step), known);
    else change(at, link.dataset.known);
  });

  return {
    to: (way) => change(ways()[way], known),
    isAtEnd: () => at === last,
    isThere: () => Number(moment().dataset.at) === at,
  };
};
