"use strict";
// The abstract model before a refinement and after it, side by side.

const LEGEND = [
  ["path", "error path"],
  ["target", "error state"],
  ["open", "to be expanded"],
  ["covered", "covered"],
  ["removed", "removed by the refinement"],
  ["relabelled", "label strengthened"],
  ["new", "not in the model before"],
];
const EDGES = [
  ["covered", "covered by"],
  ["skips", "by nodes that are not shown"],
];

function modelViews(payload, each) {
  const [before, after] = [each.model, each.after].map((number) => (number === null ? null : payload.models[number]));
  if (before === null && after === null) {
    const why = data.experiment.record.includes("models") ? "The abstract models of this refinement are left out." : 'Abstract models were not recorded: record = ["models"] keeps them.';
    return [element("p", { class: "quiet" }, why)];
  }
  const applied = each.applied ?? { restarted: false, removed: [], relabelled: [] };
  const path = new Set(before === null ? [] : pathOf(before, each.targets.length));
  const fresh = freshness(before, applied.restarted);
  return [
    modelView("Abstract model before", before, payload.texts, {
      path,
      removed: new Set(applied.removed),
      relabelled: new Map(applied.relabelled),
      fresh: () => false,
      note: applied.restarted ? "; the refinement explores it anew" : "",
    }),
    modelView(after?.nodes.some((node) => node[6]) === false ? "Abstract model after: no error is left" : "Abstract model after, up to the next error", after, payload.texts, { path: new Set(), removed: new Set(), relabelled: new Map(), fresh, note: "" }),
  ];
}

// Tells whether a node is new.  A model that is explored anew numbers its nodes anew: what has no node of its location and label in the model
// before is new, where all of that was recorded.
function freshness(before, restarted) {
  if (before === null || (restarted && before.nodes.length < before.total)) return () => false;
  const known = new Set(before.nodes.map(([id, location, , , label]) => (restarted ? `${location} ${label}` : id)));
  return (node) => !known.has(restarted ? `${node.location} ${node.label}` : node.id);
}

// The nodes on first edges from the root to the errors: what was refined.
function pathOf(model, targets) {
  const parents = new Map();
  for (const [source, target, kind] of model.edges) if (kind !== "covered" && !parents.has(target) && source < target) parents.set(target, source);
  const found = [];
  for (const [id] of model.nodes.filter((node) => node[6]).slice(0, targets)) {
    for (let node = id; node !== undefined; node = parents.get(node)) found.push(node);
  }
  return found;
}

function modelView(title, model, texts, look) {
  if (model === null) return element("div", { class: "panel" }, element("h3", {}, title), element("p", { class: "quiet" }, "Not recorded: the run ended before, or the report leaves it out."));
  const said = element("p", { class: "told", role: "status" }, "");
  const told_ = (node, drawn) => {
    drawn.parentNode.querySelector(".picked")?.classList.remove("picked");
    drawn.classList.add("picked");
    const now = look.relabelled.has(node.id) ? ` → ${texts[look.relabelled.get(node.id)]}` : "";
    said.textContent = `#${node.id}  ${texts[node.location]}${node.line ? `  line ${node.line}` : ""}  ${node.status}: ${texts[node.label]}${now}`;
  };
  const drawing = drawModel(model, { ...look, texts, told: told_ });
  const many = model.total >= model.counted ? `${told(model.counted)} or more` : told(model.total);
  const capped = model.nodes.length < model.total ? `, ${told(model.nodes.length)} shown: error paths first, then by distance from the root` : "";
  const kinds = new Set([...drawing.querySelectorAll(".node")].flatMap((node) => [...node.classList]));
  const strokes = EDGES.filter(([kind]) => drawing.querySelector(`.edge.${kind}`) !== null);
  const legend = [...LEGEND.filter(([kind]) => kinds.has(kind)), ...strokes.map(([kind, name]) => [`stroke ${kind}`, name])].map(([kind, name]) => element("li", { class: kind }, element("i"), name));
  return element(
    "div",
    { class: "panel" },
    element("h3", {}, `${title}: `, element("b", {}, `${many} ${model.total === 1 ? "node" : "nodes"}`), capped + look.note),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, drawing),
    said,
    element("ul", { class: "legend" }, legend),
    nodeList(model, texts),
  );
}

// The nodes as a table, made when it is asked for: what the drawing says for those who do not see it.
function nodeList(model, texts) {
  const place = element("div", { class: "scroll" });
  const made = element("details", {}, element("summary", {}, "Nodes as a table"), place);
  made.addEventListener("toggle", () => {
    if (!made.open || place.firstChild) return;
    const head = ["node", "location", "line", "status", "label"].map((name) => element("th", { scope: "col" }, name));
    const rows = model.nodes.map(([id, location, , line, label, status, target]) =>
      element("tr", {}, [String(id), texts[location], told(line), target ? `${status}, error` : status, texts[label]].map((cell) => element("td", { class: "mono text" }, cell))),
    );
    fill(place, element("table", { "aria-label": "Nodes" }, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)));
  });
  return made;
}
