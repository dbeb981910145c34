// The line that says what is wrong: that the server does not answer, or that a tap was not taken.
const root = document.documentElement;

export const trouble = (text) => {
  const line = document.getElementById("trouble");
  line.textContent = text;
  line.hidden = !text;
};

export const watchRequests = () => {
  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (detail.requestConfig.verb !== "get") trouble("Not connected: the tap was not taken. Try it again.");
    else if (!root.dataset.connected) trouble("Not connected.");
  });
  document.addEventListener("htmx:timeout", () => trouble("No answer yet. Reload to see the table as it is."));
  document.addEventListener("htmx:responseError", ({ detail }) =>
    trouble(detail.xhr.status === 400
      ? "The tap was not taken. Reload the page, then tap again."
      : "Something broke, and the tap was not taken. Reload the page."));
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (detail.shouldSwap) trouble(""); });
};
