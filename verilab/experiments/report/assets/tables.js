"use strict";
// Tables that are sorted by their headings and filtered below them; a page of rows is in the document at a time.

const PAGE = 50;

class DataTable {
  // columns: {key, title, number, decimals, choose, show(row)}; a row is an object.  choose: the filter is a choice among the values that there are.
  constructor(place, caption, columns, rows, options = {}) {
    this.columns = columns;
    this.rows = rows;
    this.options = options;
    this.filters = new Map();
    this.sorted = null;
    this.page = 0;
    this.body = element("tbody");
    this.heads = new Map();
    this.inputs = new Map();
    this.pager = element("div", { class: "pager" });
    const titles = element("tr", {}, columns.map((column) => this.heading(column)));
    const filters = element("tr", { class: "filters" }, columns.map((column) => element("th", {}, this.filter(column))));
    const head = element("thead", {}, titles, options.filtered === false ? null : filters);
    this.table = element("table", { "aria-label": caption }, head, this.body);
    fill(place, element("div", { class: "frame" }, this.table), this.pager);
    this.update();
  }

  heading(column) {
    const button = element("button", { type: "button", onclick: () => this.sort(column.key) }, column.title ?? column.key);
    const head = element("th", { scope: "col", "aria-sort": "none", class: column.number ? "number" : "" }, button);
    this.heads.set(column.key, head);
    return head;
  }

  filter(column) {
    const name = `Filter by ${column.title ?? column.key}`;
    const changed = (event) => this.setFilter(column.key, event.target.value);
    let input;
    if (column.choose) {
      const values = [...new Set(this.rows.map((row) => String(row[column.key] ?? "")))].sort();
      input = element("select", { "aria-label": name, onchange: changed }, element("option", { value: "" }, "all"));
      input.append(...values.filter((value) => value).map((value) => element("option", { value: `=${value}` }, value)));
    } else {
      input = element("input", { type: "search", "aria-label": name, oninput: changed });
    }
    this.inputs.set(column.key, input);
    return input;
  }

  // Filters by several columns at once; all others are taken away.
  show(filters) {
    this.filters.clear();
    for (const [key, input] of this.inputs) input.value = filters[key] ?? "";
    for (const [key, text] of Object.entries(filters)) this.filters.set(key, text);
    this.page = 0;
    this.update();
  }

  setFilter(key, text) {
    if (text.trim()) this.filters.set(key, text.trim());
    else this.filters.delete(key);
    this.page = 0;
    this.update();
  }

  sort(key) {
    const again = this.sorted !== null && this.sorted.key === key;
    const number = this.columns.find((column) => column.key === key).number;
    const first = number ? -1 : 1;
    this.sorted = { key, direction: again ? -this.sorted.direction : first };
    this.page = 0;
    this.update();
  }

  update() {
    const tests = [...this.filters].map(([key, text]) => [key, matcher(text)]);
    this.found = this.rows.filter((row) => tests.every(([key, test]) => test(row[key])));
    if (this.sorted !== null) {
      const { key, direction } = this.sorted;
      this.found.sort((one, other) => compare(one[key], other[key], direction));
    }
    for (const [key, head] of this.heads) {
      const direction = this.sorted !== null && this.sorted.key === key ? this.sorted.direction : 0;
      head.setAttribute("aria-sort", direction === 0 ? "none" : direction > 0 ? "ascending" : "descending");
    }
    this.draw();
  }

  draw() {
    const from = this.page * PAGE;
    fill(this.body, this.found.slice(from, from + PAGE).map((row) => this.row(row)));
    const pages = Math.ceil(this.found.length / PAGE);
    const turn = (by) => () => { this.page += by; this.draw(); };
    const counted = this.found.length === this.rows.length ? told(this.rows.length) : `${told(this.found.length)} of ${told(this.rows.length)}`;
    const range = pages > 1 ? `${told(from + 1)} to ${told(Math.min(from + PAGE, this.found.length))} of ` : "";
    fill(
      this.pager,
      this.filters.size ? element("button", { type: "button", onclick: () => this.show({}) }, "Show all") : null,
      element("span", { role: "status" }, `${range}${counted} ${this.options.what ?? "rows"}`),
      pages > 1 ? element("button", { type: "button", disabled: this.page === 0, onclick: turn(-1), "aria-label": "Previous page" }, "‹") : null,
      pages > 1 ? element("button", { type: "button", disabled: this.page + 1 >= pages, onclick: turn(1), "aria-label": "Next page" }, "›") : null,
    );
  }

  row(row) {
    const cells = this.columns.map((column) => {
      const shown = column.show ? column.show(row) : told(row[column.key], column.decimals);
      return element("td", { class: column.number ? "number" : column.name ? "name" : "text" }, shown);
    });
    return element("tr", this.options.properties?.(row) ?? {}, cells);
  }
}

// ">5", "<=2", "1..3" compare numbers; "=text" is the whole text; anything else is a part of it.
function matcher(text) {
  const range = /^(-?[\d.]+)\s*\.\.\s*(-?[\d.]+)$/.exec(text);
  if (range) return (value) => typeof value === "number" && value >= Number(range[1]) && value <= Number(range[2]);
  const bound = /^(<=|>=|<|>)\s*(-?[\d.]+)$/.exec(text);
  if (bound) {
    const limit = Number(bound[2]);
    const tests = { "<": (value) => value < limit, ">": (value) => value > limit, "<=": (value) => value <= limit, ">=": (value) => value >= limit };
    return (value) => typeof value === "number" && tests[bound[1]](value);
  }
  if (text.startsWith("=")) return (value) => String(value ?? "") === text.slice(1);
  const part = text.toLowerCase();
  return (value) => String(value ?? "").toLowerCase().includes(part);
}

// What has no value comes last in either direction.
function compare(one, other, direction) {
  const missing = (one === null || one === undefined) - (other === null || other === undefined);
  if (missing) return missing;
  if (typeof one === "number" && typeof other === "number") return direction * (one - other);
  return direction * String(one).localeCompare(String(other), "en", { numeric: true });
}
