// Asks whether the server is back, and then loads the page that was asked for.
const AGAIN = 2000;

const { check } = document.querySelector("[data-check]").dataset;

const ask = async () => {
  try {
    await fetch(check, { cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(ask, AGAIN);
  }
};

setTimeout(ask, AGAIN);
