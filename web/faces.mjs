// The faces of cards for pages that are read without the app, such as the laboratory's reports: every game's own
// Face.svelte, compiled to a function from a card to HTML, its styles, and the icons that it draws with.

import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { compile } from "svelte/compiler";
import { build } from "vite";

const ENTRY = "\0face";
const ICONS = "\0icons"; // filled by the page that draws
const ICON = "~icons/game-icons/";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const bundled = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");

/** The lines of an icon of 512 units, to a tenth of a unit: less than a pixel, and a quarter of the bytes less. */
const lines = (name) =>
  (bundled.icons[name] ?? bundled.icons[bundled.aliases[name].parent]).body.replace(/(\.\d)\d+/g, "$1");

const entry = (slug) => `
  import Face from ${JSON.stringify(here(`src/boards/${slug}/Face.svelte`))};
  import { look } from ${JSON.stringify(here(`src/boards/${slug}/look.ts`))};
  export { icons } from "${ICONS}";
  export { fit } from ${JSON.stringify(here("src/print/fit.ts"))};
  export { place } from ${JSON.stringify(here("src/lib/beside.ts"))};
  export const display = look.display;
  export function draw(card, whole) {
    const made = [];
    const at = { push: (html) => made.push(html), component: (part) => part(at) };
    Face(at, { card, whole });
    return made.join("").replace(/<!--.*?-->/g, "");
  }
`;

/** What a face is built from, for Vite: icons are looked up when it is drawn, and settings are as they come. */
function parts(slug, style, icons) {
  return {
    name: "bestiary-face",
    enforce: "pre",
    resolveId(id) {
      if (id === ENTRY || id === ICONS) return id;
      if (id.startsWith(ICON)) return `\0${id}`;
      return id.endsWith("/lib/settings.svelte") ? "\0settings" : null;
    },
    load(id) {
      if (id === ENTRY) return entry(slug);
      if (id === ICONS) return "export const icons = {};";
      if (id === "\0settings") return `export const settings = { faces: "pictures" };`;
      if (!id.startsWith(`\0${ICON}`)) return null;
      const name = id.slice(ICON.length + 1);
      icons[name] = lines(name);
      return `import { icons } from "${ICONS}";
        export default (at) => at.push('<svg viewBox="0 0 512 512">' + icons[${JSON.stringify(name)}] + "</svg>");`;
    },
    transform(code, id) {
      if (!id.endsWith(".svelte")) return null;
      const made = compile(code, { filename: id, generate: "server", css: "external", dev: false });
      style.push(made.css?.code ?? "");
      return { code: made.js.code, map: null };
    },
  };
}

/** The face of a game: `script` makes `faces`, whose `icons` are to be filled with these, which are packed. */
export async function face(slug) {
  const [style, icons] = [[], {}];
  const made = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    root: here("."),
    plugins: [parts(slug, style, icons)],
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: {
        input: ENTRY,
        output: { format: "iife", name: "faces" },
        preserveEntrySignatures: "strict",
      },
    },
  });
  const script = [made].flat()[0].output.find((part) => part.type === "chunk").code;
  const packed = deflateSync(JSON.stringify(icons), { level: 9 }).toString("base64");
  return { script, style: style.join("\n"), icons: packed };
}

/** The games that draw cards of their own, and the plain face for all others. */
export function drawn() {
  const folders = readdirSync(here("src/boards"), { withFileTypes: true }).filter((one) => one.isDirectory());
  const both = (slug) =>
    ["Face.svelte", "look.ts"].every((name) => existsSync(here(`src/boards/${slug}/${name}`)));
  return folders.map((one) => one.name).filter(both);
}

/** Vite's part: a file for each game beside the page. */
export function faces() {
  return {
    name: "bestiary-faces",
    apply: "build",
    async generateBundle() {
      for (const slug of drawn())
        this.emitFile({
          type: "asset",
          fileName: `faces/${slug}.json`,
          source: JSON.stringify(await face(slug)),
        });
    },
  };
}
