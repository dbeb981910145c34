// The line that says what is wrong: the server does not answer, or a tap was not entered.
const root = document.documentElement;

export const trouble = (text) => {
  const line = document.getElementById("trouble");
  line.textContent = text;
  line.hidden = !text;
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
  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (detail.requestConfig.verb !== "get") trouble("Not connected: the tap was not entered. Try again.");
    else if (!root.dataset.connected) trouble("Not connected.");
  });
  document.addEventListener("htmx:timeout", () => trouble("No answer yet. Reload to see the table as it is."));
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status === 503) return sayFault(detail.xhr);
    if (detail.xhr.status === 400) return trouble("The tap was not entered. Reload the page, then tap again.");
    const id = detail.xhr.getResponseHeader("X-Request-Id");
    const whom = id ? ` If it happens again, give the host this code: ${id}.` : "";
    trouble(`Something broke, and the tap was not taken. Reload the page.${whom}`);
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (detail.shouldSwap) trouble(""); });
};
