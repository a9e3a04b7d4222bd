"use strict";
// Drawings of abstract models: a tree of first edges from the root down, with the other edges over it.

// The widest that has room for all columns; a chain of blocks is a column.
const WIDE = { width: 158, height: 36, across: 18, down: 26, characters: 22 };
const MEDIUM = { width: 84, height: 20, across: 12, down: 18, characters: 12 };
const SMALL = { width: 30, height: 20, across: 8, down: 18, characters: 0 };
const FEW = 24;
const MOST_COLUMNS = 5;
const NARROW = 9;
const FITS = 820; // wider drawings would be too small to read if they were made to fit

// model: as in the page's data; look: {path: ids, removed: ids, relabelled: id -> text, fresh: node -> whether it is new, texts, told(node)}
function drawModel(model, look) {
  const nodes = new Map(model.nodes.map(([id, location, file, line, label, status, target]) => [id, { id, location, file, line, label, status, target }]));
  const places = layout(nodes, model.edges);
  const columns = Math.max(...[...places.values()].map(([column]) => column)) + 1;
  const size = model.nodes.length <= FEW && columns <= MOST_COLUMNS ? WIDE : columns <= NARROW ? MEDIUM : SMALL;
  const [across, down] = [size.width + size.across, size.height + size.down];
  const most = [...places.values()].reduce((found, [x, y]) => [Math.max(found[0], x), Math.max(found[1], y)], [0, 0]);
  const [width, height] = [(most[0] + 1) * across + 40, (most[1] + 1) * down + 16];
  const at = (id) => {
    const [x, y] = places.get(id);
    return [12 + x * across + size.width / 2, 8 + y * down + size.height / 2];
  };
  const drawing = shape("svg", { class: width <= FITS ? "graph fits" : "graph", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": describe(model) });
  for (const [source, target, kind] of model.edges) drawing.append(drawnEdge(at(source), at(target), kind, size, onPath(look, source, target)));
  for (const node of nodes.values()) drawing.append(drawnNode(node, at(node.id), size, look));
  return drawing;
}

// Puts the error, or what is new, into the middle of the frame that a panel's drawing is in.
function scrollToError(panel) {
  const node = panel.querySelector(".node.target.path") ?? panel.querySelector(".node.target") ?? panel.querySelector(".node.new");
  if (node === null) return;
  const frame = node.closest(".scroll");
  const [box, shown] = [node.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollTop += (box.top + box.bottom - shown.top - shown.bottom) / 2;
  frame.scrollLeft += (box.left + box.right - shown.left - shown.right) / 2;
}

function describe(model) {
  const targets = model.nodes.filter((node) => node[6]).length;
  return `Abstract model of ${counted(model.total, "node")}, ${counted(targets, "error state")} shown; the table of its nodes follows.`;
}

const onPath = (look, source, target) => look.path.has(source) && look.path.has(target);

// By id [column, row]: rows are distances from a root, columns those of the leaves below.
function layout(nodes, edges) {
  const children = new Map([...nodes.keys()].map((id) => [id, []]));
  const entered = new Set();
  for (const wanted of ["step", "skips"]) {
    for (const [source, target, kind] of edges) {
      if (kind !== wanted || entered.has(target) || source >= target) continue;
      entered.add(target);
      children.get(source).push(target);
    }
  }
  const places = new Map();
  let column = 0;
  for (const root of nodes.keys()) {
    if (entered.has(root)) continue;
    const pending = [[root, 0, false]];
    while (pending.length) {
      const [id, row, seen] = pending.pop();
      const below = children.get(id);
      if (!below.length) places.set(id, [column++, row]);
      else if (seen) places.set(id, [(places.get(below[0])[0] + places.get(below[below.length - 1])[0]) / 2, row]);
      else {
        pending.push([id, row, true]);
        for (let place = below.length - 1; place >= 0; place--) pending.push([below[place], row + 1, false]);
      }
    }
  }
  return places;
}

function drawnEdge([x, y], [toX, toY], kind, size, path) {
  const half = size.height / 2;
  const name = `edge ${kind}${path && kind !== "covered" ? " path" : ""}`;
  if (x === toX && y === toY) {
    const side = x + size.width / 2;
    return shape("path", { class: name, d: `M${side} ${y - 8} c22 -10 22 26 0 16` });
  }
  if (toY > y) {
    const middle = (y + half + toY - half) / 2;
    return shape("path", { class: name, d: `M${x} ${y + half} C${x} ${middle} ${toX} ${middle} ${toX} ${toY - half}` });
  }
  const bend = Math.max(x, toX) + size.width * 0.8;
  return shape("path", { class: name, d: `M${x + size.width / 2} ${y} C${bend} ${y} ${bend} ${toY} ${toX + size.width / 2} ${toY}` });
}

function drawnNode(node, [x, y], size, look) {
  const kinds = ["node", node.status.replace(" ", "-")];
  if (look.path.has(node.id)) kinds.push("path");
  if (node.target) kinds.push("target");
  if (look.removed.has(node.id)) kinds.push("removed");
  if (look.relabelled.has(node.id)) kinds.push("relabelled");
  if (look.fresh(node)) kinds.push("new");
  const made = shape("g", { class: kinds.join(" "), "data-node": node.id });
  made.append(shape("rect", { x: x - size.width / 2, y: y - size.height / 2, width: size.width, height: size.height, rx: 6 }));
  if (size === MEDIUM) {
    made.append(written(short(`${node.id} ${shortPlace(look.texts[node.location])}`, size.characters), x, y + 4));
  } else if (size === WIDE) {
    made.append(written(short(`${node.id}  ${shortPlace(look.texts[node.location])}`, size.characters), x, y - 3));
    made.append(written(short(look.texts[node.label], size.characters), x, y + 11, "label"));
  } else {
    made.append(written(String(node.id), x, y + 4));
  }
  const tell = () => look.told(node, made);
  made.addEventListener("mouseenter", tell);
  made.addEventListener("click", tell);
  return made;
}

function written(text, x, y, name = "") {
  const made = shape("text", { x, y, "text-anchor": "middle", class: name });
  made.textContent = text;
  return made;
}

const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
// A location without the calls that it is under.
const shortPlace = (location) => /^<?[^<]*/.exec(location)[0];
