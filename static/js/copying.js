// Copies text. Over plain http, as at home, browsers withhold the clipboard: then the old way is used.
const BACK = 2500; // how long a button shows the result of the tap

const copyOldWay = (text) => {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  field.readOnly = true;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused.focus({ preventScroll: true });
  return done;
};

export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
};

// Shows every button that copies a link. It reports the result of the tap, and so does ``said``.
export const copyByButtons = (said) => {
  for (const button of document.querySelectorAll("[data-copy]")) {
    let back = 0;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const done = await copy(button.dataset.copy);
      button.textContent = done ? "Copied" : "Select it by hand";
      said.textContent = done
        ? "Link copied."
        : "This browser cannot copy. Select the address instead.";
      clearTimeout(back);
      back = setTimeout(() => { button.textContent = "Copy"; }, BACK);
    });
  }
};
