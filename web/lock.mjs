// Locks versions: `npm run lock`. Afterwards the lock names no registry, and names the packages of other
// platforms even where the registry at hand does not have them; `npm ci` refuses a lock without them.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const MACHINES = ["arm64", "arm", "x64", "ia32", "ppc64", "s390x", "riscv64", "loong64", "wasm32"];

/** The platform that the name of a package says, as package.json writes it. */
function platform(name) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = MACHINES.filter((machine) => words.includes(machine)).slice(0, 1);
  const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : [];
  if (name === "fsevents") os.push("darwin");
  return { ...(cpu.length && { cpu }), ...(libc.length && { libc }), ...(os.length && { os }) };
}

execFileSync("npm", ["install", "--package-lock-only"], { stdio: "inherit" });
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const facts of Object.values(lock.packages)) {
  delete facts.resolved;
  for (const [name, version] of Object.entries(facts.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    const limits = platform(name);
    if (place in lock.packages || Object.keys(limits).length === 0) continue;
    lock.packages[place] = { version: version.replace(/^[~^]/, ""), ...limits, dev: true, optional: true };
  }
}
const [root, ...others] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([root, ...others.sort(([a], [b]) => (a < b ? -1 : 1))]);
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
