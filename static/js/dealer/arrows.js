// Moves to the nearest button of the pad in a direction; straight ahead counts more than near.
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const centre = (one) => {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

export const goOn = (pad, [dx, dy]) => {
  const all = [...pad.querySelectorAll("button, input:not([type=hidden])")]
    .filter((one) => one.tabIndex >= 0 && one.getClientRects().length);
  const here = document.activeElement;
  if (here === pad) return all[0]?.focus();
  const [x, y] = centre(here);
  const far = (one) => {
    const [left, top] = centre(one);
    const ahead = (left - x) * dx + (top - y) * dy;
    return ahead < 4 ? Infinity : ahead + 4 * Math.abs((left - x) * dy + (top - y) * dx);
  };
  all.filter((one) => far(one) < Infinity).sort((a, b) => far(a) - far(b))[0]?.focus();
};
