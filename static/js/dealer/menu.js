// The menu closes when something else is tapped, or something in it that enters an action. It lies over seats: whoever
// goes on to them by keys must see where they are.
export const closeMenu = (menu) => {
  document.addEventListener("click", ({ target }) => {
    if (menu.open && (!menu.contains(target) || target.closest("[name=action], [name=arm], #agree"))) menu.open = false;
  });
  document.addEventListener("focusin", ({ target }) => {
    if (menu.open && !menu.contains(target)) menu.open = false;
  });
};
