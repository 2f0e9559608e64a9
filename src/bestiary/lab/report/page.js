"use strict";
const open = () => {
  const game = location.hash.startsWith("#game-") && document.getElementById(location.hash.slice(1));
  if (game) game.open = true;
};
addEventListener("hashchange", open);
open();
const command = document.getElementById("look-command");
if (command) {
  const any = command.textContent;
  document.getElementById("look-copy").addEventListener("click", async (event) => {
    getSelection().selectAllChildren(command);
    try {
      await navigator.clipboard.writeText(command.textContent);
      event.target.textContent = "Copied";
    } catch {
      event.target.textContent = "Selected";
    }
  });
  for (const link of document.querySelectorAll("a[data-game]"))
    link.addEventListener("click", () => {
      command.textContent = any.replace("--game N", `--game ${link.dataset.game}`);
      document.getElementById("look-copy").textContent = "Copy";
    });
}
for (const part of document.querySelectorAll(".sortable")) {
  const body = part.querySelector("tbody");
  const heads = [...part.querySelectorAll("thead th")];
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const numbers = head.classList.contains("number");
      const before = head.getAttribute("aria-sort");
      const up = before === "none" ? !numbers : before === "descending";
      heads.forEach((other) => other.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => {
        const cell = row.cells[column];
        const value = cell.dataset.v;
        return value === undefined ? cell.textContent : value === "" ? null : Number(value);
      };
      const order = (a, b) => {
        const x = key(a), y = key(b);
        if (x === null || y === null) return (x === null) - (y === null);
        const step = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
        return up ? step : -step;
      };
      body.append(...[...body.rows].sort(order));
    });
  });
  const find = part.querySelector("input[type=search]");
  const least = part.querySelector("input.least");
  const sift = () => {
    const wanted = find ? find.value.trim().toLowerCase() : "";
    const few = least ? Number(least.value) : 0;
    for (const row of body.rows) {
      const small = row.dataset.n !== undefined && Number(row.dataset.n) < few;
      row.hidden = small || !row.textContent.toLowerCase().includes(wanted);
    }
  };
  for (const input of [find, least]) if (input) input.addEventListener("input", sift);
  part.querySelector("button.csv").addEventListener("click", (event) => {
    const quoted = (text) => `"${text.trim().replace(/\s+/g, " ").replaceAll('"', '""')}"`;
    const told = (cell) => (cell.dataset.v ? cell.dataset.v : quoted((cell.querySelector(".name") ?? cell).textContent));
    const lines = [heads.map((head) => quoted(head.textContent))];
    for (const row of body.rows) if (!row.hidden) lines.push([...row.cells].map(told));
    const file = new Blob([lines.map((line) => line.join(",")).join("\r\n") + "\r\n"], { type: "text/csv" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `${event.target.dataset.name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}
