// Texts that are too long for their place get smaller, down to what can still be read.

export const LEAST = 8; // pixels: 6 points

/** Makes every `[data-fit]` within an element fit; returns those that are cut even so. */
export function fit(root: HTMLElement): HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>("[data-fit]")];
  for (const node of all) node.style.fontSize = "";
  const cut: HTMLElement[] = [];
  let wide = all.filter(spills);
  while (wide.length) {
    const sizes = wide.map((node) => parseFloat(getComputedStyle(node).fontSize));
    cut.push(...wide.filter((_, i) => sizes[i] <= LEAST));
    wide.forEach((node, i) => (node.style.fontSize = `${Math.max(LEAST, sizes[i] - 0.5)}px`));
    wide = wide.filter((node, i) => sizes[i] > LEAST && spills(node));
  }
  return cut;
}

function spills(node: HTMLElement): boolean {
  return node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
}
