"""What an eye needs: text that is large enough and whole, and panels that leave what matters in sight."""

from __future__ import annotations

from playwright.sync_api import Page

SMALLEST = 11  # pixels of type on a phone

# Text of the table that is smaller than so many pixels, that reaches out of what holds it, or that lies
# under another card.
UNREADABLE = """(smallest) => {
  const bad = [];
  const text = document.createTreeWalker(document.querySelector(".table"), NodeFilter.SHOW_TEXT);
  const shown = { opacityProperty: true, visibilityProperty: true };
  for (let node; (node = text.nextNode()); ) {
    const said = node.data.trim();
    const parent = node.parentElement;
    if (!said || parent.closest(".unseen") || !parent.checkVisibility(shown)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < smallest) bad.push(`${size.toFixed(1)} px: ${said}`);
    for (let up = parent; up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      const ways = [style.overflowX, style.overflowY];
      if (ways.some((way) => way === "auto" || way === "scroll")) break; // it can be scrolled to
      if (ways.every((way) => way === "visible")) continue;
      const edge = up.getBoundingClientRect();
      const wide = Math.max(edge.left - box.left, box.right - edge.right);
      const over = Math.max(wide, edge.top - box.top, box.bottom - edge.bottom);
      if (over > 3) bad.push(`cut by ${over.toFixed(0)} px: ${said}`);
    }
  }
  for (const name of document.querySelectorAll(".stage .card .name")) {
    if (!name.checkVisibility(shown)) continue;
    name.scrollIntoView({ block: "center" });
    const box = name.getBoundingClientRect();
    const card = name.closest(".card");
    const above = document.elementFromPoint(box.right - 3, (box.top + box.bottom) / 2)?.closest(".card");
    if (above && above !== card) bad.push(`under another card: ${name.textContent.trim()}`);
  }
  scrollTo(0, 0);
  return bad;
}"""

# What the panel that shows a card large lies on, of whose move it is, the clock, the hand and the question.
COVERED = """() => {
  const panel = document.querySelector(".float")?.getBoundingClientRect();
  if (!panel) return null;
  return [...document.querySelectorAll(".seats, .clock, .hand, .stage footer, .list .bar")]
    .filter((node) => {
      const box = node.getBoundingClientRect();
      const wide = Math.min(panel.right, box.right) - Math.max(panel.left, box.left);
      const high = Math.min(panel.bottom, box.bottom) - Math.max(panel.top, box.top);
      return wide > 1 && high > 1;
    })
    .map((node) => node.className);
}"""


def check_readable(page: Page) -> None:
    """Nothing on the table is too small to be read, cut, or covered by a card."""
    found = page.evaluate(UNREADABLE, SMALLEST)
    assert not found, "\n".join(found)


def check_panel(page: Page, most: int = 6) -> None:
    """The panel of some cards, wherever they lie, covers nothing that must stay in sight."""
    cards = page.locator(".stage .card:has(.face)")
    count = cards.count()
    for k in range(0, count, max(1, count // most)):
        page.mouse.move(2, 2)
        card = cards.nth(k)
        box = card.bounding_box()
        if box is None or box["y"] < 0 or box["y"] + box["height"] > 740:
            continue  # out of sight
        card.hover(force=True)
        page.locator(".float").wait_for()
        covered = page.evaluate(COVERED)
        assert not covered, f"{card.inner_text()} covers {covered}"
    page.mouse.move(2, 2)
