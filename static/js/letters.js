// Counts the letters of a long name beside its field while it is typed: of the last one, if there are several.
const LONG = 2 / 3; // of the longest allowed; up to there, the line says how to type several names

export const countLetters = () => {
  document.addEventListener("input", ({ target }) => {
    const line = document.getElementById(target.dataset?.letters ?? "");
    if (!line) return;
    const { longest } = target.dataset;
    const count = [...target.value.split(",").at(-1).trim()].length;
    line.dataset.hint ??= line.textContent;
    line.textContent = count > longest * LONG ? `${count} of ${longest} letters` : line.dataset.hint;
  });
};
