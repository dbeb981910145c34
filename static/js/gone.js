// Polls until the server is back, then loads the requested page.
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
