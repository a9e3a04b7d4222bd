"use strict";
// A run: what came of it, its refinement log as a table, and its refinements under the microscope.

class RunView {
  constructor(choicePlace, place, runs, went) {
    this.place = place;
    this.runs = new Map(runs.map((run) => [run.run, run]));
    this.shown = Object.keys(data.shown);
    this.went = went;
    this.key = null;
    this.lens = null;
    fill(choicePlace, this.choices());
  }

  choices() {
    if (!this.shown.length) return element("p", { class: "quiet" }, "There are no recorded refinements in this report.");
    const named = this.shown.map((key) => [key, this.runs.get(key)]).filter(([, run]) => run);
    this.select = element(
      "select",
      { "aria-label": "Run", onchange: () => this.open(this.select.value, 0) },
      element("option", { value: "" }, "choose a run"),
      named.map(([key, run]) => element("option", { value: key }, `${run.task}  ·  ${run.setting}${run.repetition > 1 ? ` (${run.repetition})` : ""}  ·  ${run.logged} refinements  ·  ${run.verdict}`)),
    );
    return element("div", { class: "controls" }, element("label", {}, "Run ", this.select));
  }

  // Shows a run, at a refinement counted from 0.
  open(key, number, focus = true) {
    const run = this.runs.get(key);
    if (!run) return;
    if (key !== this.key) this.load(key, run);
    if (this.lens !== null) {
      this.lens.go(number);
      if (focus) this.lens.view.focus({ preventScroll: true });
    }
    this.went(key, this.lens === null ? 0 : this.lens.number);
  }

  load(key, run) {
    this.key = key;
    this.lens = null;
    if (this.select) this.select.value = this.shown.includes(key) ? key : "";
    const payload = embedded(`run-${key}`);
    const missing = run.logged ? `Its ${told(run.logged)} refinements are not in this report; put them there by: verilab experiment report --show ${key}` : "Its refinements were not recorded, or there were none.";
    const [log, lens] = [element("div"), element("div")];
    fill(this.place, about(run), payload === null ? element("p", { class: "remark" }, missing) : [element("details", { open: payload.refinements.length <= 12 }, element("summary", {}, `Refinement log (${told(payload.refinements.length)} of ${told(run.logged)})`), log), lens]);
    if (payload === null || !payload.refinements.length) return;
    this.log = refinementTable(log, payload, (number) => this.open(key, number));
    this.lens = new Microscope(lens, run, payload, (number) => {
      for (const row of log.querySelectorAll("tr[data-number]")) row.classList.toggle("chosen", row.dataset.number === String(number));
      this.went(key, number);
    });
  }
}

function about(run) {
  const settings = Object.entries(own(data.experiment.configurations, run.setting) ?? {}).filter(([, value]) => value !== "" && value !== null && value !== false);
  return [
    facts([
      ["task", element("b", {}, run.task)],
      ["setting", run.setting],
      ["verdict", tag(run.verdict, run.class)],
      ["expected", run.expected === null ? "" : String(run.expected)],
      ["reason", run.reason],
      ["CPU", `${told(run["CPU s"])} s`],
      ["states", told(run.states)],
      ["refinements", told(run.refinements)],
      ["key", element("code", {}, run.run)],
    ]),
    settings.length ? element("details", {}, element("summary", {}, "All settings of the run"), facts(settings.map(([name, value]) => [name, String(value)]))) : null,
  ];
}

function refinementTable(place, payload, open) {
  const rows = payload.refinements.map((each, number) => {
    const chosen = each.candidates.find((candidate) => candidate.role === "chosen");
    const facts = each.increment.map(([fact]) => payload.texts[fact]);
    return { place: number, number: each.number, phase: each.phase, states: each.states, line: each.targets[0]?.line, candidates: each.of, chosen: each.chosen ?? "join", length: chosen?.length, learned: facts.join(", "), why: each.why, queries: each.queries.length };
  });
  const columns = [
    { key: "number", title: "refinement", number: true, show: (row) => link(told(row.number), `Refinement ${row.number} under the microscope`, () => open(row.place)) },
    { key: "phase", choose: true },
    { key: "states", number: true },
    { key: "line", title: "error line", number: true },
    { key: "candidates", number: true },
    { key: "chosen", number: true },
    { key: "length", title: "prefix", number: true },
    { key: "learned", show: (row) => element("span", { class: "mono" }, short(row.learned, 120)) },
    { key: "why", show: (row) => short(row.why, 120) },
    { key: "queries", number: true },
  ];
  return new DataTable(place, "Refinement log", columns, rows, { what: "refinements", properties: (row) => ({ "data-number": String(row.place) }) });
}
