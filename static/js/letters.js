// Counts the letters of a name beside its field while it is typed.
export const countLetters = () => {
  document.addEventListener("input", ({ target }) => {
    const line = document.getElementById(target.dataset?.letters ?? "");
    if (line) line.textContent = `${target.value.length} of ${target.maxLength} letters`;
  });
};
