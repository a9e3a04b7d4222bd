"use strict";
// The source of a program with an error path in it; the lines stay in the document while refinements go by.

const MOST_LINES = 5000;

class SourceView {
  constructor(files) {
    this.files = files;
    this.frame = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Source of the program" });
    this.title = element("h3");
    this.file = null;
    this.rows = [];
    this.marked = [];
    this.now = null;
    this.view = element("div", { class: "panel" }, this.title, this.frame);
  }

  // steps: [number, file, line]; hit: the number of the step at which the chosen prefix contradicts itself
  show(file, steps, line, hit) {
    this.open(file);
    fill(this.title, "Source ", element("b", {}, file ? file.split("/").pop() : ""));
    for (const row of this.marked) {
      row.className = "row";
      row.lastChild.textContent = "";
    }
    const taken = new Map();
    for (const [number, name, at] of steps) if (name === file && at) taken.set(at, [...(taken.get(at) ?? []), number]);
    this.marked = [];
    for (const [at, numbers] of taken) {
      const row = this.rows[at - 1];
      if (!row) continue;
      const kind = numbers.includes(hit) ? " hit" : "";
      row.className = `row on${kind}${at === line ? " error" : ""}`;
      row.lastChild.textContent = numbers.length > 6 ? `${numbers.slice(0, 5).join(" ")} … ${numbers[numbers.length - 1]}` : numbers.join(" ");
      this.marked.push(row);
    }
    const error = this.rows[line - 1];
    if (error && !this.marked.includes(error)) {
      error.className = "row on error";
      this.marked.push(error);
    }
    this.reveal(this.marked.find((row) => row.classList.contains("hit")) ?? error);
  }

  open(file) {
    if (file === this.file) return;
    this.file = file;
    const digest = this.files[file];
    const text = digest === undefined ? null : embedded(`source-${digest}`);
    this.rows = [];
    if (text === null) {
      fill(this.frame, element("p", { class: "quiet" }, 'Its text was not recorded (record = ["models"] keeps it); the path is beside it.'));
      return;
    }
    const lines = text.split("\n");
    this.rows = lines.slice(0, MOST_LINES).map((line, place) =>
      element("div", { class: "row" }, element("span", { class: "no" }, String(place + 1)), element("span", { class: "code" }, line || " "), element("span", { class: "at" })),
    );
    const rest = lines.length > MOST_LINES ? element("p", { class: "quiet" }, `The first ${told(MOST_LINES)} of ${told(lines.length)} lines.`) : null;
    fill(this.frame, element("div", { class: "source" }, this.rows), rest);
  }

  // Marks the line that a step is from.
  point(file, line) {
    this.now?.classList.remove("now");
    this.now = file === this.file ? this.rows[line - 1] : undefined;
    this.now?.classList.add("now");
    this.reveal(this.now);
  }

  // Scrolls inside of the frame only: the page stays where it is.
  reveal(row) {
    if (!row) return;
    const [top, height] = [row.offsetTop, this.frame.clientHeight]; // the frame is what rows are placed in
    if (top < this.frame.scrollTop + 20 || top > this.frame.scrollTop + height - 40) this.frame.scrollTop = top - height / 2;
  }
}
