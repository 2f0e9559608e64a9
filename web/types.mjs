// Makes src/lib/messages.ts, the types of everything that the server says, from its own declarations.
// Runs before Vite, its dev server and svelte-check. PYTHON names the interpreter that has Bestiary.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../.venv/bin/python", import.meta.url));
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
const source = fileURLToPath(new URL("../src", import.meta.url));
const paths = [source, process.env.PYTHONPATH].filter(Boolean).join(process.platform === "win32" ? ";" : ":");
const target = fileURLToPath(new URL("src/lib/messages.ts", import.meta.url));
const made = spawnSync(python, ["-m", "bestiary.server.web.export", target], {
  stdio: "inherit",
  env: { ...process.env, PYTHONPATH: paths },
});
if (made.status !== 0) {
  console.error(`The types of the messages cannot be made with ${python}: \`make setup\`, or set PYTHON.`);
  process.exit(1);
}
