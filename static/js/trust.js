// Checks now and then whether this device reaches the server's https port without a warning, and says when it does.
const AGAIN = 3000;

const state = document.getElementById("trust-state");
const said = document.getElementById("trust-said");
const ways = document.getElementById("trust-go");
let asking = false;
let later = 0;

// An iPad says that it is a Mac. No Mac has a touch screen.
if (state.dataset.ipad && navigator.maxTouchPoints > 1) location.replace(state.dataset.ipad);

said.textContent = "This device does not trust the server yet. Follow the steps below; this page will notice.";

const check = async () => {
  clearTimeout(later);
  if (asking || !ways.hidden || document.visibilityState !== "visible") return;
  asking = true;
  try {
    await fetch(state.dataset.check, { mode: "no-cors", cache: "no-store", credentials: "omit" });
    said.textContent = "It worked: this device trusts the server.";
    state.classList.add("is-trusted");
    ways.hidden = false;
    state.scrollIntoView({ block: "nearest" }); // a user back from the settings has scrolled to a step
  } catch {
    later = setTimeout(check, AGAIN);
  }
  asking = false;
};

document.addEventListener("visibilitychange", check);
check();
