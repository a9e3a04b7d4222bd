"use strict";
// The refinement microscope: one refinement of a run at a time.

class Microscope {
  constructor(place, run, payload, stepped) {
    this.run = run;
    this.payload = payload;
    this.texts = payload.texts;
    this.stepped = stepped;
    this.number = -1;
    this.source = new SourceView(payload.files);
    this.where = element("span", { class: "where", role: "status", "aria-live": "polite" });
    this.slider = element("input", { type: "range", min: "1", max: String(payload.refinements.length), "aria-label": "Refinement" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value) - 1));
    this.buttons = [
      this.button("«", "First refinement", () => this.go(0)),
      this.button("‹", "Previous refinement", () => this.go(this.number - 1)),
      this.button("›", "Next refinement", () => this.go(this.number + 1)),
      this.button("»", "Last refinement", () => this.go(this.payload.refinements.length - 1)),
    ];
    const keys = element("span", { class: "keys" }, element("kbd", {}, "←"), " ", element("kbd", {}, "→"), " refinement ", element("kbd", {}, "↑"), " ", element("kbd", {}, "↓"), " candidate");
    this.summary = element("div");
    this.paths = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Error path and sliced prefixes" });
    this.pathTitle = element("h3");
    this.candidates = element("div", { class: "frame", tabindex: "0", role: "region", "aria-label": "Candidates and their scores" });
    this.models = element("div", { class: "grid even" });
    // A large model is scrolled to its error once it is seen: to ask where that is costs a layout.
    this.seen = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => { this.seen.unobserve(entry.target); scrollToError(entry.target); }));
    this.rest = element("div");
    const title = `Microscope: refinements of ${run.task} by ${run.setting}`;
    this.view = element(
      "div",
      { class: "lens", tabindex: "0", role: "group", "aria-label": title },
      element("div", { class: "steps" }, this.buttons.slice(0, 2), this.where, this.buttons.slice(2), this.slider, keys),
      this.summary,
      element("div", { class: "grid" }, this.source.view, element("div", { class: "panel" }, this.pathTitle, this.paths)),
      element("h3", {}, "Candidates"),
      this.candidates,
      element("p"),
      this.models,
      this.rest,
    );
    this.view.addEventListener("keydown", (event) => this.pressed(event));
    fill(place, this.view);
  }

  button(text, what, act) {
    return element("button", { type: "button", "aria-label": what, title: what, onclick: act }, text);
  }

  pressed(event) {
    const name = event.target.tagName;
    if (event.altKey || event.ctrlKey || event.metaKey || name === "INPUT" || name === "SELECT" || scrollsItself(event)) return;
    const last = this.payload.refinements.length - 1;
    const keys = {
      ArrowLeft: () => this.go(this.number - 1),
      ArrowRight: () => this.go(this.number + 1),
      Home: () => this.go(0),
      End: () => this.go(last),
      ArrowUp: () => this.move(-1),
      ArrowDown: () => this.move(1),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  go(number) {
    const bounded = Math.max(0, Math.min(this.payload.refinements.length - 1, number));
    if (bounded === this.number) return;
    this.number = bounded;
    const each = (this.each = this.payload.refinements[bounded]);
    for (const candidate of each.candidates) candidate.skipped ??= new Set(candidate.omitted);
    this.selected = each.candidates.find((candidate) => candidate.role === "chosen") ?? each.candidates[0];
    this.draw();
    this.stepped(bounded);
  }

  move(by) {
    const { candidates } = this.each;
    const found = candidates[candidates.indexOf(this.selected) + by];
    if (found) this.select(found);
  }

  select(candidate) {
    this.selected = candidate;
    this.drawPath();
    for (const row of this.candidates.querySelectorAll("tr[data-place]")) row.classList.toggle("selected", row.dataset.place === String(candidate.place));
  }

  draw() {
    const { each } = this;
    const all = this.payload.refinements.length;
    fill(this.where, `Refinement ${told(this.number + 1)} of ${told(this.run.logged > all ? this.run.logged : all)}`);
    this.slider.value = String(this.number + 1);
    this.buttons.forEach((button, place) => { button.disabled = place < 2 ? this.number === 0 : this.number === all - 1; });
    fill(this.summary, verdict(each, this.texts), regret(each), overviewOf(each));
    this.drawPath();
    fill(this.candidates, candidateTable(each, this.texts, this.selected, (candidate) => this.select(candidate)));
    this.seen.disconnect();
    fill(this.models, modelViews(this.payload, each));
    for (const panel of this.models.children) this.seen.observe(panel); // what is in a panel is not laid out before it is seen
    fill(this.rest, learned(each, this.texts), askedQueries(each, this.run));
  }

  drawPath() {
    const { each, texts, selected } = this;
    const target = each.targets[selected ? selected.target : 0];
    if (!target) {
      fill(this.paths);
      return;
    }
    const steps = target.path.flatMap(([number, file, line, , lines]) => (lines ?? [line]).map((each) => [number, texts[file], each]));
    this.source.show(texts[target.file], steps, target.line, selected ? selected.length : 0);
    const several = each.targets.length > 1 ? ` (target ${selected ? selected.target + 1 : 1} of ${each.targets.length})` : "";
    fill(this.pathTitle, "Error path to ", element("b", {}, `line ${target.line}`), `${several}, its sliced prefixes: │ step, · left out, ✕ contradiction`);
    fill(
      this.paths,
      pathTable(target, {
        texts,
        selected,
        candidates: each.candidates.filter((candidate) => !selected || candidate.target === selected.target),
        chosen: each.chosen,
        select: (candidate) => this.select(candidate),
        point: (file, line) => this.source.point(file, line),
      }),
    );
    const hit = this.paths.querySelector("tr.hit");
    if (hit) this.paths.scrollTop = Math.max(0, hit.offsetTop - this.paths.clientHeight * 0.6);
  }
}

// Whether the key scrolls the region that has the focus, as keys do elsewhere, because there is more of it than is seen.
function scrollsItself(event) {
  const { target, key } = event;
  if (target.getAttribute("role") !== "region") return false;
  if (key === "ArrowLeft" || key === "ArrowRight") return target.scrollWidth > target.clientWidth;
  return target.scrollHeight > target.clientHeight;
}

// What was chosen, and why.
function verdict(each, texts) {
  const facts = each.increment.map(([fact]) => texts[fact]);
  const shown = facts.slice(0, 6).flatMap((fact, place) => [place ? " " : "", element("span", { class: "mono" }, fact)]);
  const more = facts.length > 6 ? ` and ${facts.length - 6} more` : "";
  const choice = each.chosen === null ? "Joined candidates" : `Chose candidate ${each.chosen}`;
  const learnt = facts.length ? ["; learned ", shown, more].flat() : ["; learned nothing"];
  return element("p", { class: "verdict" }, element("b", {}, choice), `: ${each.why}`, learnt, ".");
}

// Whether the times of two decided branches are as near to each other as those of one branch may be.
function isNoise(cost, best) {
  const [factor, offset] = data.limits.noise;
  return cost.outcome === "decided" && cost.after.cpu_s <= best.after.cpu_s * factor + offset;
}

// What an oracle that followed the candidates says of the choice.
function regret(each) {
  const costs = each.candidates.map((candidate) => [`candidate ${candidate.place}`, candidate.cost, candidate.place === each.chosen]);
  if (each.join !== null) costs.push(["the join", each.join, true]);
  const followed = costs.filter(([, cost]) => cost && cost.after !== null);
  const [best, chosen] = [followed.find(([, cost]) => cost.rank === 1), followed.find(([, , own]) => own)];
  if (!best || followed.length < 2) return null;
  const seconds = ([, cost]) => `${cost.outcome === "decided" ? "" : "more than "}${told(cost.after.cpu_s)} s`;
  const noise = chosen && chosen !== best && isNoise(chosen[1], best[1]) ? ", which is no difference that counts" : "";
  const other = chosen && chosen !== best ? `, with the choice ${seconds(chosen)}${noise}` : "";
  return element("p", { class: "verdict" }, element("b", {}, "An oracle"), ` took ${best[0]}${chosen === best ? ", too" : ""}: the run takes ${seconds(best)} of CPU time from here${other}.`);
}

function overviewOf(each) {
  const edits = Object.entries(each.edits).map(([name, count]) => `${told(count)} ${name}`).join(", ");
  return facts([
    ["phase", each.phase],
    ["states", told(each.states)],
    ["targets", each.found > each.targets.length ? `${each.targets.length} of ${told(each.found)} asked` : told(each.targets.length)],
    ["candidates", each.of > each.candidates.length ? `${each.candidates.length} of ${told(each.of)} shown` : told(each.of)],
    ["edits of the model", edits],
    ["no candidate", each.targets.map((target) => target.undecided).filter(Boolean).join("; ")],
  ]);
}
