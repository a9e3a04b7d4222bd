"use strict";
// The candidates of a refinement as a table, with their scores and, where an oracle followed them, what they cost.

const COST = [["cpu_s", "CPU s"], ["states", "states"], ["refinements", "refinements"]];

function candidateTable(each, texts, selected, select) {
  const scores = scoreNames(each.candidates);
  const followed = each.candidates.some((candidate) => candidate.cost) || each.join !== null;
  const costs = followed ? ["rank", ...COST.map(([, name]) => name), "ends"] : [];
  const numbers = new Set(["prefix", ...scores, ...costs.slice(0, -1)]);
  const head = ["candidate", "tracks", "prefix", ...costs, "analysis", "by", ...scores].map((name) => element("th", { scope: "col", class: numbers.has(name) ? "number" : "" }, name));
  const rows = each.candidates.map((candidate) => candidateRow(candidate, each, texts, scores, followed, selected, select));
  if (each.join !== null) rows.push(element("tr", {}, element("td", { colspan: "3" }, tag("the join", "chosen")), costCells(each.join), element("td", { colspan: String(scores.length + 2) })));
  const groups = [[3, ""], [costs.length, "what an oracle found: the costs from here on"], [2, ""], [scores.length, "scores: those that tell candidates apart first"]].filter(([count]) => count);
  const above = groups.map(([count, name]) => (name ? element("th", { scope: "colgroup", colspan: String(count), class: "group" }, name) : element("td", { colspan: String(count) })));
  return element("table", { "aria-label": "Candidates" }, element("thead", {}, element("tr", {}, above), element("tr", {}, head)), element("tbody", {}, rows));
}

// Scores that tell candidates apart come first.
function scoreNames(candidates) {
  const names = [...new Set(candidates.flatMap((candidate) => Object.keys(candidate.scores)))];
  const same = (name) => candidates.every((candidate) => own(candidate.scores, name) === own(candidates[0].scores, name));
  return [...names.filter((name) => !same(name)), ...names.filter(same)];
}

function candidateRow(candidate, each, texts, scores, followed, selected, select) {
  const steps = each.targets[candidate.target]?.steps ?? 0;
  const tracked = candidate.increment.slice(0, 8).map(([fact]) => element("span", { class: "fact" }, texts[fact]));
  const more = candidate.increment.length > 8 ? element("span", { class: "quiet" }, `and ${candidate.increment.length - 8} more`) : null;
  const name = link(String(candidate.place), `Show candidate ${candidate.place}`, () => select(candidate));
  const row = element(
    "tr",
    { "data-place": String(candidate.place), class: candidate === selected ? "selected" : "", onclick: () => select(candidate) },
    element("td", {}, name, " ", tag(candidate.role, candidate.role === "adds nothing" ? "unknown" : candidate.role)),
    element("td", { class: "tracked" }, tracked.length ? tracked : element("span", { class: "quiet" }, "nothing"), more),
    element("td", { class: "number" }, `${told(candidate.length)} / ${told(steps)}`),
    ...(followed ? costCells(candidate.cost) : []),
    element("td", {}, candidate.analysis),
    element("td", {}, candidate.provenance),
  );
  for (const score of scores) row.append(element("td", { class: "number" }, told(own(candidate.scores, score))));
  return row;
}

// What the run spends from this refinement on when it takes the candidate, as the oracle's branch measured it.
function costCells(cost) {
  if (!cost) return [element("td", { class: "quiet", colspan: String(COST.length + 2) }, "not followed")];
  const bound = cost.outcome === "decided" ? "" : "> ";
  const name = cost.rank === 1 ? "number best" : "number";
  const cells = COST.map(([measure]) => element("td", { class: name }, cost.after === null ? "" : bound + told(cost.after[measure])));
  const end = cost.outcome === "decided" ? cost.verdict : cost.outcome === "undecided" ? cost.reason : cost.outcome;
  return [element("td", { class: name }, cost.rank === 1 ? "1 (best)" : told(cost.rank)), ...cells, element("td", {}, end)];
}

// What the refinement adds to the precision, with the control points.
function learned(each, texts) {
  if (!each.increment.length) return null;
  const rows = each.increment.map(([fact, count, points]) => {
    const shown = points.map((point) => shortPlace(texts[point])).join(", ");
    return element("tr", {}, element("td", { class: "mono" }, texts[fact]), element("td", { class: "number" }, told(count)), element("td", { class: "mono text" }, shown + (count > points.length ? ", …" : "")));
  });
  const head = ["fact", "points", "where"].map((name) => element("th", { scope: "col", class: name === "points" ? "number" : "" }, name));
  const table = element("table", { "aria-label": "What was learned" }, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows));
  return element("details", {}, element("summary", {}, `What was learned, and where (${counted(each.increment.length, "fact")})`), element("div", { class: "frame" }, table));
}

// What interpolation procedures were asked for it, with the names of the recorded files.
function askedQueries(each, run) {
  if (!each.queries.length) return null;
  const head = ["recorded query", "procedure", "outcome", "seconds", "partitions", "logic"].map((name) => element("th", { scope: "col" }, name));
  const folder = `${data.experiment.queries}/${run.run}`;
  const rows = each.queries.map((query) =>
    element(
      "tr",
      {},
      [`${folder}/${query.file.split("/").pop()}`, query.procedure, query.outcome, told(query.seconds), told(query.partitions), query.logic].map((cell) => element("td", { class: "mono text" }, cell)),
    ),
  );
  const table = element("table", { "aria-label": "Recorded queries" }, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows));
  return element("details", { open: true }, element("summary", {}, `Interpolation queries (${told(each.queries.length)})`), element("div", { class: "frame" }, table));
}
