// A page that has lost the server is left only once that answers: a link or form would lead to the browser's error
// page, and an installed app has no button to go back from there.
import { fetchNow } from "./fetching.js";
import { trouble } from "./trouble.js";

const STAYS = "Not connected. This page stays as it is: tap again once it is connected.";

const isAway = () => "connected" in document.documentElement.dataset;

export const goTo = async (address) => {
  try {
    if (isAway()) await fetchNow(`${document.querySelector("[data-live]").dataset.live}?now`);
    location.href = address;
  } catch {
    if (isAway()) trouble(STAYS);
  }
};

export const stayWhileAway = () => {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!isAway() || !link || event.defaultPrevented || link.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    goTo(link.href);
  });
  document.addEventListener("submit", (event) => {
    if (!isAway() || event.defaultPrevented) return;
    event.preventDefault();
    trouble(STAYS);
  });
};
