// A page that waits for an answer: it is fetched every few seconds, and loaded again once it says something else. A
// reload each time would take screen readers back to its beginning, and end at an error page without a connection.
import { BY_ITSELF, fetchNow } from "./fetching.js";
import { trouble } from "./trouble.js";

const AGAIN = 3000;

const words = (page) => page.querySelector("main")?.textContent;
const waiting = words(document);

const ask = async () => {
  try {
    const { status, text } = await fetchNow(location.href, BY_ITSELF);
    trouble("");
    if (status !== 503 && words(new DOMParser().parseFromString(text, "text/html")) !== waiting) location.reload();
  } catch {
    trouble("Not connected.");
  }
  setTimeout(ask, AGAIN);
};

setTimeout(ask, AGAIN);
