"use strict";
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
  const find = part.querySelector("input");
  if (find) find.addEventListener("input", () => {
    const wanted = find.value.trim().toLowerCase();
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}
