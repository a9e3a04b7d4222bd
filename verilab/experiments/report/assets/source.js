"use strict";
// The source of a program with an error path in it; the lines stay in the document while refinements go by, those of a long one as long as
// what is shown is among them.

const MOST_LINES = 5000;

class SourceView {
  constructor(files) {
    this.files = files;
    this.frame = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Source of the program" });
    this.title = element("h3");
    this.note = element("p", { class: "quiet" });
    this.file = null;
    this.lines = null;
    this.first = 0; // how many lines are before those in the document
    this.rows = [];
    this.marked = [];
    this.now = null;
    this.view = element("div", { class: "panel" }, this.title, this.frame, this.note);
  }

  // steps: [number, file, line]; hit: the number of the step at which the chosen prefix contradicts itself
  show(file, steps, line, hit) {
    const contradiction = steps.find(([number, name, at]) => number === hit && name === file && at);
    this.open(file, contradiction ? contradiction[2] : line);
    fill(this.title, "Source ", element("b", {}, file ? file.split("/").pop() : ""));
    for (const row of this.marked) {
      row.className = "row";
      row.lastChild.textContent = "";
    }
    const taken = new Map();
    for (const [number, name, at] of steps) if (name === file && at) taken.set(at, [...(taken.get(at) ?? []), number]);
    this.marked = [];
    for (const [at, numbers] of taken) {
      const row = this.row(at);
      if (!row) continue;
      const kind = numbers.includes(hit) ? " hit" : "";
      row.className = `row on${kind}${at === line ? " error" : ""}`;
      row.lastChild.textContent = numbers.length > 6 ? `${numbers.slice(0, 5).join(" ")} … ${numbers[numbers.length - 1]}` : numbers.join(" ");
      this.marked.push(row);
    }
    const error = this.row(line);
    if (error && !this.marked.includes(error)) {
      error.className = "row on error";
      this.marked.push(error);
    }
    this.reveal(this.marked.find((row) => row.classList.contains("hit")) ?? error);
  }

  row(line) {
    return this.rows[line - 1 - this.first];
  }

  // Has the line of the file in the document.
  open(file, line) {
    if (file !== this.file) {
      this.file = file;
      const digest = own(this.files, file);
      const text = digest === undefined ? null : embedded(`source-${digest}`);
      this.lines = text === null ? null : text.split("\n");
      this.rows = [];
    }
    if (this.lines === null) {
      fill(this.frame, element("p", { class: "quiet" }, 'Its text was not recorded (record = ["models"] keeps it); the path is beside it.'));
      fill(this.note);
    } else if (!this.rows.length || (this.row(line) === undefined && line > 0 && line <= this.lines.length)) {
      this.place(line);
    }
  }

  // As many lines around one as the document may have.
  place(line) {
    const all = this.lines.length;
    this.first = Math.max(0, Math.min(line - MOST_LINES / 2, all - MOST_LINES));
    this.marked = [];
    this.rows = this.lines.slice(this.first, this.first + MOST_LINES).map((text, place) =>
      element("div", { class: "row" }, element("span", { class: "no" }, String(this.first + place + 1)), element("span", { class: "code" }, text || " "), element("span", { class: "at" })),
    );
    fill(this.frame, element("div", { class: "source" }, this.rows));
    fill(this.note, all > MOST_LINES ? `Lines ${told(this.first + 1)} to ${told(this.first + this.rows.length)} of ${told(all)}.` : null);
  }

  // Marks the line that a step is from.
  point(file, line) {
    this.now?.classList.remove("now");
    this.now = file === this.file ? this.row(line) : undefined;
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
