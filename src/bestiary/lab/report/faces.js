"use strict";
// The game's own faces: small in the rows, whole beside the one that is pointed at, focused or tapped.
const drawFaces = async () => {
  const given = document.getElementById("faces");
  if (!given || !globalThis.DecompressionStream) return;
  const { cards, icons, style } = JSON.parse(given.textContent);
  const bytes = Uint8Array.from(atob(icons), (sign) => sign.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  Object.assign(faces.icons, await new Response(unpacked).json());
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { box-sizing: border-box; }
    svg { display: block; }
    .frame { aspect-ratio: 5 / 7; container-type: inline-size; overflow: hidden; border-radius: inherit;
      text-align: left; white-space: normal; font-weight: 400; line-height: 1.5; }
    ${style}`);
  document.body.style.setProperty("--display", faces.display);
  const put = (host, card, whole) => {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = `<div class="frame">${faces.draw(card, whole)}</div>`;
    return root.firstElementChild;
  };
  const large = document.createElement("span");
  large.className = "large";
  large.hidden = true;
  large.setAttribute("aria-hidden", "true");
  document.body.append(large);
  let about = null;
  const hide = () => {
    about = null;
    large.hidden = true;
  };
  const show = (thumb) => {
    if (about === thumb) return;
    about = thumb;
    large.hidden = false;
    faces.fit(put(large, cards[thumb.dataset.card], true));
    const room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const at = faces.place(large.getBoundingClientRect(), thumb.getBoundingClientRect(), [], room);
    large.style.left = `${at.left}px`;
    large.style.top = `${at.top}px`;
  };
  for (const thumb of document.querySelectorAll(".thumb")) {
    const card = cards[thumb.dataset.card];
    put(thumb, card, false);
    thumb.classList.add("drawn");
    thumb.setAttribute("role", "img");
    thumb.setAttribute("aria-label", [card.name, card.figures, card.text].filter(Boolean).join(". "));
    thumb.tabIndex = 0;
    let open = false; // before this press
    thumb.addEventListener("pointerdown", () => (open = about === thumb));
    thumb.addEventListener("click", () => (open ? hide() : show(thumb)));
    thumb.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(thumb));
    thumb.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hide());
    thumb.addEventListener("focus", () => thumb.matches(":focus-visible") && show(thumb));
    thumb.addEventListener("blur", hide);
  }
  addEventListener("pointerdown", (event) => event.target.closest(".thumb") || hide());
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
  addEventListener("scroll", hide, true);
};
drawFaces();
