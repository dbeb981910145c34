// Browsers in televisions are some years old, and those from before 2022 skip everything in a cascade layer. For them,
// the sheets are loaded again without layers: on a television and a phone, their order alone has the same effect.
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
