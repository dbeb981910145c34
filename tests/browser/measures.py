"""Measurements in the browser for every screen. Each returns its faults, one per line."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

from tests.browser.devices import Shots
from tests.browser.settling import evaluate

#: axe's rules: WCAG up to 2.2 AA, and axe's own best practices.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Two rules that axe leaves off as experimental are on. Two that we measure ourselves are off: targets, at twice the
#: size and scrolled out from under a phone's pad, and contrast, in both themes and with every layer that may lie under
#: a text.
RULES = {
    "label-content-name-mismatch": {"enabled": True},
    "css-orientation-lock": {"enabled": True},
    "target-size": {"enabled": False},
    "color-contrast": {"enabled": False},
}

#: Makes every page transparent: the browser lays it out and finds what is tapped, but has nothing to paint, which took
#: up to a third of its time. No test reads pixels.
VEIL = """(() => {
  const veil = new CSSStyleSheet();
  veil.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets.push(veil);
  window.unveil = () => { veil.disabled = true; };
})()"""

AXE = """async ([tags, rules]) => {
  const found = await axe.run(document, { runOnly: { type: "tag", values: tags }, rules, resultTypes: ["violations"] });
  return found.violations.flatMap((rule) => rule.nodes.map((node) => {
    const why = node.failureSummary.split("\\n").slice(1).join("; ").trim();
    return `${rule.id}: ${node.html.slice(0, 100)} (${why})`;
  }));
}"""

#: Targets below 48 x 48 px, measured by where taps around the middle hit them. A checkbox or radio button counts with
#: its label; links in running text and covered targets are exempt.
TARGETS = """() => {
  const meets = (one, x, y) => {
    const met = document.elementFromPoint(x, y);
    return met && (one.contains(met) || met.closest("label")?.contains(one));
  };
  const reach = (one, x, y, dx, dy) => {
    let far = 0;
    while (far < 48 && meets(one, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
    return far;
  };
  const wrong = [];
  document.querySelectorAll("a, button, input, select, textarea, summary").forEach((one) => {
    if (one.type === "hidden" || !one.checkVisibility() || one.closest(".visually-hidden, [aria-hidden=true]")) return;
    if (one.matches("a") && getComputedStyle(one).display === "inline" && one.closest("p, li, td")) return;
    const target = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") ?? one : one;
    const { width, height } = target.getBoundingClientRect();
    if (width >= 47.5 && height >= 47.5) return;
    // A fixed bar may cover the target; scroll to three positions, one of which must be clear.
    const found = [0.5, 0.3, 0.7].map((part) => {
      let box = target.getBoundingClientRect();
      scrollBy({ top: box.top + box.height / 2 - innerHeight * part, behavior: "instant" });
      box = target.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (!meets(target, x, y)) return null;
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

SIDEWAYS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
}"""

#: Cards too narrow for their rank to be read on any screen.
SLIVERS = """() => [...document.querySelectorAll(".card")]
  .filter((one) => one.checkVisibility() && one.offsetWidth > 0 && one.offsetWidth < 16)
  .map((one) => `${one.ariaLabel || one.textContent.trim()} is ${one.offsetWidth} px wide`)"""

#: No part of the dealer's screen overlaps another, sticks out, is cut off or has to be scrolled to.
FITS = """() => {
  const wrong = [];
  const box = (one) => one.getBoundingClientRect();
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth) wrong.push(`${scrollWidth - clientWidth} px too wide`);
  if (scrollHeight > clientHeight) wrong.push(`${scrollHeight - clientHeight} px too high`);
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = [...document.querySelectorAll(".seat, .pot, .stage, .wild-line, #say, .toolbar > *, .pad, .log")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }));
  parts.forEach((a, n) => parts.slice(n + 1).forEach((b) => {
    if (!apart(box(a), box(b))) wrong.push(`${a.ariaLabel || a.className} lies over ${b.ariaLabel || b.className}`);
  }));
  const inside = (one, home) => one.left >= home.left - 1 && one.right <= home.right + 1
    && one.top >= home.top - 1 && one.bottom <= home.bottom + 1;
  document.querySelectorAll(".seat :is(.card, .slot, .backs, .backs i, .says)").forEach((one) => {
    if (!inside(box(one), box(one.closest(".seat")))) wrong.push(`${one.ariaLabel || one.className} sticks out`);
  });
  document.querySelectorAll(".seat > .says").forEach((says) => {
    if (!says.innerText.trim()) return;
    const cards = [...says.closest(".seat").querySelectorAll(".card, .backs")];
    if (cards.some((one) => !apart(box(one), box(says)))) wrong.push(`cards lie over ${says.innerText.trim()}`);
  });
  document.querySelectorAll(".seat :is(.card, .backs, .says)").forEach((one) => {
    if (one.scrollWidth > one.clientWidth + 3) wrong.push(`${one.ariaLabel || one.className} is too narrow`);
  });
  const within = box(document.querySelector(".pad"));
  const corner = box(document.querySelector("#undo"));
  const controls = ".pad button:not(.visually-hidden), .pad input:not([type=hidden]):not(.ranks input)";
  document.querySelectorAll(controls).forEach((one) => {
    if (!one.checkVisibility()) return;
    const seen = box(one);
    const rolls = one.closest(".choices-many, .groups, .settle, .modes");
    if (!rolls && !inside(seen, within)) wrong.push(`${one.textContent.trim()} sticks out of the pad`);
    if (!rolls && !apart(seen, corner)) wrong.push(`${one.textContent.trim()} lies under Undo`);
  });
  document.querySelectorAll(".wild-line, #say, .pad .text, .pad .label").forEach((one) => {
    if (one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)) {
      wrong.push(`cut off: ${one.textContent.trim().slice(0, 60)}`);
    }
  });
  return wrong;
}"""

#: Text below 18 px, too small to read at a glance.
SMALL_TEXT = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.checkVisibility() && !e.closest(".visually-hidden"))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 18).map((e) => e.outerHTML.slice(0, 80))"""

#: Contrast of every text with each layer that may lie under it: translucent colours, faded parents, and each colour of
#: a gradient. Disabled controls are exempt, as in WCAG; large text needs 3, other text 4.5.
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
    const stops = style.backgroundImage.match(/(rgba?|color|oklch|oklab|hsl)\\([^()]*\\)/g) ?? [];
    return stops.length ? stops.map((stop) => over(flat, rgba(stop))) : [flat];
  };
  const pairs = (chain, at, under, colour) => {
    const style = getComputedStyle(chain[at]);
    return grounds(style, under).flatMap((ground) => {
      const inside = at === chain.length - 1
        ? [[ground, over(ground, rgba(colour ?? style.color))]]
        : pairs(chain, at + 1, ground, colour);
      // The page itself is only transparent because nothing is to be painted.
      return inside.map((pair) => pair.map((one) => mix(under, one, at ? Number(style.opacity) : 1)));
    });
  };
  const light = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, n) => {
    const value = colour[n] / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const wrong = [];
  const look = (one, colour, what) => {
    const chain = [];
    for (let e = one; e; e = e.parentElement) chain.unshift(e);
    const { fontSize, fontWeight } = getComputedStyle(one);
    const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const least = Math.min(...pairs(chain, 0, [255, 255, 255], colour).map(([a, b]) => ratio(a, b)));
    if (least < (large ? 3 : 4.5)) wrong.push(`contrast ${least.toFixed(2)}: ${what} ${one.outerHTML.slice(0, 100)}`);
  };
  document.querySelectorAll("body *").forEach((one) => {
    if (!one.checkVisibility() || one.closest(".visually-hidden, [aria-disabled=true], :disabled")) return;
    if ([...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) look(one, null, "");
    if (one.placeholder) look(one, getComputedStyle(one, "::placeholder").color, "placeholder");
  });
  return wrong;
}"""

#: Watches every element that gets the focus: each must show its focus and not be covered.
WATCH_FOCUS = """() => {
  const ringed = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const look = (one) => {
    const label = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") ?? one.labels[0] : null;
    const shown = label ?? one;
    const parts = [one, shown, ...shown.querySelectorAll("*"), one.nextElementSibling].filter(Boolean);
    const visible = parts.some((part) => [null, "::before", "::after"].some((pseudo) =>
      (!pseudo || getComputedStyle(part, pseudo).content !== "none") && ringed(getComputedStyle(part, pseudo))));
    const name = shown.outerHTML.slice(0, 100);
    if (!visible) focus.wrong.push(`focus not seen: ${name}`);
    const box = shown.getBoundingClientRect();
    const places = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
    const met = places.map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y));
    if (!met.some((other) => other && shown.contains(other))) focus.wrong.push(`focus covered: ${name}`);
  };
  const focus = { wrong: [], met: new Set() };
  window.focusWatch = focus;
  document.activeElement?.blur();
  document.addEventListener("focusin", ({ target }) => {
    if (!focus.met.has(target)) look(target);
    focus.met.add(target);
  });
}"""

#: Elements that the Tab key should reach. Radio buttons are left out: a group of them has one tab stop.
STOPS = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
  .filter((one) => one.type !== "hidden" && !one.disabled && one.tabIndex >= 0 && one.checkVisibility()
    && !one.closest("[inert]") && getComputedStyle(one).visibility === "visible" && one.type !== "radio")"""

#: Focuses each of them, as a key would.
FOCUS_EACH = f"""() => ({STOPS})().forEach((one) => one.focus({{ focusVisible: true }}))"""

#: Records what a screen reader would announce: the text of every live region that appears or changes.
HEAR = """() => {
  const live = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  window.heardAloud = [];
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes } of changes) {
      const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
      if (around) regions.add(around);
      for (const node of addedNodes) {
        if (node.nodeType !== 1) continue;
        if (node.matches(live)) regions.add(node);
        node.querySelectorAll(live).forEach((one) => regions.add(one));
      }
    }
    for (const one of regions) {
      if (one.isConnected && one.checkVisibility() && one.innerText.trim()) heardAloud.push(one.innerText.trim());
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
}"""


@cache
def axe_script() -> str:
    """The source of axe-core, from its package for Playwright."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def unveil(page: Page) -> None:
    """Let a page be seen by measures that take transparent parts for hidden."""
    evaluate(page, "window.unveil?.()")


def axe(page: Page) -> list[str]:
    """Faults found by axe. It runs inside the page, so the page's content security policy stays as it is."""
    if evaluate(page, "typeof window.axe") == "undefined":
        page.evaluate(axe_script())
    unveil(page)
    return evaluate(page, AXE, [TAGS, RULES])


def sizes(page: Page) -> list[str]:
    """Targets too small for a finger, cards too small to read, and whether the page is too wide."""
    return evaluate(page, TARGETS) + evaluate(page, SLIVERS) + evaluate(page, SIDEWAYS)


def contrast(page: Page) -> list[str]:
    """Text with too little contrast, in the current theme."""
    return evaluate(page, CONTRAST)


def looks(page: Page) -> list[str]:
    """Faults in sizes and contrast, as laid out in the browser."""
    return sizes(page) + contrast(page)


def for_everybody(page: Page) -> list[str]:
    """Faults found by axe, which are the same at every size and in both themes, and faults of layout at this size."""
    return [*axe(page), *in_both_looks(page)]


def in_both_looks(page: Page) -> list[str]:
    """Faults in sizes and contrast in the dark theme, and in contrast in the light theme."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found = looks(page)
    page.emulate_media(color_scheme="light")
    found += [f"light: {wrong}" for wrong in contrast(page)]
    page.emulate_media(color_scheme="dark")
    return found


def fits(page: Page) -> list[str]:
    """Parts of the dealer's screen that do not fit at the current size."""
    return evaluate(page, FITS)


def small_text(page: Page) -> list[str]:
    """Text too small for the dealer's screen."""
    return evaluate(page, SMALL_TEXT)


def keyboard(page: Page, *, tabs: bool = True) -> list[str]:
    """Go through the page with the Tab key; return elements that got no focus, did not show it or were covered.

    Without ``tabs``, a script focuses each element in turn, which takes a seventh of the time.
    """
    evaluate(page, WATCH_FOCUS)
    if tabs:
        for _ in range(page.evaluate(f"({STOPS})().length") + 12):
            page.keyboard.press("Tab")
    else:
        evaluate(page, FOCUS_EACH)
    missed = f"() => ({STOPS})().filter((one) => !focusWatch.met.has(one)).map((one) => one.outerHTML.slice(0, 100))"
    return evaluate(page, "focusWatch.wrong") + [f"no focus on {one}" for one in evaluate(page, missed)]


def hear(page: Page) -> None:
    """Start recording live regions."""
    evaluate(page, HEAR)


def heard(page: Page) -> list[str]:
    """Texts of live regions since ``hear``."""
    return evaluate(page, "heardAloud")


def take(page: Page, shots: Shots, name: str) -> None:
    """Check the sizes of a page, and take a screenshot."""
    page.wait_for_load_state()
    shots.take(page, f"{name}.png")
    assert sizes(page) == []


#: Texts that overlap visibly, and amounts broken over two lines.
TEXTS = r"""() => {
  const wrong = new Set();
  const texts = [];
  const seen = ({ left, right, top, bottom }, one) => {
    const box = { left, right, top, bottom };
    for (let home = one; home !== document.body; home = home.parentElement) {
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
    const one = text.parentElement;
    if (!text.data.trim() || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.closest(".visually-hidden, script, style, .card, .backs, option, textarea, .page-bar, .address")) continue;
    for (const { 0: amount, index } of text.data.matchAll(/[A-Z]{0,3}\u00a0?[€¥$]?\d[\d.,]*\d/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + amount.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
      const lines = new Set(rects.map(({ top }) => Math.round(top / 6)));
      if (lines.size > 1) wrong.add(`${amount} is broken over two lines`);
    }
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const box = seen(rect, one);
      if (box.right - box.left > 2 && box.bottom - box.top > 2) texts.push([box, text.data.trim().slice(0, 40), one]);
    }
  }
  texts.forEach(([a, what, one], n) => texts.slice(n + 1).forEach(([b, other, another]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const least = Math.min(a.bottom - a.top, b.bottom - b.top);
    if (one !== another && wide > 2 && high > least * 0.4) wrong.add(`${what} lies over ${other}`);
  }));
  return [...wrong];
}"""


#: Text that is cut off by its container without an ellipsis.
CUT = """() => {
  const hides = (one) => /hidden|clip/.test(getComputedStyle(one).overflow);
  const wrong = [];
  document.querySelectorAll("body *").forEach((one) => {
    if (!hides(one) || !one.checkVisibility() || one.closest(".visually-hidden, .card, .backs, svg, input")) return;
    const { textOverflow, webkitLineClamp } = getComputedStyle(one);
    const wide = textOverflow === "ellipsis" ? 0 : one.scrollWidth - one.clientWidth;
    const high = webkitLineClamp !== "none" ? 0 : one.scrollHeight - one.clientHeight;
    if (wide > 2 || high > 4) {
      const name = one.ariaLabel || one.className;
      wrong.push(`${name} cut by ${wide} x ${high}: ${one.innerText.trim().replace(/\\s+/g, " ").slice(0, 50)}`);
    }
  });
  return wrong;
}"""


def texts(page: Page) -> list[str]:
    """Texts that overlap or are cut off, amounts broken in two, and whether the page is too wide."""
    unveil(page)
    return evaluate(page, TEXTS) + evaluate(page, CUT) + evaluate(page, SIDEWAYS)
