"use strict";
// Elements are made of texts only: nothing that an experiment contains is ever read as HTML.

const data = JSON.parse(document.getElementById("report-data").textContent);

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

const byId = (id) => document.getElementById(id);

function fill(place, ...children) {
  place.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
}

const GROUPED = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

function told(value, decimals) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" && decimals !== undefined) return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return typeof value === "number" ? GROUPED.format(value) : String(value);
}

// A member of that name, if it is the object's own: names are any texts, "constructor" too.
const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

function counted(number, what) {
  return `${told(number)} ${what}${number === 1 ? "" : "s"}`;
}

function link(text, what, act) {
  return element("button", { type: "button", class: "link", onclick: act, "aria-label": what }, text);
}

function tag(text, kind = text) {
  return text ? element("span", { class: `tag ${kind}` }, text) : "";
}

function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return element("dl", { class: "facts" }, shown.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
}

// What the data of another element of this page say; null where there is none of that name.
function embedded(id) {
  const found = byId(id);
  return found === null ? null : JSON.parse(found.textContent);
}

// The rows of a table as objects, by its columns.
function records(table) {
  return table.rows.map((row) => Object.fromEntries(table.columns.map((name, place) => [name, row[place]])));
}
