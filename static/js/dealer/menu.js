// The menu closes when something else is tapped, or something in it that enters an action. It covers seats, which must
// be visible when keys move the focus to them.
export const closeMenu = (menu) => {
  document.addEventListener("click", ({ target }) => {
    if (menu.open && (!menu.contains(target) || target.closest("[name=action], [name=arm], #agree"))) menu.open = false;
  });
  document.addEventListener("focusin", ({ target }) => {
    if (menu.open && !menu.contains(target)) menu.open = false;
  });
};
