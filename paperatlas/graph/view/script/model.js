// The graph as the script holds it: entities, and lines between them with their evidence.

/** A text without case and accents, as names are searched. */
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const MARKS = { asserted: "", negated: "✕", hypothetical: "?", attributed: "❝" };

class Model {
  constructor(data) {
    this.title = data.title;
    this.total = data.total;
    this.kinds = data.kinds;
    this.papers = [];
    this.entities = [];
    this.lines = [];
    this.byId = new Map();
    this.add(data);
  }

  /** More of the same graph. What is here already stays as it is. */
  add(data) {
    const papers = data.documents.map((paper) => this.#paper(paper));
    // The most related come first, which is the order in which labels and search results are given room.
    const ends = data.entities.map((entity) => this.byId.get(entity.id) ?? this.#entity(entity, papers));
    for (const line of data.lines) {
      const [a, b] = line.ends.map((end) => ends[end]);
      if (!a.lines.some((each) => Model.other(each, a) === b)) this.lines.push(this.#line(line, a, b, papers));
    }
  }

  #paper(paper) {
    const known = this.papers.findIndex((each) => each.id === paper.id);
    return known < 0 ? this.papers.push(paper) - 1 : known;
  }

  #entity(entity, papers) {
    const made = {
      ...entity,
      at: this.entities.length,
      aliases: entity.aliases ?? [],
      keys: [entity.name, ...(entity.aliases ?? [])].map(fold),
      papers: entity.papers.map(([paper, ...others]) => [papers[paper], ...others]),
      radius: 0.4 + 0.28 * Math.sqrt(entity.degree),
      home: { x: entity.x, y: entity.y },
      lines: [],
      shown: true,
    };
    this.byId.set(made.id, made);
    this.entities.push(made);
    return made;
  }

  #line(line, a, b, papers) {
    const made = { at: this.lines.length, a, b, evidence: [], passing: [], leftOut: line.left_out ?? 0, shown: true };
    made.evidence = line.evidence.map((each) => ({
      standing: "asserted",
      ...each,
      paper: papers[each.paper],
      head: each.back ? b : a,
      tail: each.back ? a : b,
      line: made,
    }));
    a.lines.push(made);
    b.lines.push(made);
    return made;
  }

  static other(line, entity) {
    return line.a === entity ? line.b : line.a;
  }

  /** Entities within `hops` shown lines of one, each with its distance. */
  around(centre, hops) {
    const distance = new Map([[centre, 0]]);
    for (const entity of distance.keys()) {
      if (distance.get(entity) === hops) break;
      for (const line of entity.lines) {
        const next = Model.other(line, entity);
        if (line.passes && next.passes && !distance.has(next)) distance.set(next, distance.get(entity) + 1);
      }
    }
    return distance;
  }

  /** The lines of a shortest way, or null. Of equally short ones that over the less connected: a hub explains little. */
  path(from, to) {
    const cameBy = new Map([[from, null]]);
    let edge = [from];
    while (edge.length && !cameBy.has(to)) {
      const next = [];
      for (const entity of edge.sort((one, two) => one.degree - two.degree)) {
        for (const line of entity.lines) {
          const other = Model.other(line, entity);
          if (!line.passes || !other.passes || cameBy.has(other)) continue;
          cameBy.set(other, line);
          next.push(other);
        }
      }
      edge = next;
    }
    if (!cameBy.has(to)) return null;
    const lines = [];
    for (let at = to; at !== from; at = Model.other(lines[0], at)) lines.unshift(cameBy.get(at));
    return lines;
  }

  /** Entities whose name or alias has the words, the nearest match first. */
  search(words, limit) {
    const key = fold(words.trim());
    if (!key) return [];
    const found = [];
    for (const entity of this.entities) {
      let best = 9;
      let alias = "";
      entity.keys.forEach((name, at) => {
        const place = name.indexOf(key);
        if (place < 0) return;
        const rank = (name === key ? 0 : place === 0 ? 1 : /\W/.test(name[place - 1]) ? 2 : 3) + (at ? 0.5 : 0);
        if (rank < best) [best, alias] = [rank, at ? entity.aliases[at - 1] : ""];
      });
      if (best < 9) found.push({ entity, alias, best });
    }
    return found.sort((one, two) => one.best - two.best || one.entity.at - two.entity.at).slice(0, limit);
  }
}

/** What relates two ends, most often said first: [["uses", 3], ["extends", 1]]. */
const predicatesOf = (evidence) => {
  const counts = new Map();
  for (const each of evidence) counts.set(each.predicate, (counts.get(each.predicate) ?? 0) + 1);
  return [...counts].sort((one, two) => two[1] - one[1]);
};

const lineLabel = (line) => {
  const [[first], ...others] = predicatesOf(line.passing.length ? line.passing : line.evidence);
  const count = line.passing.length + line.leftOut;
  return first + (others.length ? ` +${others.length}` : "") + (count > 1 ? ` · ${count}` : "");
};
