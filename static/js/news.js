// Announcements: what is new is put in place and said, what is no longer so goes from sight without a word.

export const keepTrue = (target, fragment) => {
  const now = [...fragment.querySelectorAll("span")];
  target.querySelectorAll("span").forEach((sentence, n) => { sentence.hidden = now[n].hidden; });
};

// Every answer brings the announcement. It is put in place, and so heard, only if it is another one: with the same
// words it may be, after Undo or for another hand, which its number tells. What is put in place is reported first.
export const swapOnlyNews = (report) => {
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (!fragment.dataset) return; // no announcement, but a part that is replaced whole
    const { told = "" } = fragment.dataset;
    if (told === (target.dataset.told ?? "") && fragment.textContent.trim() === target.textContent.trim()) {
      event.detail.shouldSwap = false;
      keepTrue(target, fragment);
      return;
    }
    target.dataset.told = told;
    report(target, fragment);
  });
};

// An announcement as it is said aloud.
export const sentencesOf = (part) =>
  [...part.querySelectorAll("span:not([hidden])")].map((sentence) => sentence.dataset.spoken);
