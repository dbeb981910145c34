// Browsers in televisions are some years old, and those from before 2022 skip all that stands in a cascade layer. There
// the sheets are read once more without their layers: on a television and a phone their order alone comes to the same.
const WRAPPED = /^[^]*?@layer [\w-]+ \{([^]*)\}\s*$/;
const ORDER = /@layer [^;{]*;/;

const unwrapped = async ({ href }) => {
  const text = await (await fetch(href)).text();
  const sheet = new CSSStyleSheet();
  const plain = text.replace(ORDER, "").replace(WRAPPED, "$1");
  sheet.replaceSync(plain.replaceAll("url(\"../", `url("${new URL("../", href)}`));
  return sheet;
};

export const readLayers = async () => {
  if (typeof CSSLayerBlockRule !== "undefined") return;
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  document.adoptedStyleSheets = await Promise.all(links.map(unwrapped));
};
