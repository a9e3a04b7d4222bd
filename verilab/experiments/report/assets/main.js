"use strict";
// The page: its tables, what leads where, and the address that says what is shown.

const contradicting = new Set(records(data.contradictions).map((each) => each.run));
const runs = records(data.runs).map((run) => ({ ...run, contradicting: contradicting.has(run.run) }));

function settingsTable(place, show) {
  const lead = (key, filters) => (row) => {
    const bad = key === "wrong" || key === "contradictions";
    if (!row[key]) return element("span", { class: "zero" }, "0");
    return element("span", { class: bad ? "badly" : "" }, link(told(row[key]), `${told(row[key])} ${key} of ${row.setting}`, () => show({ setting: `=${row.setting}`, ...filters })));
  };
  const columns = [
    { key: "setting", name: true, show: (row) => link(row.setting, `The runs of ${row.setting}`, () => show({ setting: `=${row.setting}` })) },
    { key: "runs", number: true, show: lead("runs", {}) },
    { key: "solved", number: true, show: lead("solved", { class: "=solved" }) },
    { key: "true", number: true, show: lead("true", { class: "=solved", verdict: "=true" }) },
    { key: "false", number: true, show: lead("false", { class: "=solved", verdict: "=false" }) },
    { key: "wrong", number: true, show: lead("wrong", { class: "=wrong" }) },
    { key: "unknown", number: true, show: lead("unknown", { class: "=unknown" }) },
    { key: "contradictions", number: true, show: lead("contradictions", { contradicting: "=true" }) },
    { key: "CPU s", number: true, decimals: 2 },
    { key: "median CPU s", number: true, decimals: 2 },
    { key: "common CPU s", number: true, decimals: 2 },
    { key: "refinements", number: true, show: lead("refinements", { refinements: ">0" }) },
    { key: "candidates", number: true },
  ];
  return new DataTable(place, "Settings", columns, records(data.settings), { what: "settings", filtered: data.settings.rows.length > 8 });
}

// A task's name behind its family, which is a column of its own.
const inFamily = (row) => (row.task.startsWith(`${row.family}/`) ? row.task.slice(row.family.length + 1) : row.task);

function runsTable(place, open) {
  const lead = (row) => (data.shown[row.run] ? link(told(row.refinements), `The refinements of ${row.task} by ${row.setting}`, () => open(row.run)) : told(row.refinements));
  const columns = [
    { key: "task", name: true, show: (row) => link(inFamily(row), `The run of ${row.task} by ${row.setting}`, () => open(row.run)) },
    { key: "setting", choose: true, name: true },
    { key: "family", choose: true },
    { key: "verdict", choose: true, show: (row) => tag(row.verdict, row.class) },
    { key: "class", choose: true },
    { key: "reason", show: (row) => short(row.reason, 90) },
    { key: "CPU s", number: true, decimals: 2 },
    { key: "refinements", number: true, show: lead },
    { key: "candidates", number: true },
    { key: "states", number: true },
    { key: "queries", number: true },
    ...(data.experiment.repetitions > 1 ? [{ key: "repetition", number: true }] : []),
  ];
  return new DataTable(place, "Runs", columns, runs, { what: "runs" });
}

function contradictions(place, show) {
  const found = records(data.contradictions);
  if (!found.length) return;
  const subjects = new Map();
  for (const each of found) subjects.set(each.subject, [...(subjects.get(each.subject) ?? []), each]);
  const lines = [...subjects].slice(0, 20).map(([subject, said]) =>
    element("div", {}, link(subject, `The runs of ${subject}`, () => show({ task: `=${subject.split(", ")[0]}`, contradicting: "=true" })), ": ", said.map((each) => `${each.verdict} by ${each.setting}`).join("; ")),
  );
  fill(place, element("div", { class: "remark bad", role: "alert" }, element("b", {}, `${counted(subjects.size, "contradiction")}: one of the verdicts is wrong.`), lines));
}

function aboutExperiment(place) {
  const { experiment } = data;
  const listed = (values) => Object.entries(values).map(([name, value]) => `${name} ${value}`).join(", ");
  fill(
    place,
    facts([
      ["rows", element("code", {}, experiment.name)],
      ["written", experiment.written],
      ["sessions", experiment.sessions.join(", ")],
      ["commit", experiment.commit],
      ["versions", listed(experiment.versions)],
      ["machine", listed(experiment.machine)],
      ["recorded", experiment.record.join(", ")],
      ["texts", `at most ${told(data.limits.characters)} characters each, ${told(data.limits.steps)} steps of a path, ${told(data.limits.candidates)} candidates of a refinement`],
    ]),
    experiment.file ? element("details", {}, element("summary", {}, "The experiment's file"), element("pre", {}, experiment.file)) : null,
  );
}

function start() {
  const { experiment, totals } = data;
  fill(byId("title"), experiment.title);
  fill(byId("meta"), [counted(totals.tasks, "task"), counted(data.settings.rows.length, "setting"), counted(totals.runs, "run"), counted(totals.refinements, "refinement"), counted(totals.candidates, "candidate")].join("  ·  "));
  fill(byId("remarks"), data.remarks.map((remark) => element("p", { class: "remark" }, remark)));
  const reveal = (id) => byId(id).scrollIntoView({ block: "start" });
  const view = new RunView(byId("run-choice"), byId("run-view"), runs, addressed());
  const open = (key, number = 0) => {
    view.open(key, number);
    reveal("microscope");
  };
  const table = runsTable(byId("runs-table"), open);
  const show = (filters) => {
    table.show(filters);
    reveal("runs");
  };
  settingsTable(byId("settings-table"), show);
  contradictions(byId("contradictions"), show);
  aboutExperiment(byId("about-view"));
  const figures = window.vegaEmbed && runs.length ? new Figures(byId("figure-list"), runs, show) : null;
  if (figures === null) byId("figures").hidden = true;
  themes(figures);
  const address = /^#run=([0-9a-f]+)&refinement=(\d+)$/.exec(location.hash);
  if (address && data.runs.rows.length) open(address[1], Number(address[2]) - 1);
  else if (view.shown.length) view.open(telling(view.shown), 0, false);
  window.readyAt = performance.now(); // milliseconds since the page was asked for
  document.documentElement.dataset.ready = "true";
}

// Of the runs with refinements the one that had most to choose from for the number of its refinements.
function telling(keys) {
  const shown = new Set(keys);
  const choices = (run) => (run.refinements ? run.candidates / run.refinements / Math.max(4, run.refinements) : 0);
  return runs.filter((run) => shown.has(run.run)).reduce((best, run) => (choices(run) > choices(best) ? run : best), runs[0]).run;
}

// Writes what is shown into the address, once it has stayed for a moment: browsers let a page change it a few times a second only.
function addressed() {
  let waiting = 0;
  return (key, number) => {
    clearTimeout(waiting);
    if (document.documentElement.dataset.ready === undefined) return; // nobody chose what is shown first
    waiting = setTimeout(() => history.replaceState(null, "", `#run=${key}&refinement=${number + 1}`), 250);
  };
}

function themes(figures) {
  const button = byId("theme");
  const set = (name) => {
    document.documentElement.dataset.theme = name;
    button.textContent = name === "dark" ? "Light" : "Dark";
    figures?.redraw();
  };
  button.addEventListener("click", () => set(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  set(window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

start();
