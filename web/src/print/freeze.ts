// Boards are laid out for the window; paper has another size, and what points at their things would miss. A picture is
// therefore kept as it is in a frame that has the size of the window, wherever it is printed.

const FROZEN = "frozen";

/** Lets pictures go again, so that they can be drawn anew. */
export function thaw(root: HTMLElement): void {
  for (const picture of root.querySelectorAll(`.${FROZEN}`)) {
    picture.querySelector(":scope > iframe")?.remove();
    picture.classList.remove(FROZEN);
  }
}

/** Keeps every picture within an element as it is drawn now. */
export async function freeze(root: HTMLElement): Promise<void> {
  const styles = [...document.querySelectorAll("link[rel=stylesheet], head > style")]
    .map((one) => one.outerHTML)
    .join("");
  const pictures = [...root.querySelectorAll<HTMLElement>("figure > .picture")];
  await Promise.all(pictures.map((picture) => kept(picture, styles)));
}

function kept(picture: HTMLElement, styles: string): Promise<void> {
  const page = document.documentElement;
  const look = picture.closest("[style*='--accent']")?.getAttribute("style") ?? "";
  const shell = document.createElement("div");
  shell.className = "sheets";
  shell.setAttribute("style", look);
  const inside = picture.cloneNode(true) as HTMLElement;
  inside.style.width = `${picture.offsetWidth}px`;
  inside.style.height = `${picture.offsetHeight}px`;
  shell.append(inside);
  const frame = document.createElement("iframe");
  frame.title = picture.getAttribute("aria-label") ?? "";
  frame.width = String(innerWidth);
  frame.height = String(innerHeight);
  frame.srcdoc = `<!doctype html><html data-theme="light" data-motion="${page.dataset.motion}"><head>${styles}</head><body>${shell.outerHTML}</body></html>`;
  return new Promise((done) => {
    frame.onload = () => {
      scrolled(picture, frame.contentDocument?.querySelector(".picture"));
      picture.classList.add(FROZEN);
      done();
    };
    picture.append(frame);
  });
}

/** Has everything in a copy scrolled as far as in what it was copied from. */
function scrolled(from: Element, to: Element | null | undefined): void {
  const copies = [...(to?.querySelectorAll("*") ?? [])];
  [...from.querySelectorAll("*")].forEach((one, i) => {
    if (one.scrollTop || one.scrollLeft) copies[i]?.scrollTo(one.scrollLeft, one.scrollTop);
  });
}
