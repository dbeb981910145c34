// Keeps the screen on if the browser allows it, also after the page was hidden, and reports whether it does.
export const keepAwake = (tell = () => {}) => {
  const ask = async () => {
    try {
      await navigator.wakeLock.request("screen");
      tell(true);
    } catch {
      tell(false);
    }
  };
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") ask(); });
  ask();
};
