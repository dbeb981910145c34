// Lets the browser keep the app's files, over https: then it opens at once, and says when the server is gone.
export const keepOnDevice = () => {
  const address = document.querySelector("meta[name=service-worker]")?.content;
  if (!address || location.protocol !== "https:" || !navigator.serviceWorker) return;
  navigator.serviceWorker.register(address).catch(() => {}); // without it, everything works as over http
};
