// Counts the letters of a name beside its field while it is typed: of the last one, if there are several.
export const countLetters = () => {
  document.addEventListener("input", ({ target }) => {
    const line = document.getElementById(target.dataset?.letters ?? "");
    if (!line) return;
    const name = target.value.split(",").at(-1).trim();
    line.textContent = `${[...name].length} of ${target.dataset.longest} letters`;
  });
};
