// Announcements: new ones are put in place and spoken, those that no longer hold disappear silently.

export const sameWords = (target, fragment) => fragment.textContent.trim() === target.textContent.trim();

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
    if (announced === (target.dataset.announced ?? "") && sameWords(target, fragment)) {
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
