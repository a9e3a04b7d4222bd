"use strict";
// What each figure shows: from runs to specifications of Vega-Lite.

// Okabe, Ito, "Color Universal Design" (2008), as in the figures for papers; black is the colour of the page's text.  Settings differ in
// shape too, and those that share a colour in their strokes.
const COLOURS = ["blue", "#d55e00", "#009e73", "#cc79a7", "", "#56b4e9", "#e69f00"];
const SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left"];
const STROKES = [[1, 0], [5, 2], [1.5, 1.5], [6, 1.5, 1.5, 1.5]];
const OUTCOMES = ["both solved", "one solved", "neither solved", "wrong"];
const LEAST_SECONDS = 0.01; // shorter times are drawn as this long
const PLOTS = [quantilePlot, scatterPlot, growthPlot, speedUpPlot, enginePlot, familyPlot];
const MANY = 4; // settings; maps of more are as wide as the page

const seconds = (run) => Math.max(run["CPU s"], LEAST_SECONDS);
// Blue is lighter on dark ground, black is the text's.
const coloured = (colour) => ({ blue: document.documentElement.dataset.theme === "dark" ? "#4a9fd8" : "#0072b2", "": css("--text") })[colour] ?? colour;
const isSolved = (run) => run.class === "solved";
const byTask = (runs, setting) => new Map(runs.filter((run) => run.setting === setting).map((run) => [`${run.task}\n${run.repetition}`, run]));

// Colour, shape and stroke of settings, told by one legend; the same in each figure, where ``names`` say more than their labels.
function looks(settings, names = settings) {
  const ranges = (values) => settings.map((_, place) => values[place % values.length]);
  const legend = { orient: "bottom", columns: 2, labelLimit: 260, symbolStrokeWidth: 1.5 };
  const encoded = (range) => ({ field: "setting", type: "nominal", title: null, scale: { domain: names, range }, legend });
  const strokes = settings.map((_, place) => STROKES[Math.floor(place / COLOURS.length) % STROKES.length]);
  return { colour: encoded(ranges(COLOURS.map(coloured))), shape: encoded(ranges(SHAPES)), stroke: encoded(strokes) };
}

function quantilePlot(runs, settings, show) {
  const values = [];
  for (const setting of settings) {
    const solved = runs.filter((run) => run.setting === setting && isSolved(run)).sort((one, other) => one["CPU s"] - other["CPU s"]);
    const every = Math.ceil(solved.length / MOST_POINTS);
    solved.forEach((run, place) => {
      if (place % every === 0 || place === solved.length - 1) values.push({ setting, rank: place + 1, cpu: seconds(run), task: run.task });
    });
  }
  const specification = (width) => {
    if (!values.length) return "No run was solved.";
    const look = looks(settings);
    const shared = {
      x: { field: "rank", type: "quantitative", title: "runs solved", axis: { tickMinStep: 1 } },
      y: { field: "cpu", type: "quantitative", title: "CPU time of the n-th fastest (s)", scale: { type: "log" }, axis: { tickCount: 6, gridOpacity: 0.6, format: "~g" } },
      color: look.colour,
    };
    const tooltip = [{ field: "setting", title: "setting" }, { field: "task", title: "task" }, { field: "rank", title: "runs solved" }, { field: "cpu", title: "CPU s" }];
    return {
      width: width - 70,
      height: 320,
      data: { values },
      layer: [
        { mark: { type: "line", interpolate: "step-after" }, encoding: { ...shared, strokeDash: look.stroke } },
        { mark: { type: "point", size: 28, filled: true, cursor: "pointer" }, encoding: { ...shared, shape: look.shape, tooltip } },
      ],
    };
  };
  const clicked = (datum) => show(datum.task ? { task: `=${datum.task}` } : { setting: `=${datum.setting}`, class: "=solved" });
  return { title: "Solved runs by CPU time", caption: "Each line is a setting; further right is more solved, lower is faster. A point leads to the runs of its task.", specification, clicked };
}

function scatterPlot(runs, settings, show) {
  if (settings.length < 2) return null;
  const choices = [{ name: "Setting 1", values: settings, chosen: settings[0] }, { name: "Setting 2", before: "against", values: settings, chosen: settings[1] }];
  return {
    title: "CPU time, task by task",
    caption: "Dashed lines: twice and ten times as long. What was not solved stands on the border at the top or on the right. A point leads to its runs.",
    choices,
    specification: (width, one, other) => scatter(runs, one, other, Math.max(160, Math.min(width - 90, 400))),
    clicked: (datum) => datum.task && show({ task: `=${datum.task}` }),
  };
}

function scatter(runs, one, other, size) {
  const [first, second] = [byTask(runs, one), byTask(runs, other)];
  const pairs = [...first].filter(([key]) => second.has(key)).slice(0, MOST_POINTS).map(([key, run]) => [run, second.get(key)]);
  if (!pairs.length) return "No task was run under both.";
  const times = pairs.flat().filter(isSolved).map(seconds);
  const [least, border] = [Math.min(...times, 1) * 0.8, Math.max(...times, 0.1) * 1.5];
  const at = (run) => (isSolved(run) ? seconds(run) : border);
  const said = (run) => `${run.verdict}, ${told(run["CPU s"])} s by ${run.setting}`;
  const values = pairs.map(([run, with_]) => {
    const outcome = run.class === "wrong" || with_.class === "wrong" ? OUTCOMES[3] : OUTCOMES[2 - isSolved(run) - isSolved(with_)];
    return { task: run.task, x: at(run), y: at(with_), outcome, first: said(run), second: said(with_) };
  });
  const lines = [1, 2, 0.5, 10, 0.1].flatMap((factor) => [{ factor, x: least, y: least * factor }, { factor, x: border, y: border * factor }]);
  const inside = least * 1.12;
  const names = [2, 10].filter((factor) => inside * factor < border / 1.3).flatMap((factor) => [{ text: `×${factor}`, x: inside, y: inside * factor }, { text: `×${factor}`, x: inside * factor, y: inside }]);
  const axis = (field, title) => ({ field, type: "quantitative", title, scale: { type: "log", domain: [least, border], nice: false }, axis: { tickCount: 5, gridOpacity: 0.5, format: "~g" } });
  const places = { x: axis("x", `CPU s, ${one}`), y: axis("y", `CPU s, ${other}`) };
  const scales = [{ range: [coloured("blue"), "#e69f00", "#888888", "#d55e00"] }, { range: ["circle", "cross", "square", "triangle-up"] }];
  const [color, shape] = scales.map((scale) => ({ field: "outcome", type: "nominal", title: null, scale: { domain: OUTCOMES, ...scale }, legend: { orient: "bottom", columns: 2 } }));
  return {
    width: size,
    height: size,
    view: { stroke: css("--soft") },
    layer: [
      { data: { values: lines }, mark: { type: "line", clip: true, strokeWidth: 1, color: "#8a93a0" }, encoding: { ...places, detail: { field: "factor" }, strokeDash: { condition: { test: "datum.factor == 1", value: [1, 0] }, value: [4, 4] } } },
      { data: { values: names }, mark: { type: "text", fontSize: 11, color: css("--soft"), align: "left", dx: 4, dy: -4 }, encoding: { ...places, text: { field: "text" } } },
      { data: { values }, mark: { type: "point", filled: true, size: 60, opacity: 0.75, cursor: "pointer" }, encoding: { ...places, color, shape, tooltip: [{ field: "task" }, { field: "first", title: "across" }, { field: "second", title: "up" }] } },
    ],
  };
}

function speedUpPlot(runs, settings, show) {
  if (settings.length < 2) return null;
  const specification = (width, baseline) => {
    const base = byTask(runs, baseline);
    const values = [];
    const order = [];
    for (const setting of settings.filter((each) => each !== baseline)) {
      const pairs = [...byTask(runs, setting)].filter(([key, run]) => isSolved(run) && base.has(key) && isSolved(base.get(key)));
      if (pairs.length) order.push(`${setting} (${pairs.length})`);
      for (const [key, run] of pairs) values.push({ setting, task: run.task, name: order[order.length - 1], ratio: seconds(base.get(key)) / seconds(run) });
    }
    if (!values.length) return `No other setting solved what ${baseline} solved.`;
    const colour = coloured("blue");
    const domain = values.reduce(([low, high], { ratio }) => [Math.min(low, ratio / 1.2), Math.max(high, ratio * 1.2)], [1 / 1.2, 1.2]);
    const parts = { box: { color: COLOURS[5], opacity: 0.65 }, median: { color: COLOURS[1], thickness: 2.5, opacity: 1 }, rule: { color: css("--soft") }, outliers: { color: colour, filled: true, size: 16, cursor: "pointer" } };
    return {
      width: Math.max(160, width - 250),
      height: { step: 30 },
      layer: [
        { data: { values: [{ ratio: 1 }] }, mark: { type: "rule", color: css("--text") }, encoding: { x: { field: "ratio", type: "quantitative" } } },
        { data: { values }, mark: { type: "boxplot", extent: 1.5, size: 16, ...parts }, encoding: { x: { field: "ratio", type: "quantitative", title: "times as fast as the baseline", scale: { type: "log", domain, nice: false }, axis: { tickCount: 6, format: "~g" } }, y: { field: "name", type: "nominal", title: null, sort: order, axis: { labelLimit: 230 } } } },
      ],
    };
  };
  return {
    title: "Speed-ups over a baseline",
    caption: "CPU time of the baseline divided by that of the setting, on what both solved (so many); right of 1 is faster. Boxes: quartiles and median; whiskers: the farthest within 1.5 times their distance.",
    choices: [{ name: "Baseline", before: "over", values: settings, chosen: settings[0] }],
    specification,
    clicked: (datum) => datum.task && show({ task: `=${datum.task}` }),
  };
}

// Growth with the size of a family's tasks, with the power laws that the writer of the report fitted.
function growthPlot(runs, settings, show) {
  const families = data.growth;
  if (!families.length) return null;
  return {
    title: "Growth with the size of the tasks",
    caption: "Both axes are logarithmic. Lines: power laws, with their exponents and 95 % intervals, where three sizes or more were solved. Hollow marks at the top: not solved. A point leads to its runs.",
    choices: [{ name: "Family", values: families.map((each) => each.family), chosen: families[0].family }],
    specification: (width, family) => growth(families.find((each) => each.family === family), settings, width - 80),
    clicked: (datum) => datum.task && show({ task: `=${datum.task}` }),
  };
}

function growth(family, settings, width) {
  const name = (curve) => `${curve.setting}${curve.law ? `: n^${curve.law[0].toFixed(2)} (${curve.law[1].toFixed(2)} to ${curve.law[2].toFixed(2)})` : ""}`;
  const curves = new Map(family.curves.map((curve) => [curve.setting, name(curve)]));
  const names = settings.map((setting) => curves.get(setting) ?? setting);
  const [points, unsolved, lines] = [[], [], []];
  for (const curve of family.curves) {
    const setting = name(curve);
    for (const [size, cpu, task] of curve.points) points.push({ setting, size, cpu: Math.max(cpu, LEAST_SECONDS), task });
    for (const [size, task] of curve.unsolved) unsolved.push({ setting, size, task });
    const sizes = curve.points.map(([size]) => size);
    if (curve.law) for (const size of [Math.min(...sizes), Math.max(...sizes)]) lines.push({ setting, size, cpu: Math.max(curve.law[3] * size ** curve.law[0], LEAST_SECONDS) });
  }
  const all = [...points, ...lines].map((each) => each.cpu);
  const top = Math.max(...all, 0.1) * 2;
  for (const each of unsolved) each.cpu = top;
  const sizes = [...new Set([...points, ...unsolved].map((each) => each.size))].sort((one, other) => one - other);
  const look = looks(settings, names);
  for (const each of [look.colour, look.shape, look.stroke]) each.legend = { ...each.legend, columns: 1, labelLimit: 420 };
  const places = {
    x: { field: "size", type: "quantitative", title: `size of ${family.family}`, scale: { type: "log", domain: [sizes[0] / 1.15, sizes[sizes.length - 1] * 1.15], nice: false }, axis: { ...(sizes.length < 12 ? { values: sizes } : { tickCount: 6 }), format: "~g", gridOpacity: 0.6 } },
    y: { field: "cpu", type: "quantitative", title: family.measure, scale: { type: "log", domain: [Math.min(...all, top / 3) / 1.5, top], nice: false }, axis: { tickCount: 6, format: "~g", gridOpacity: 0.6 } },
  };
  const tooltip = [{ field: "task" }, { field: "setting" }, { field: "size" }];
  return {
    width,
    height: 300,
    layer: [
      { data: { values: lines }, mark: "line", encoding: { ...places, color: look.colour, strokeDash: look.stroke } },
      { data: { values: points }, mark: { type: "point", filled: true, size: 50, cursor: "pointer" }, encoding: { ...places, color: look.colour, shape: look.shape, tooltip: [...tooltip, { field: "cpu", title: "s" }] } },
      { data: { values: unsolved }, mark: { type: "point", filled: false, size: 60, cursor: "pointer" }, encoding: { ...places, color: look.colour, shape: look.shape, tooltip } },
    ],
  };
}

// Solved runs by strategy and engine, which is the first of these settings that varies; runs know theirs from here on, to be filtered by.
function enginePlot(runs, settings, show) {
  const known = new Map(settings.map((each) => [each, own(data.experiment.configurations, each)]).filter(([, each]) => each));
  const values = (name) => new Set([...known.values()].map((each) => String(each[name] || "default")));
  const engine = ["interpolation", "backend", "analysis", "encoding"].find((name) => values(name).size > 1);
  if (!engine || values("strategy").size < 2) return null;
  const of = (run) => known.get(run.setting);
  for (const run of runs.filter(of)) Object.assign(run, { strategy: String(of(run).strategy || "default"), engine: String(of(run)[engine] || "default") });
  const cells = solvedCells(runs.filter(of), (run) => run.strategy, (run) => run.engine);
  return heatMap(`Solved by strategy and ${engine}`, cells, [...values(engine)], settings.length > MANY, (cell) => show({ strategy: `=${cell.row}`, engine: `=${cell.column}` }));
}

function familyPlot(runs, settings, show) {
  const cells = solvedCells(runs, (run) => run.family, (run) => run.setting);
  return heatMap("Solved by family and setting", cells, settings, settings.length > MANY, (cell) => show({ family: `=${cell.row}`, setting: `=${cell.column}` }));
}

function solvedCells(runs, row, column) {
  const cells = new Map();
  for (const run of runs) {
    const key = `${row(run)}\n${column(run)}`;
    const cell = cells.get(key) ?? { row: row(run), column: column(run), solved: 0, of: 0 };
    cell.solved += isSolved(run);
    cell.of += 1;
    cells.set(key, cell);
  }
  return [...cells.values()].map((cell) => ({ ...cell, share: cell.solved / cell.of, text: `${cell.solved}/${cell.of}` }));
}

// What is an expression to Vega has no names in it: it does not find its way through "constructor".
function heatMap(title, values, columns, wide, clicked) {
  const specification = (width) => ({
    width: Math.min(Math.max(150, width - 280), 130 * columns.length),
    height: { step: 26 },
    data: { values: values.map((cell) => ({ ...cell, place: columns.indexOf(cell.column) })) },
    encoding: { x: { field: "column", type: "nominal", title: null, sort: { field: "place", op: "min" }, axis: { labelAngle: -30, labelLimit: 240, labelOverlap: false } }, y: { field: "row", type: "nominal", title: null, axis: { labelLimit: 220, labelOverlap: false } } },
    layer: [
      { mark: { type: "rect", cursor: "pointer" }, encoding: { color: { field: "share", type: "quantitative", title: "solved", scale: { domain: [0, 1], range: [css("--faint"), "#005a8c"], interpolate: "rgb" }, legend: { format: ".0%", gradientLength: 80 } }, tooltip: [{ field: "row", title: "row" }, { field: "column", title: "column" }, { field: "text", title: "solved" }] } },
      { mark: { type: "text", fontSize: 11 }, encoding: { text: { field: "text" }, color: { condition: { test: "datum.share > 0.5", value: "#ffffff" }, value: css("--text") } } },
    ],
  });
  return { title, caption: "Solved runs of all runs. A cell leads to its runs.", specification, clicked: (datum) => datum.row !== undefined && clicked(datum), wide };
}
