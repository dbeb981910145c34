// Announcements: new ones are put in place and spoken, those that no longer hold disappear silently.

// The words of each part as they came: a browser that translates the page has put others in their place.
const came = new WeakMap();
const wordsOf = (part) => part.textContent.trim();
for (const part of document.querySelectorAll("[role=status], [data-announced]")) came.set(part, wordsOf(part));

export const sameWords = (target, fragment) => {
  const before = came.get(target) ?? wordsOf(target);
  came.set(target, wordsOf(fragment));
  return before === wordsOf(fragment);
};

export const keepTrue = (target, fragment) => {
  const now = [...fragment.querySelectorAll("span")];
  target.querySelectorAll("span").forEach((sentence, n) => {
    sentence.hidden = now[n].hidden;
    sentence.className = now[n].className; // the dot after the last one goes
  });
};

// Every answer brings the announcement. It is swapped in, and so heard, only if it is a new one: after Undo or in
// another hand it may have the same words, but not the same number. It is reported before the swap.
export const swapOnlyNews = (report) => {
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (!fragment.dataset) return; // not an announcement, but a part to be replaced whole
    const { announced = "" } = fragment.dataset;
    if (sameWords(target, fragment) && announced === (target.dataset.announced ?? "")) {
      event.detail.shouldSwap = false;
      keepTrue(target, fragment);
      return;
    }
    target.dataset.announced = announced;
    report(target, fragment);
  });
};

// An announcement as spoken.
export const sentencesOf = (part) =>
  [...part.querySelectorAll("span:not([hidden])")].map((sentence) => sentence.dataset.spoken);
