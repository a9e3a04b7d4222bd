"use strict";
// An error path with its sliced prefixes side by side: a column for each candidate, and the interpolants of one of them.

const MARKS = { kept: "│", omitted: "·", contradiction: "✕", behind: " " };

function mark(step, candidate) {
  if (step > candidate.length) return MARKS.behind;
  if (step === candidate.length) return MARKS.contradiction;
  return candidate.skipped.has(step - 1) ? MARKS.omitted : MARKS.kept;
}

// look: {texts, candidates, selected, chosen, select(candidate), point(file, line)}
function pathTable(target, look) {
  const { texts, candidates, selected } = look;
  const place = candidates.indexOf(selected);
  const heads = candidates.map((each) =>
    element(
      "button",
      {
        type: "button",
        class: each.place === look.chosen ? "picked" : "",
        "aria-pressed": String(each === selected),
        "aria-label": `Candidate ${each.place}${each.role ? `, ${each.role}` : ""}`,
        onclick: () => look.select(each),
      },
      String(each.place),
    ),
  );
  const head = element(
    "tr",
    {},
    element("th", { class: "number", scope: "col" }, "step"),
    element("th", { class: "number", scope: "col" }, "line"),
    element("th", { scope: "col" }, "operation"),
    element("th", { scope: "col" }, element("div", { class: "marks" }, heads)),
    element("th", { scope: "col" }, selected ? `interpolants of ${selected.place}` : ""),
  );
  const body = element("tbody");
  let last = 0;
  for (const [number, file, line, text] of target.path) {
    if (number > last + 1) body.append(element("tr", { class: "gap" }, element("td", { colspan: "5" }, `${counted(number - last - 1, "step")} not shown`)));
    last = number;
    const row = element("tr", { class: selected && number === selected.length ? "hit" : "" });
    row.append(element("td", { class: "number quiet" }, String(number)), element("td", { class: "number" }, line ? String(line) : ""));
    row.append(element("td", { class: "code mono" }, texts[text]), marks(number, candidates, place), holds(number, selected, texts));
    if (line) row.addEventListener("mouseenter", () => look.point(texts[file], line));
    body.append(row);
  }
  const columns = ["step", "line", "operation", "marks", "holds"].map((name) => element("col", { class: name }));
  const wide = candidates.length * 1.85 + 1.6;
  const table = element("table", { class: "path", "aria-label": "The error path and its sliced prefixes" }, element("colgroup", {}, columns), element("thead", {}, head), body);
  // Widths are told, so that the browser need not look at each row; on the elements' own style objects, which the page's policy lets be.
  columns[3].style.width = `${wide}em`;
  table.style.minWidth = `${wide + 34}em`;
  return table;
}

function marks(number, candidates, place) {
  const all = candidates.map((each) => ` ${mark(number, each)} `);
  const cell = element("td", { class: "marks" }, all.slice(0, Math.max(place, 0)).join(""));
  if (place >= 0) cell.append(element("b", {}, all[place]), all.slice(place + 1).join(""));
  else cell.append(all.join(""));
  return cell;
}

// Interpolants are told where they begin to hold.
function holds(number, selected, texts) {
  const run = selected?.interpolants.find(([first, end]) => first <= number && number <= end);
  if (!run || texts[run[2]] === "true") return element("td", { class: "holds more" }, run && run[0] === number ? "true" : "");
  return run[0] === number ? element("td", { class: "holds" }, texts[run[2]]) : element("td", { class: "holds more" }, "″");
}
