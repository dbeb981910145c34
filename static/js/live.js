// Keeps a page in step with its night: a stream sends the night's version, and the page is refreshed when it shows
// another one, by the content that came with the version or else by a request. A reopened stream brings the content
// that the page has missed. If no stream can be held open, the page polls.
import { fetchNow } from "./fetching.js";
import { sayAway, tellOutcome, trouble } from "./trouble.js";
import { isLater, shown } from "./versions.js";

const SILENCE = 40000; // the server sends something every 15 seconds
const FIRST = 6000; // and its first message at once
const POLL = 3000;
const DOUBT = 1500; // a broken stream is usually back at once
const LATE = 3000; // a version older than the page's is late, unless no newer one follows

let left = -Infinity; // when another page was last asked for, or a file
addEventListener("beforeunload", () => { left = performance.now(); });

// ``root`` holds the page and the address of its stream. ``put`` inserts the content that the stream brings.
export const follow = (root, refresh, put) => {
  const address = root.dataset.live;
  const drawn = () => {
    const asked = new URLSearchParams(location.search);
    asked.set("draw", root.dataset.draw);
    asked.set("files", root.dataset.files);
    asked.set("at", shown() ?? "");
    return put ? `${address}?${asked}` : address;
  };
  let source = null;
  let latest = "";
  let due = false; // the stream sent something while the page was fetching
  let silence = 0;
  let poll = 0;
  let polls = 0;
  let doubt = 0;
  let late = 0;
  let ended = false;

  // Without :has, which old browsers in televisions lack.
  const busy = () => root.matches(".htmx-request") || root.querySelector(".htmx-request") !== null;

  const connected = (yes) => {
    clearTimeout(doubt);
    doubt = 0;
    const html = document.documentElement;
    if (yes && html.dataset.connected) {
      delete html.dataset.connected;
      trouble("");
    } else if (!yes && !html.dataset.connected && !ended) {
      html.dataset.connected = "no";
      sayAway();
    }
  };

  // A fetch under way is checked when it arrives. Each message is checked only once: content fetched without one may be
  // newer than the last.
  const check = (brought) => {
    due = busy();
    clearTimeout(late);
    if (due || latest === shown()) return;
    if (!isLater(latest, shown())) late = setTimeout(() => { if (latest !== shown() && !busy()) refresh(); }, LATE);
    else if (brought) {
      trouble("");
      put(brought);
    } else refresh();
  };
  const hear = (word) => {
    const [number, ...brought] = word.split("\n");
    latest = number;
    connected(true);
    tellOutcome(latest);
    check(brought.join("\n"));
  };

  const stop = () => {
    source?.close();
    source = null;
    clearTimeout(silence);
    clearTimeout(poll);
    clearTimeout(late);
    clearTimeout(doubt);
    doubt = 0;
  };
  // The link has been renewed, or is no longer for this device: a reload shows that and nothing of the table. Or the
  // server has been upgraded.
  const leave = () => {
    stop();
    ended = true;
    reload();
  };
  // An answer or a page on its way comes first.
  const reload = () => {
    if (busy() || performance.now() - left < SILENCE) setTimeout(reload, DOUBT);
    else location.reload();
  };

  const ask = async () => {
    try {
      const { ok, status, text } = await fetchNow(`${address}?now`);
      if (status === 404 || status === 403) return leave();
      if (!ok) throw new Error(`status ${status}`);
      hear(text);
    } catch {
      connected(false);
    }
    polls += 1;
    if (!ended && document.visibilityState === "visible") poll = setTimeout(polls % 5 ? ask : open, POLL);
  };

  const pollInstead = () => {
    stop();
    ask();
  };
  const listen = (milliseconds) => {
    clearTimeout(silence);
    silence = setTimeout(pollInstead, milliseconds);
  };
  const open = () => {
    stop();
    if (ended || document.visibilityState !== "visible") return;
    source = new EventSource(drawn());
    listen(FIRST);
    source.onmessage = (event) => { listen(SILENCE); hear(event.data); };
    for (const end of ["gone", "out", "new"]) source.addEventListener(end, leave);
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) pollInstead();
      else doubt ||= setTimeout(connected, DOUBT, false);
    };
  };

  // A hidden page holds no stream; when shown again, it is refreshed.
  for (const change of ["visibilitychange", "upcard:turned"]) document.addEventListener(change, open);
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => { if (event.persisted) { open(); refresh(); } });
  addEventListener("online", open);
  addEventListener("offline", pollInstead);
  document.addEventListener("htmx:afterRequest", () => setTimeout(() => { if (due) check(); }));
  document.addEventListener("htmx:responseError", ({ detail }) => { if (detail.xhr.status === 404) ask(); });
  // What became of a request without an answer shows once the server is asked again.
  document.addEventListener("upcard:unanswered", () => {
    stop();
    poll = setTimeout(open, DOUBT);
  });
  // The server's machine had a fault: once it answers again, the table is refreshed.
  document.addEventListener("upcard:retry", () => {
    document.documentElement.dataset.connected = "no";
    pollInstead();
  });
  open();
};
