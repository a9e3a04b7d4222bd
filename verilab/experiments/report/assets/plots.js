"use strict";
// What a reader chooses in a figure: rows that are put into the specification that the report has of it.

const isSolved = (run) => run.class === "solved";
const seconds = (run) => Math.max(run["CPU s"], LEAST_SECONDS);
const byTask = (runs, setting) => new Map(runs.filter((run) => run.setting === setting).map((run) => [`${run.task}\n${run.repetition}`, run]));

// By the name that a figure says it is filled by: from runs and choices to {rows, x, y}, the titles of its axes where they change, or to a
// text where there is nothing to draw.
const FILLED = {
  pairs(figure, runs, [one, other]) {
    const [first, second] = [byTask(runs, one), byTask(runs, other)];
    const pairs = [...first].filter(([key]) => second.has(key)).slice(0, MOST_POINTS).map(([key, run]) => [run, second.get(key)]);
    if (!pairs.length) return "No task was run under both.";
    const at = (run) => (isSolved(run) ? seconds(run) : figure.border);
    const said = (run) => `${run.verdict}, ${told(run["CPU s"])} s by ${run.setting}`;
    const rows = pairs.map(([run, with_]) => {
      const outcome = run.class === "wrong" || with_.class === "wrong" ? figure.outcomes[3] : figure.outcomes[2 - isSolved(run) - isSolved(with_)];
      return { task: run.task, x: at(run), y: at(with_), outcome, first: said(run), second: said(with_) };
    });
    return { rows, x: `CPU s, ${one}`, y: `CPU s, ${other}` };
  },

  ratios(figure, runs, [baseline]) {
    const base = byTask(runs, baseline);
    const rows = [];
    for (const setting of figure.choices[0].values.filter((each) => each !== baseline)) {
      const pairs = [...byTask(runs, setting)].filter(([key, run]) => isSolved(run) && base.has(key) && isSolved(base.get(key)));
      for (const [key, run] of pairs) rows.push({ task: run.task, name: `${setting} (${pairs.length})`, figure: seconds(base.get(key)) / seconds(run) });
    }
    return rows.length ? { rows } : `No other setting solved what ${baseline} solved.`;
  },
};

// The specification with these rows in it.
function filled(specification, made) {
  const changed = (layer) => {
    return layer.data.name === "points" ? { ...layer, data: { name: "points", values: made.rows } } : layer;
  };
  const { encoding } = specification;
  const titled = (channel) => (made[channel] ? { [channel]: { ...encoding[channel], title: made[channel] } } : {});
  return { ...specification, encoding: { ...encoding, ...titled("x"), ...titled("y") }, layer: specification.layer.map(changed) };
}

// What the page's colours stand for: blue is lighter on dark ground, black is the page's text.
function coloured(specification) {
  const colours = { "#0072B2": document.documentElement.dataset.theme === "dark" ? "#4a9fd8" : "#0072b2", "#000000": css("--text"), faint: css("--faint") };
  const changed = (value) => {
    if (Array.isArray(value)) return value.map(changed);
    if (value !== null && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, name === "values" || name === "domain" || name === "title" ? each : changed(each)]));
    return typeof value === "string" ? own(colours, value) ?? value : value;
  };
  return changed(specification);
}
