// What is shown. An entity or a line `passes` the filters; it is `shown` if it also is in focus.

class Filters {
  constructor(model) {
    this.model = model;
    this.off = { kind: new Set(), predicate: new Set(), paper: new Set(), year: new Set(), standing: new Set() };
    this.confidence = 0;
    this.unrelated = false;
    this.recount();
    this.apply();
  }

  /** After the model has got more. */
  recount() {
    this.counts = this.#count();
  }

  #year(paper) {
    return this.model.papers[paper].year ?? 0;
  }

  /** Of all entities, and of all evidence: each value with how many have it, the most frequent first. */
  #count() {
    const counts = { kind: new Map(), predicate: new Map(), paper: new Map(), year: new Map(), standing: new Map() };
    const add = (map, value) => map.set(value, (map.get(value) ?? 0) + 1);
    for (const entity of this.model.entities) add(counts.kind, entity.kind);
    for (const line of this.model.lines) {
      for (const each of line.evidence) {
        add(counts.predicate, each.predicate);
        add(counts.year, this.#year(each.paper));
        add(counts.standing, each.standing);
      }
    }
    for (const entity of this.model.entities) for (const [paper] of entity.papers) add(counts.paper, paper);
    for (const name of Object.keys(counts)) counts[name] = [...counts[name]].sort((one, two) => two[1] - one[1]);
    counts.year.sort((one, two) => two[0] - one[0]);
    return counts;
  }

  get active() {
    return this.confidence > 0 || Object.values(this.off).some((set) => set.size > 0);
  }

  reset() {
    for (const set of Object.values(this.off)) set.clear();
    this.confidence = 0;
  }

  #evidencePasses(each) {
    return (
      each.confidence >= this.confidence &&
      !this.off.predicate.has(each.predicate) &&
      !this.off.standing.has(each.standing) &&
      this.#paperPasses(each.paper)
    );
  }

  #paperPasses(paper) {
    return !this.off.paper.has(paper) && !this.off.year.has(this.#year(paper));
  }

  apply() {
    const { off } = this;
    for (const entity of this.model.entities) {
      entity.passes = !off.kind.has(entity.kind) && (!(off.paper.size + off.year.size) || entity.papers.some(([paper]) => this.#paperPasses(paper)));
      entity.related = false;
    }
    for (const line of this.model.lines) {
      line.passing = line.a.passes && line.b.passes ? line.evidence.filter((each) => this.#evidencePasses(each)) : [];
      line.passes = line.passing.length > 0;
      line.doubtful = line.passing.every((each) => each.standing !== "asserted");
      if (line.passes) line.a.related = line.b.related = true;
    }
    for (const entity of this.model.entities) entity.passes &&= entity.related || this.unrelated;
  }

  /** Mark what is drawn: what passes and, where there is a focus (a Map by entity), is in it; `kept` always. */
  show(focus, kept) {
    for (const entity of this.model.entities) {
      entity.shown = kept.has(entity) || (entity.passes && (!focus || focus.has(entity)));
    }
    for (const line of this.model.lines) line.shown = line.passes && line.a.shown && line.b.shown;
  }
}
