// A form tapped twice is sent once. A second post would abort the answer to the first, and with it the cookie that
// makes this a host's device or a player's phone. htmx sends its forms by itself, and the server knows the same tap.
const MILLISECONDS = 3000;

export const sendFormsOnce = () => {
  let sent = null;
  let at = 0;
  document.addEventListener("submit", (event) => {
    const { target: form, timeStamp } = event;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    if (form === sent && timeStamp - at < MILLISECONDS) {
      event.preventDefault();
      return;
    }
    sent = form;
    at = timeStamp;
  });
  addEventListener("pageshow", () => { sent = null; });
};
