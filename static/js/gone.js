// Polls until the server is back, then loads the requested page.
import { fetchNow } from "./fetching.js";

const AGAIN = 2000;

const { check } = document.querySelector("[data-check]").dataset;

const ask = async () => {
  try {
    await fetchNow(check);
    location.reload();
  } catch {
    setTimeout(ask, AGAIN);
  }
};

setTimeout(ask, AGAIN);
