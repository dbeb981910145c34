// The line that says what is wrong: the server does not answer, or a tap was not entered.
import { sameLog, shown } from "./versions.js";

const root = document.documentElement;
const UNSURE = "The tap may not have been entered. Look at the table before you tap again.";
const AWAY = "Not connected. The table shows as it was; nothing is lost.";
const NO_SESSION = "The tap was not entered. Reload the page, then tap again. "
  + "If that does not help, let the browser keep cookies.";
const NOT_ENTERED = "The tap was not entered. Try again.";

let now = "";
let passing = false; // it is said until the next version of the night
let outcome = ""; // of a tap without an answer, shown until the next tap, whatever is redrawn meanwhile
let lost = ""; // a tap that was not taken, shown as long
let unanswered = null; // the version at which a tap without an answer was sent

const show = () => {
  const line = document.getElementById("trouble");
  line.textContent = now || outcome || lost;
  line.hidden = !line.textContent;
};

export const trouble = (text, untilNext = false) => {
  [now, passing] = [text, untilNext];
  show();
};

export const sayAway = () => { if (!now.endsWith(UNSURE)) trouble(AWAY); };

export const sayLost = (text) => {
  lost = text;
  show();
};

export const forgetTaps = () => {
  [outcome, lost, unanswered] = ["", "", null];
  show();
};

// All answers of the server have an id. Without it, something else has answered in its place: a network that wants a
// sign-in first, or a proxy that cannot reach the server.
const ID = "X-Request-Id";
export const isOurs = (answer) => (answer.headers ? answer.headers.has(ID) : answer.getResponseHeader(ID) !== null);

// Whether the request has reached the server is unknown. A page that follows a night finds out: a tap changes its
// version.
const noAnswer = (text, { verb, at }) => {
  const posted = verb !== "get";
  if (posted || !root.dataset.connected) trouble(posted ? `${text} ${UNSURE}` : text, !posted);
  if (posted) unanswered = at ?? null;
  document.dispatchEvent(new Event("upcard:unanswered"));
};

const outcomeAt = (version) => {
  if (version === unanswered) return NOT_ENTERED;
  // A longer log is the dealer's tap, or shows what another tablet entered. Phones change the rest, and lengthen it.
  return sameLog(version, unanswered) || !document.getElementById("tap") ? UNSURE : "";
};

// Says what became of a tap without an answer, with each version of the night: it may still arrive, and be entered.
export const tellOutcome = (version) => {
  if (passing) trouble("");
  if (unanswered === null) return;
  outcome = outcomeAt(version);
  if (!outcome) unanswered = null;
  else now = "";
  show();
};

// The server says what is wrong with its machine, and after how many seconds to retry.
const sayFault = (xhr) => {
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const said = [page.querySelector("h1"), ...page.querySelectorAll("#fault p")].filter(Boolean);
  const text = said.map((line) => line.textContent.trim().replace(/\s+/g, " "));
  trouble(text.length ? `${text[0]}. ${text.slice(1).join(" ")}` : "The server cannot answer right now. Trying again.");
  const seconds = Number(xhr.getResponseHeader("Retry-After"));
  if (seconds) setTimeout(() => document.dispatchEvent(new Event("upcard:retry")), seconds * 1000);
};

export const watchRequests = () => {
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.at = shown();
    if (detail.verb !== "get") forgetTaps();
  });
  document.addEventListener("htmx:sendError", ({ detail }) => noAnswer("Not connected.", detail.requestConfig));
  document.addEventListener("htmx:timeout", ({ detail }) => noAnswer("No answer yet.", detail.requestConfig));
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (!isOurs(detail.xhr)) return noAnswer("Not connected.", detail.requestConfig);
    if (detail.xhr.status === 503) return sayFault(detail.xhr);
    if (detail.xhr.status === 400) return trouble(NO_SESSION);
    const id = detail.xhr.getResponseHeader(ID);
    const whom = `If it happens again, give the host this code: ${id}.`;
    trouble(`Something broke, and the tap was not taken. Reload the page. ${whom}`);
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!isOurs(detail.xhr)) Object.assign(detail, { shouldSwap: false, isError: true });
    // A page that follows no night knows only by its own requests that the server can be reached again.
    else if (detail.shouldSwap || !document.querySelector("[data-live]")) trouble("");
  });
};
