"""Measurements of a screen in the browser. Each returns a list of faults."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

from tests.browser.devices import Shots
from tests.browser.settling import evaluate

#: axe's rules: WCAG up to 2.2 AA, and axe's own best practices.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Turns on two rules that axe leaves off as experimental, and turns off two that this module measures itself: target
#: size, at twice axe's minimum and scrolled clear of a phone's pad, and contrast, in both themes and over every layer
#: behind a text.
RULES = {
    "label-content-name-mismatch": {"enabled": True},
    "css-orientation-lock": {"enabled": True},
    "target-size": {"enabled": False},
    "color-contrast": {"enabled": False},
}

#: Makes every page transparent: the browser lays it out and hit-tests it, but has nothing to paint. Painting took up to
#: a third of its time, and no test reads pixels. With ``will-change`` the page is a layer of its own, which is skipped;
#: without it Chromium paints the page and then draws it transparent.
VEIL = """(() => {
  const veil = new CSSStyleSheet();
  veil.replaceSync("html { opacity: 0 !important; will-change: opacity !important }");
  document.adoptedStyleSheets.push(veil);
  window.unveil = () => { veil.disabled = true; };
})()"""

#: Makes the page opaque again, for measurements that skip transparent parts; finds no faults.
UNVEIL = "() => { window.unveil?.(); return []; }"
#: Makes the page opaque, and returns whether it has axe already.
READY_FOR_AXE = f"() => {{ ({UNVEIL})(); return window.axe !== undefined; }}"

AXE = """async ([tags, rules]) => {
  const options = { runOnly: { type: "tag", values: tags }, rules, resultTypes: ["violations"], selectors: false };
  const found = await axe.run(document, options);
  return found.violations.flatMap((rule) => rule.nodes.map((node) => {
    const why = node.failureSummary.split("\\n").slice(1).join("; ").trim();
    return `${rule.id}: ${node.html.slice(0, 100)} (${why})`;
  }));
}"""

#: Targets below 48 x 48 px, measured by hit-testing outwards from their middle. A checkbox or radio button counts with
#: its label; links in running text and covered targets are exempt.
TARGETS = """() => {
  const hits = (el, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (el.contains(hit) || hit.closest("label")?.contains(el));
  };
  const reach = (el, x, y, dx, dy) => {
    let far = 0;
    while (far < 48 && hits(el, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
    return far;
  };
  const wrong = [];
  document.querySelectorAll("a, button, input, select, textarea, summary").forEach((el) => {
    if (el.type === "hidden" || !el.checkVisibility() || el.closest(".visually-hidden, [aria-hidden=true]")) return;
    if (el.matches("a") && getComputedStyle(el).display === "inline" && el.closest("p, li, td")) return;
    const target = el.matches("[type=checkbox], [type=radio]") ? el.closest("label") ?? el : el;
    const { width, height } = target.getBoundingClientRect();
    if (width >= 47.5 && height >= 47.5) return;
    // A fixed bar may cover the target, so scroll it to three positions.
    const found = [0.5, 0.3, 0.7].map((part) => {
      let box = target.getBoundingClientRect();
      scrollBy({ top: box.top + box.height / 2 - innerHeight * part, behavior: "instant" });
      box = target.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (!hits(target, x, y)) return null;
      const wide = Math.max(width, reach(target, x, y, 1, 0) + reach(target, x, y, -1, 0) + 1);
      const high = Math.max(height, reach(target, x, y, 0, 1) + reach(target, x, y, 0, -1) + 1);
      return [wide, high].map(Math.round);
    }).filter(Boolean);
    if (found.length && !found.some(([wide, high]) => wide >= 48 && high >= 48)) {
      wrong.push(`target of ${found[0].join("x")}: ${target.outerHTML.slice(0, 100)}`);
    }
  });
  return wrong;
}"""

#: Returns the current theme and the other.
THEMES = """() => matchMedia("(prefers-color-scheme: dark)").matches ? ["dark", "light"] : ["light", "dark"]"""

#: Whether the page scrolls sideways, and the last element that makes it.
SIDEWAYS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const out = [...document.body.querySelectorAll("*")].filter((el) => el.getBoundingClientRect().right > clientWidth);
  const last = out.at(-1)?.outerHTML.replace(/\\s+/g, " ").slice(0, 150);
  return [`${scrollWidth - clientWidth} px too wide: ${last}`];
}"""

#: Cards too narrow for a legible rank on any screen.
SLIVERS = """() => [...document.querySelectorAll(".card")]
  .filter((el) => el.checkVisibility() && el.offsetWidth > 0 && el.offsetWidth < 16)
  .map((el) => `${el.ariaLabel || el.textContent.trim()} is ${el.offsetWidth} px wide`)"""

#: Parts of the dealer's screen that overlap, stick out, are cut off or need scrolling.
FITS = """() => {
  const wrong = [];
  const box = (el) => el.getBoundingClientRect();
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth) wrong.push(`${scrollWidth - clientWidth} px too wide`);
  if (scrollHeight > clientHeight) wrong.push(`${scrollHeight - clientHeight} px too high`);
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = [...document.querySelectorAll(".seat, .pot, .stage, .wild-line, #say, .toolbar > *, .pad, .log")]
    .filter((el) => el.checkVisibility({ visibilityProperty: true }));
  parts.forEach((a, n) => parts.slice(n + 1).forEach((b) => {
    if (!apart(box(a), box(b))) wrong.push(`${a.ariaLabel || a.className} lies over ${b.ariaLabel || b.className}`);
  }));
  const inside = (el, home) => el.left >= home.left - 1 && el.right <= home.right + 1
    && el.top >= home.top - 1 && el.bottom <= home.bottom + 1;
  document.querySelectorAll(".seat :is(.card, .slot, .backs, .backs i, .says)").forEach((el) => {
    if (!inside(box(el), box(el.closest(".seat")))) wrong.push(`${el.ariaLabel || el.className} sticks out`);
  });
  document.querySelectorAll(".seat > .says").forEach((says) => {
    if (!says.innerText.trim()) return;
    const cards = [...says.closest(".seat").querySelectorAll(".card, .backs")];
    if (cards.some((el) => !apart(box(el), box(says)))) wrong.push(`cards lie over ${says.innerText.trim()}`);
  });
  document.querySelectorAll(".seat :is(.card, .backs, .says)").forEach((el) => {
    if (el.scrollWidth > el.clientWidth + 3) wrong.push(`${el.ariaLabel || el.className} is too narrow`);
  });
  const within = box(document.querySelector(".pad"));
  const corner = box(document.querySelector("#undo"));
  const controls = ".pad button:not(.visually-hidden), .pad input:not([type=hidden]):not(.ranks input)";
  document.querySelectorAll(controls).forEach((el) => {
    if (!el.checkVisibility()) return;
    const seen = box(el);
    const rolls = el.closest(".choices-many, .groups, .settle, .modes");
    if (!rolls && !inside(seen, within)) wrong.push(`${el.textContent.trim()} sticks out of the pad`);
    if (!rolls && !apart(seen, corner)) wrong.push(`${el.textContent.trim()} lies under Undo`);
  });
  document.querySelectorAll(".wild-line, #say, .pad .text, .pad .label").forEach((el) => {
    if (el.checkVisibility() && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1)) {
      wrong.push(`cut off: ${el.textContent.trim().slice(0, 60)}`);
    }
  });
  return wrong;
}"""

#: Text below 18 px, too small to read at a glance.
SMALL_TEXT = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.checkVisibility() && !e.closest(".visually-hidden"))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 18).map((e) => e.outerHTML.slice(0, 80))"""

#: Texts with too little contrast to any layer behind them: translucent colours, faded parents, and each colour of a
#: gradient. Disabled controls are exempt, as in WCAG; large text needs 3, other text 4.5.
CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (text) => {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      known.set(text, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(text);
  };
  const mix = (under, over, part) => under.map((value, n) => value + (over[n] - value) * part);
  const over = (under, colour) => mix(under, colour.slice(0, 3), colour[3] / 255);
  const grounds = (style, under) => {
    const flat = over(under, rgba(style.backgroundColor));
    // A shadow where there is more to scroll lies under the cut edge of the text alone.
    if (style.backgroundAttachment.includes("local")) return [flat];
    const stops = style.backgroundImage.match(/(rgba?|color|oklch|oklab|hsl)\\([^()]*\\)/g) ?? [];
    return stops.length ? stops.map((stop) => over(flat, rgba(stop))) : [flat];
  };
  // The layers behind what is in an element: each ground, and how its faded parents change a colour on it.
  const layers = new Map([[null, [[[255, 255, 255], (colour) => colour]]]]);
  const layersOf = (el) => {
    if (!layers.has(el)) {
      const style = getComputedStyle(el);
      // Only VEIL makes the page itself transparent.
      const opacity = el === document.documentElement ? 1 : Number(style.opacity);
      // Nobody sees what is wholly transparent, as an announcement under a notice is.
      layers.set(el, (opacity === 0 ? [] : layersOf(el.parentElement)).flatMap(([under, fade]) => {
        const faded = opacity === 1 ? fade : (colour) => fade(mix(under, colour, opacity));
        return grounds(style, under).map((ground) => [ground, faded]);
      }));
    }
    return layers.get(el);
  };
  const light = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, n) => {
    const value = colour[n] / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
  const ratio = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const wrong = [];
  const measure = (el, colour, what) => {
    const { fontSize, fontWeight, color } = getComputedStyle(el);
    const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const text = rgba(colour ?? color);
    const least = Math.min(...layersOf(el).map(([ground, fade]) => ratio(fade(ground), fade(over(ground, text)))));
    if (least < (large ? 3 : 4.5)) wrong.push(`contrast ${least.toFixed(2)}: ${what} ${el.outerHTML.slice(0, 100)}`);
  };
  document.querySelectorAll("body *").forEach((el) => {
    if (!el.checkVisibility() || el.closest(".visually-hidden, [aria-disabled=true], :disabled")) return;
    if ([...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) measure(el, null, "");
    if (el.placeholder) measure(el, getComputedStyle(el, "::placeholder").color, "placeholder");
  });
  return wrong;
}"""

#: Waits until the page has been painted, before which it takes no taps and a hit test finds nothing.
PAINTED = "async () => { await Promise.all(document.body.getAnimations().map(({ finished }) => finished)); }"

#: Records each element that gets the focus but shows no focus ring or is covered.
WATCH_FOCUS = """() => {
  const ringed = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const inspect = (el) => {
    const label = el.matches("[type=checkbox], [type=radio]") ? el.closest("label") ?? el.labels[0] : null;
    const shown = label ?? el;
    const parts = [el, shown, ...shown.querySelectorAll("*"), el.nextElementSibling].filter(Boolean);
    const visible = parts.some((part) => [null, "::before", "::after"].some((pseudo) =>
      (!pseudo || getComputedStyle(part, pseudo).content !== "none") && ringed(getComputedStyle(part, pseudo))));
    const name = shown.outerHTML.slice(0, 100);
    if (!visible) focus.wrong.push(`focus not seen: ${name}`);
    const box = shown.getBoundingClientRect();
    const points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
    const hit = points.map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y));
    if (hit.some((other) => other && shown.contains(other))) return;
    const [over] = hit;
    const by = over ? over.outerHTML.slice(0, 100) : "nothing";
    focus.wrong.push(`focus covered: ${name} at ${box.left},${box.top} by ${by}, page at ${scrollY}`);
  };
  const focus = { wrong: [], visited: new Set() };
  window.focusWatch = focus;
  document.activeElement?.blur();
  document.addEventListener("focusin", ({ target }) => {
    if (!focus.visited.has(target)) inspect(target);
    focus.visited.add(target);
  });
}"""

#: Returns the elements that the Tab key should reach, except radio buttons: a group of them has one tab stop.
STOPS = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
  .filter((el) => el.type !== "hidden" && !el.disabled && el.tabIndex >= 0 && el.checkVisibility()
    && !el.closest("[inert]") && getComputedStyle(el).visibility === "visible" && el.type !== "radio")"""

#: Focuses each of them, as the Tab key would.
FOCUS_EACH = f"""() => ({STOPS})().forEach((el) => el.focus({{ focusVisible: true }}))"""

#: Returns what is wrong with the elements that got the focus, and the elements that got none.
FOCUS_FAULTS = f"""() => [...focusWatch.wrong, ...({STOPS})().filter((el) => !focusWatch.visited.has(el))
  .map((el) => `no focus on ${{el.outerHTML.slice(0, 100)}}`)]"""

#: Records the text of every live region that appears or changes, as a screen reader would announce it.
RECORD_ANNOUNCEMENTS = """() => {
  const live = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  window.announcements = [];
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes } of changes) {
      const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
      if (around) regions.add(around);
      for (const node of addedNodes) {
        if (node.nodeType !== 1) continue;
        if (node.matches(live)) regions.add(node);
        node.querySelectorAll(live).forEach((el) => regions.add(el));
      }
    }
    for (const el of regions) {
      if (el.isConnected && el.checkVisibility() && el.innerText.trim()) announcements.push(el.innerText.trim());
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
}"""


@cache
def axe_script() -> str:
    """Return the source of axe-core, from its package for Playwright."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def axe(page: Page) -> list[str]:
    """Return the faults that axe finds. It is injected by the driver, so the content security policy stays on."""
    if not evaluate(page, READY_FOR_AXE):
        page.evaluate(axe_script())
    return evaluate(page, AXE, [TAGS, RULES])


def faults_of(page: Page, *measurements: str) -> list[str]:
    """Return the faults that several measurements find, in one request to the browser."""
    return evaluate(page, f"() => [{', '.join(measurements)}].flatMap((measure) => measure())")


def sizes(page: Page) -> list[str]:
    """Return targets too small for a finger, cards too small to read, and whether the page is too wide."""
    return faults_of(page, TARGETS, SLIVERS, SIDEWAYS)


def contrast(page: Page) -> list[str]:
    """Return texts with too little contrast in the current theme."""
    return evaluate(page, CONTRAST)


def size_and_contrast(page: Page) -> list[str]:
    """Return faults in sizes and contrast at the current size and theme."""
    return faults_of(page, TARGETS, SLIVERS, SIDEWAYS, CONTRAST)


def accessibility(page: Page) -> list[str]:
    """Return the faults that axe finds, and faults in sizes and contrast in both themes."""
    return [*axe(page), *in_both_themes(page)]


def in_both_themes(page: Page) -> list[str]:
    """Return faults in sizes, and in contrast in both themes: in the current one and then in the other, which stays."""
    first, other = evaluate(page, THEMES)
    page.emulate_media(color_scheme=first, reduced_motion="reduce")
    found = size_and_contrast(page)
    page.emulate_media(color_scheme=other, reduced_motion="reduce")
    return found + [f"{other}: {wrong}" for wrong in contrast(page)]


def fits(page: Page) -> list[str]:
    """Return parts of the dealer's screen that do not fit at the current size."""
    return evaluate(page, FITS)


def small_text(page: Page) -> list[str]:
    """Return texts too small for the dealer's screen."""
    return evaluate(page, SMALL_TEXT)


def keyboard(page: Page, *, tabs: bool = True) -> list[str]:
    """Hold Tab through the page; return elements that got no focus, did not show it or were covered.

    Without ``tabs``, a script focuses each element in turn, which takes a seventh of the time.
    """
    evaluate(page, PAINTED)
    if tabs:
        stops = evaluate(page, f"() => {{ ({WATCH_FOCUS})(); return ({STOPS})().length; }}")
        for _ in range(stops + 12):
            page.keyboard.down("Tab")  # held down, which takes half the time of presses
        page.keyboard.up("Tab")
        return evaluate(page, FOCUS_FAULTS)
    return evaluate(page, f"() => {{ ({WATCH_FOCUS})(); ({FOCUS_EACH})(); return ({FOCUS_FAULTS})(); }}")


def record_announcements(page: Page) -> None:
    """Start recording the texts of live regions."""
    evaluate(page, RECORD_ANNOUNCEMENTS)


def announcements(page: Page) -> list[str]:
    """Return the texts of live regions recorded so far."""
    return evaluate(page, "announcements")


def check_and_shoot(page: Page, shots: Shots, name: str) -> None:
    """Take a screenshot of a page and check its sizes."""
    page.wait_for_load_state()
    shots.take(page, f"{name}.png")
    assert sizes(page) == []


#: Texts that visibly overlap, and amounts broken across two lines.
TEXTS = r"""() => {
  const wrong = new Set();
  const texts = [];
  const clipped = ({ left, right, top, bottom }, el) => {
    const box = { left, right, top, bottom };
    for (let home = el; home !== document.body; home = home.parentElement) {
      const { overflowX, display } = getComputedStyle(home);
      if (overflowX === "visible" || display === "inline") continue;
      const inside = home.getBoundingClientRect();
      box.left = Math.max(box.left, inside.left);
      box.right = Math.min(box.right, inside.right);
      box.top = Math.max(box.top, inside.top);
      box.bottom = Math.min(box.bottom, inside.bottom);
    }
    return box;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const text = walk.currentNode;
    const el = text.parentElement;
    if (!text.data.trim() || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (el.closest(".visually-hidden, script, style, .card, .backs, option, textarea, .page-bar, .address")) continue;
    for (const { 0: amount, index } of text.data.matchAll(/[A-Z]{0,3}\u00a0?[€¥$]?\d[\d.,]*\d/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + amount.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
      const lines = new Set(rects.map(({ top }) => Math.round(top / 6)));
      if (lines.size > 1) wrong.add(`${amount} is broken over two lines`);
    }
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const box = clipped(rect, el);
      if (box.right - box.left > 2 && box.bottom - box.top > 2) texts.push([box, text.data.trim().slice(0, 40), el]);
    }
  }
  texts.forEach(([a, what, el], n) => texts.slice(n + 1).forEach(([b, other, another]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const least = Math.min(a.bottom - a.top, b.bottom - b.top);
    if (el !== another && wide > 2 && high > least * 0.4) wrong.add(`${what} lies over ${other}`);
  }));
  return [...wrong];
}"""


#: Texts cut off by their containers without an ellipsis.
CUT = """() => {
  const hides = (el) => /hidden|clip/.test(getComputedStyle(el).overflow);
  const wrong = [];
  document.querySelectorAll("body *").forEach((el) => {
    if (!hides(el) || !el.checkVisibility() || el.closest(".visually-hidden, .card, .backs, svg, input")) return;
    const { textOverflow, webkitLineClamp } = getComputedStyle(el);
    const wide = textOverflow === "ellipsis" ? 0 : el.scrollWidth - el.clientWidth;
    const high = webkitLineClamp !== "none" ? 0 : el.scrollHeight - el.clientHeight;
    if (wide > 2 || high > 4) {
      const name = el.ariaLabel || el.className;
      wrong.push(`${name} cut by ${wide} x ${high}: ${el.innerText.trim().replace(/\\s+/g, " ").slice(0, 50)}`);
    }
  });
  return wrong;
}"""


def texts(page: Page) -> list[str]:
    """Return texts that overlap or are cut off, broken amounts, and whether the page is too wide."""
    return faults_of(page, UNVEIL, TEXTS, CUT, SIDEWAYS)
