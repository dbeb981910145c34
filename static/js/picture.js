// A picture to send: the server's drawing as a PNG, which every messenger accepts. Without scripts, the SVG is saved.
const [WIDTH, HEIGHT] = [1200, 630];

const drawn = async (address) => {
  const bytes = new TextEncoder().encode(await (await fetch(address)).text());
  const picture = new Image();
  picture.src = `data:image/svg+xml;base64,${btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""))}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d").drawImage(picture, 0, 0, WIDTH, HEIGHT);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
};

const send = async (link) => {
  const name = link.download.replace(".svg", ".png");
  const blob = await drawn(link.href);
  const files = [new File([blob], name, { type: "image/png" })];
  if (navigator.canShare?.({ files })) {
    const failed = await navigator.share({ files }).catch((error) => error.name);
    if (!failed || failed === "AbortError") return; // shared, or cancelled
  }
  const saved = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
};

export const sendPictures = () => {
  document.querySelectorAll("[data-picture]").forEach((link) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      send(link);
    });
  });
};
