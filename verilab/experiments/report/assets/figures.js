"use strict";
// The figures: specifications of Vega-Lite, drawn when they come into view.  A click on what is drawn leads to its runs.

const PALETTE = ["#1f6fc5", "#d9692a", "#2a9768", "#a2559c", "#c8a415", "#5b8f9e", "#c2435b", "#7a6a4f", "#6673c9", "#7d8792"];
const OUTCOMES = ["both solved", "one solved", "neither solved", "wrong"];
const MOST_POINTS = 4000;

class Figures {
  constructor(place, runs, show) {
    this.runs = runs;
    this.show = show;
    this.settings = records(data.settings).map((row) => row.setting);
    this.tip = element("div", { id: "tip", hidden: true });
    document.body.append(this.tip);
    this.drawn = [];
    const made = [this.quantiles(), this.settings.length > 1 ? this.pairs() : null, this.families()];
    fill(place, made);
    this.watch = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => this.draw(entry.target)), { rootMargin: "200px" });
    for (const { plot } of this.drawn) this.watch.observe(plot);
  }

  figure(title, caption, specification, chosen, controls = null, kind = "") {
    const plot = element("div", { class: "plot" });
    this.drawn.push({ plot, specification, chosen, view: null });
    return element("figure", { class: `panel ${kind}` }, element("h3", {}, title), controls, plot, element("figcaption", {}, caption));
  }

  async draw(plot) {
    this.watch.unobserve(plot);
    const figure = this.drawn.find((each) => each.plot === plot);
    const specification = { ...figure.specification(plot.clientWidth), config: theme(), background: null };
    figure.view?.finalize();
    const { view } = await window.vegaEmbed(plot, specification, {
      ast: true, // interpreted: no eval
      actions: false,
      defaultStyle: false,
      renderer: this.runs.length > MOST_POINTS ? "canvas" : "svg",
      tooltip: (handler, event, item, value) => this.hover(event, value),
    });
    figure.view = view;
    view.addEventListener("click", (event, item) => { if (item?.datum) figure.chosen(item.datum.datum ?? item.datum); });
    plot.dataset.drawn = "true";
  }

  redraw() {
    for (const { plot, view } of this.drawn) if (view) this.draw(plot);
  }

  hover(event, value) {
    this.tip.hidden = !value;
    if (!value) return;
    this.tip.textContent = Object.entries(value).map(([key, text]) => `${key}: ${text}`).join("\n");
    // Positions are set on the element's own style object, which the page's policy lets be.
    this.tip.style.left = `${Math.min(event.clientX + 14, window.innerWidth - 300)}px`;
    this.tip.style.top = `${event.clientY + 14}px`;
  }

  colours() {
    return { field: "setting", type: "nominal", title: null, scale: { domain: this.settings, range: PALETTE }, legend: { orient: "bottom", columns: 2, labelLimit: 260 } };
  }

  quantiles() {
    const values = [];
    for (const setting of this.settings) {
      const solved = this.runs.filter((run) => run.setting === setting && run.class === "solved").sort((one, other) => one["CPU s"] - other["CPU s"]);
      const every = Math.ceil(solved.length / MOST_POINTS);
      solved.forEach((run, place) => {
        if (place % every === 0 || place === solved.length - 1) values.push({ setting, rank: place + 1, cpu: Math.max(run["CPU s"], 0.001), task: run.task });
      });
    }
    const specification = (width) => ({
      width: width - 70,
      height: 260,
      data: { values },
      mark: { type: "line", interpolate: "step-after", point: { size: 26, filled: true } },
      encoding: {
        x: { field: "rank", type: "quantitative", title: "runs solved", axis: { tickMinStep: 1 } },
        y: { field: "cpu", type: "quantitative", title: "CPU time of the n-th fastest (s)", scale: { type: "log" }, axis: { tickCount: 6, gridOpacity: 0.6 } },
        color: this.colours(),
        tooltip: [{ field: "setting", title: "setting" }, { field: "task", title: "task" }, { field: "rank", title: "runs solved" }, { field: "cpu", title: "CPU s" }],
      },
    });
    const chosen = (datum) => this.show(datum.task ? { task: `=${datum.task}` } : { setting: `=${datum.setting}`, class: "=solved" });
    return this.figure("Solved runs by CPU time", "Each line is a setting; further right is more solved, lower is faster. A point leads to the runs of its task.", specification, chosen);
  }

  pairs() {
    const number = this.drawn.length;
    const again = () => this.draw(this.drawn[number].plot);
    const [one, other] = [0, 1].map((place) => choice(`Setting ${place + 1}`, this.settings, this.settings[place], again));
    const specification = (width) => this.scatter(one.value, other.value, Math.min(width - 80, 420));
    const controls = element("div", { class: "controls" }, one, "against", other);
    return this.figure("CPU time, task by task", "Dashed lines: twice and ten times as long. What was not solved is on the border. A point leads to its runs.", specification, (datum) => datum.task && this.show({ task: `=${datum.task}` }), controls);
  }

  scatter(one, other, size) {
    const times = this.runs.filter((run) => run.setting === one || run.setting === other).map((run) => run["CPU s"]);
    const [least, border] = [Math.min(...times.filter((time) => time >= 0.001), 1) * 0.8, Math.max(...times, 0.01) * 1.5];
    const of = (setting) => new Map(this.runs.filter((run) => run.setting === setting).map((run) => [`${run.task}\n${run.repetition}`, run]));
    const [first, second] = [of(one), of(other)];
    const at = (run) => (run.class === "solved" ? Math.max(run["CPU s"], least) : border);
    const values = [...first].filter(([key]) => second.has(key)).slice(0, MOST_POINTS).map(([key, run]) => {
      const with_ = second.get(key);
      const solved = (run.class === "solved") + (with_.class === "solved");
      const wrong = run.class === "wrong" || with_.class === "wrong";
      return { task: run.task, x: at(run), y: at(with_), outcome: wrong ? OUTCOMES[3] : OUTCOMES[2 - solved], first: `${run.verdict}, ${told(run["CPU s"])} s`, second: `${with_.verdict}, ${told(with_["CPU s"])} s` };
    });
    const lines = [1, 2, 0.5, 10, 0.1].flatMap((factor) => [{ factor, x: least, y: least * factor }, { factor, x: border, y: border * factor }]);
    const axis = (field, title) => ({ field, type: "quantitative", title, scale: { type: "log", domain: [least, border], nice: false }, axis: { tickCount: 5, gridOpacity: 0.5 } });
    return {
      width: size,
      height: Math.min(size, 330),
      layer: [
        { data: { values: lines }, mark: { type: "line", clip: true, strokeWidth: 1, color: "#8a93a0" }, encoding: { x: axis("x", `CPU s, ${one}`), y: axis("y", `CPU s, ${other}`), detail: { field: "factor" }, strokeDash: { condition: { test: "datum.factor == 1", value: [1, 0] }, value: [4, 4] } } },
        { data: { values }, mark: { type: "point", filled: true, size: 60, opacity: 0.75 }, encoding: { x: axis("x", `CPU s, ${one}`), y: axis("y", `CPU s, ${other}`), color: { field: "outcome", type: "nominal", title: null, scale: { domain: OUTCOMES, range: ["#2a9768", "#1f6fc5", "#c8a415", "#c2435b"] }, legend: { orient: "bottom", columns: 4 } }, tooltip: [{ field: "task" }, { field: "first", title: one }, { field: "second", title: other }] } },
      ],
    };
  }

  families() {
    const cells = new Map();
    for (const run of this.runs) {
      const key = `${run.family}\n${run.setting}`;
      const cell = cells.get(key) ?? { family: run.family, setting: run.setting, solved: 0, of: 0 };
      cell.solved += run.class === "solved";
      cell.of += 1;
      cells.set(key, cell);
    }
    const values = [...cells.values()].map((cell) => ({ ...cell, share: cell.solved / cell.of, text: `${cell.solved}/${cell.of}` }));
    const specification = (width) => ({
      width: Math.min(Math.max(200, width - 330), 130 * this.settings.length),
      height: { step: 26 },
      data: { values },
      encoding: { x: { field: "setting", type: "nominal", title: null, sort: this.settings, axis: { labelAngle: -20, labelLimit: 240 } }, y: { field: "family", type: "nominal", title: null, axis: { labelLimit: 170 } } },
      layer: [
        { mark: { type: "rect", cursor: "pointer" }, encoding: { color: { field: "share", type: "quantitative", title: "solved", scale: { domain: [0, 1], range: this.ramp(), interpolate: "rgb" }, legend: { format: ".0%" } }, tooltip: [{ field: "family" }, { field: "setting" }, { field: "text", title: "solved" }] } },
        { mark: { type: "text", fontSize: 11 }, encoding: { text: { field: "text" }, color: { condition: { test: "datum.share > 0.55", value: "#ffffff" }, value: css("--text") } } },
      ],
    });
    const chosen = (datum) => this.show({ family: `=${datum.family}`, setting: `=${datum.setting}` });
    return this.figure("Solved by family and setting", "A cell leads to its runs.", specification, chosen, null, "wide");
  }

  ramp() {
    return [css("--faint"), "#2f7a5b"];
  }
}

function choice(name, values, chosen, changed) {
  return element("select", { "aria-label": name, onchange: changed }, values.map((value) => element("option", { value, selected: value === chosen }, value)));
}

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function theme() {
  const [text, soft, line] = [css("--text"), css("--soft"), css("--line")];
  return {
    font: "system-ui, 'DejaVu Sans', sans-serif",
    axis: { labelColor: soft, titleColor: soft, titleFontWeight: 500, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 11.5, titleFontSize: 12 },
    legend: { labelColor: text, titleColor: soft, labelFontSize: 12 },
    view: { stroke: null },
    text: { color: text },
  };
}
