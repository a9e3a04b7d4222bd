"use strict";
// The figures: specifications of Vega-Lite, drawn when they come into view.  A click on what is drawn leads to its runs.

const MOST_POINTS = 4000;
const LEAST_SECONDS = 0.01; // shorter times are drawn as this long

class Figures {
  constructor(place, runs, show) {
    this.runs = runs;
    this.tip = element("div", { id: "tip", hidden: true });
    document.body.append(this.tip);
    this.drawn = [];
    this.watch = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => this.draw(entry.target)), { rootMargin: "200px" });
    for (const { engine } of data.figures) if (engine) this.nameEngines(engine);
    fill(place, data.figures.map((made) => this.figure(made)));
    this.show = show;
    for (const { plot } of this.drawn) this.watch.observe(plot);
  }

  // Runs are filtered by the strategy and the engine of their settings.
  nameEngines(engine) {
    for (const run of this.runs) {
      const configuration = own(data.experiment.configurations, run.setting);
      if (configuration) Object.assign(run, { strategy: String(configuration.strategy || "default"), engine: String(configuration[engine] || "default") });
    }
  }

  // made: as verilab/experiments/report/figures.py says.
  figure(made) {
    const plot = element("div", { class: "plot" });
    const figure = { plot, made, view: null };
    figure.selects = (made.choices ?? []).map((each) => choice(each.name, each.values, each.chosen, () => this.draw(plot)));
    this.drawn.push(figure);
    const controls = figure.selects.length ? element("div", { class: "controls" }, figure.selects.map((select, place) => [made.choices[place].before ?? "", select]).flat()) : null;
    return element("figure", { class: `panel ${made.wide ? "wide" : ""}`, "aria-label": made.title }, element("h3", {}, made.title), controls, plot, element("figcaption", {}, made.caption));
  }

  async draw(plot) {
    this.watch.unobserve(plot);
    const figure = this.drawn.find((each) => each.plot === plot);
    const made = this.specification(figure, plot.clientWidth);
    figure.view?.finalize();
    figure.view = null;
    if (typeof made === "string") fill(plot, element("p", { class: "quiet" }, made));
    else figure.view = await this.embed(plot, made, figure.made.filters);
    plot.dataset.drawn = "true";
  }

  // Of what is chosen, as wide as there is room; a text where there is nothing to draw.
  specification(figure, width) {
    const { made, selects } = figure;
    if (made.empty) return made.empty;
    const { margin, least = 0, most = Infinity, square } = made.size;
    const wide = Math.min(Math.max(least, width - margin), most);
    const chosen = selects.map((select) => select.value);
    let specification = made.specifications[made.specifications.length > 1 ? selects[0].selectedIndex : 0];
    if (made.filled) {
      const rows = FILLED[made.filled](made, this.runs, chosen);
      if (typeof rows === "string") return rows;
      specification = filled(specification, rows);
    }
    return { ...coloured(specification), width: wide, ...(square ? { height: wide } : {}) };
  }

  // A mark leads to the runs that have what its fields say.
  clicked(datum, filters) {
    const fields = Object.entries(filters).filter(([field]) => datum[field] !== undefined);
    if (fields.length) this.show(Object.fromEntries(fields.map(([field, column]) => [column, `=${datum[field]}`])));
  }

  async embed(plot, specification, filters) {
    const { view } = await window.vegaEmbed(plot, { ...specification, config: theme(), background: null }, {
      ast: true, // interpreted: no eval
      actions: false,
      defaultStyle: false,
      renderer: this.runs.length > MOST_POINTS ? "canvas" : "svg",
      tooltip: (handler, event, item, value) => this.hover(event, value),
    });
    view.addEventListener("click", (event, item) => { if (item?.datum) this.clicked(item.datum.datum ?? item.datum, filters); });
    return view;
  }

  redraw() {
    for (const { plot } of this.drawn) if (plot.dataset.drawn) this.draw(plot);
  }

  hover(event, value) {
    this.tip.hidden = !value;
    if (!value) return;
    this.tip.textContent = Object.entries(value).map(([key, text]) => `${key}: ${text}`).join("\n");
    // Positions are set on the element's own style object, which the page's policy lets be.
    this.tip.style.left = `${Math.max(0, Math.min(event.clientX + 14, window.innerWidth - this.tip.offsetWidth - 8))}px`;
    this.tip.style.top = `${Math.min(event.clientY + 14, window.innerHeight - this.tip.offsetHeight - 8)}px`;
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
    axis: { labelColor: soft, titleColor: soft, titleFontWeight: 500, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 11.5, titleFontSize: 12, labelOverlap: true, titleLimit: 420 },
    legend: { labelColor: text, titleColor: soft, labelFontSize: 12 },
    view: { stroke: null },
    text: { color: text },
  };
}
