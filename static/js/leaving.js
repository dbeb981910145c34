// Asks before a page is left while something typed on it would be lost. A link asks by itself, since Safari on an iPad
// has no event for leaving a page.
const QUESTION = "Leave this page? What you typed has not been saved.";

export const askBeforeLeaving = (isUnsaved) => {
  let agreed = false;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || !isUnsaved()) return;
    agreed = confirm(QUESTION);
    if (!agreed) event.preventDefault();
  });
  addEventListener("beforeunload", (event) => { if (!agreed && isUnsaved()) event.preventDefault(); });
  addEventListener("pageshow", () => { agreed = false; });
};
