// The versions of a night: three counts, of changes, hands and entries.

export const shown = () => document.querySelector("[data-at]")?.dataset.at;

// Whether one version is later than another: by the count of changes, then the hand, then its entries.
export const isLater = (number, than) => {
  if (!than) return true;
  const [one, other] = [number, than].map((text) => text.split(".").map(Number));
  const differs = one.findIndex((part, n) => part !== other[n]);
  return differs >= 0 && one[differs] > other[differs];
};

// Whether two versions have the same hand and entries; only the table may differ.
export const sameLog = (one, other) => one.replace(/^\d+/, "") === other?.replace(/^\d+/, "");
