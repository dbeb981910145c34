// Keeps the screen on where the browser lets it, also when somebody comes back to the page, and tells whether it does.
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
