"use strict";
// The figures: specifications of Vega-Lite, drawn when they come into view.  A click on what is drawn leads to its runs.

const MOST_POINTS = 4000;

class Figures {
  constructor(place, runs, show) {
    this.runs = runs;
    this.settings = records(data.settings).map((row) => row.setting);
    this.tip = element("div", { id: "tip", hidden: true });
    document.body.append(this.tip);
    this.drawn = [];
    this.watch = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => this.draw(entry.target)), { rootMargin: "200px" });
    fill(place, PLOTS.map((plot) => plot(this.runs, this.settings, show)).filter((plot) => plot !== null).map((plot) => this.figure(plot)));
    for (const { plot } of this.drawn) this.watch.observe(plot);
  }

  // made: {title, caption, choices, specification(width, ...chosen), clicked(datum), wide}; choices: {name, before, values, chosen}, which
  // the reader makes above the figure.  A specification is a text where there is nothing to draw.
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
    const made = figure.made.specification(plot.clientWidth, ...figure.selects.map((select) => select.value));
    figure.view?.finalize();
    figure.view = null;
    if (typeof made === "string") fill(plot, element("p", { class: "quiet" }, made));
    else figure.view = await this.embed(plot, made, figure.made.clicked);
    plot.dataset.drawn = "true";
  }

  async embed(plot, specification, clicked) {
    const { view } = await window.vegaEmbed(plot, { ...specification, config: theme(), background: null }, {
      ast: true, // interpreted: no eval
      actions: false,
      defaultStyle: false,
      renderer: this.runs.length > MOST_POINTS ? "canvas" : "svg",
      tooltip: (handler, event, item, value) => this.hover(event, value),
    });
    view.addEventListener("click", (event, item) => { if (item?.datum) clicked(item.datum.datum ?? item.datum); });
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
