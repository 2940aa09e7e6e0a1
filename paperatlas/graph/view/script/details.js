// What is selected, in words: the whole graph can be read here without seeing the map.

const LISTED = 200; // rows at once; more are there to be asked for

class Details {
  /** `act`: {select, open, focus, path, hover, back, page}. */
  constructor(model, palette, act, pages) {
    Object.assign(this, { model, palette, act, pages });
    this.heading = null;
    this.element = element("section.details", { ariaLabel: say("about"), tabIndex: -1 });
  }

  /** `focus`: whether reading goes on here, as for someone who came by keyboard. */
  #show(title, focus, ...children) {
    this.heading = element("h2", { tabIndex: -1 }, title);
    this.element.replaceChildren(...children.flatMap((child) => (child === "heading" ? this.heading : child)).filter(Boolean));
    this.element.scrollTop = 0;
    if (focus) this.heading.focus({ preventScroll: true });
  }

  overview() {
    const { total, entities, lines } = this.model;
    const part = entities.length < total.entities;
    const alone = entities.filter((entity) => !entity.lines.length).length;
    this.#show(
      this.model.title, false, "heading",
      element("p.lead", {}, part
        ? say("part_of", { some: number.format(entities.length), entities: count(total.entities, "entity"), lines: number.format(lines.length), connections: count(total.lines, "connection") })
        : say("whole", { entities: count(entities.length, "entity"), papers: count(this.model.papers.length, "paper"), connections: count(lines.length, "connection") })),
      alone > 0 && element("p.hint", {}, count(alone, "alone")),
      element("p.hint", {}, say("how")),
      entities.length ? element("h3", {}, say("most_connected")) : element("p", {}, say("none")),
      this.#rows(entities.filter((entity) => entity.passes && entity.kind !== "work").slice(0, 25).map((entity) => this.#neighbour(entity, count(entity.degree, "connection")))),
    );
  }

  entity(entity, focused, focus) {
    const groups = this.#groups(entity);
    this.#show(
      entity.name, focus, this.#back(),
      element("p.kind", {}, this.palette.sign(entity.kind), entity.kind), "heading",
      entity.aliases.length && element("p.aliases", {}, say("also"), entity.aliases.join(" · ")),
      element("div.actions", {},
        element("button.act", { type: "button", ariaPressed: String(Boolean(focused)), onclick: () => this.act.focus(entity, focused ? 0 : 1) }, say(focused ? "to_map" : "neighbourhood")),
        focused ? element("button.act", { type: "button", disabled: focused > 3, onclick: () => this.act.focus(entity, focused + 1) }, say("further")) : null,
        element("button.act", { type: "button", ariaExpanded: "false", onclick: (event) => this.#askTarget(entity, event.currentTarget) }, say("path_to")),
      ),
      entity.lines.length < entity.degree && element("p.hint", {}, say("some_drawn", { some: number.format(entity.lines.length), connections: count(entity.degree, "connection") })),
      ...groups.flatMap(([title, rows]) => [element("h3", {}, title), this.#rows(rows)]),
      !groups.length && element("p.hint", {}, say(entity.lines.length ? "filtered_relations" : "unrelated")),
      element("h3", {}, say("in")),
      this.#rows(entity.papers.map(([paper, many, page]) => this.#paper(paper, many, page))),
    );
  }

  /** Its shown lines by what they say, seen from it: "uses", "is used by". */
  #groups(entity) {
    const groups = new Map();
    for (const line of entity.lines) {
      const other = Model.other(line, entity);
      const ways = new Map();
      for (const each of line.passing) {
        const way = each.head === entity ? `${each.predicate} →` : `← ${each.predicate}`;
        ways.set(way, [...(ways.get(way) ?? []), each]);
      }
      for (const [way, evidence] of ways) {
        if (!groups.has(way)) groups.set(way, []);
        groups.get(way).push({ other, line, evidence });
      }
    }
    return [...groups]
      .sort((one, two) => two[1].length - one[1].length)
      .map(([way, found]) => [
        `${way}  ${found.length > 1 ? number.format(found.length) : ""}`,
        found.sort((one, two) => one.other.at - two.other.at).map(({ other, line, evidence }) => this.#neighbour(other, this.#reads(line, evidence))),
      ]);
  }

  #reads(line, evidence) {
    const doubtful = evidence.every((each) => each.standing !== "asserted");
    const text = `${doubtful ? `${MARKS[evidence[0].standing] ?? "?"} ` : ""}${count(evidence.length, "quote")}`;
    return element("button.read", { type: "button", title: say("read"), onclick: (event) => this.act.open(line, this.#byKey(event)) }, text);
  }

  #byKey(event) {
    return event.detail === 0; // a click that no pointer made
  }

  #neighbour(entity, note) {
    return element("li", {},
      element("button.entity", { type: "button", onclick: (event) => this.act.select(entity, this.#byKey(event)), onmouseenter: () => this.act.hover(entity), onmouseleave: () => this.act.hover(null) },
        this.palette.sign(entity.kind), element("span.name", {}, entity.name)),
      typeof note === "string" ? element("span.note", {}, note) : note);
  }

  #paper(paper, many, page) {
    const note = [many ? count(many, "time") : "", page ? say("from_page", { n: page }) : ""].filter(Boolean).join(", ");
    return element("li", {}, element("span.name", {}, this.model.papers[paper].name), element("span.note", {}, note));
  }

  #rows(rows) {
    const list = element("ul.rows", {}, rows.slice(0, LISTED));
    if (rows.length <= LISTED) return list;
    const more = element("button.more", { type: "button", onclick: () => (more.parentElement.remove(), list.append(...rows.slice(LISTED))) }, say("more", { n: number.format(rows.length - LISTED) }));
    list.append(element("li", {}, more));
    return list;
  }

  #askTarget(entity, button) {
    if (button.nextElementSibling) return button.nextElementSibling.remove();
    const search = new Search(this.model, this.palette, { label: say("path_from", { name: entity.name }), placeholder: say("which"), chosen: (target) => this.act.path(entity, target, true) });
    button.after(search.element);
    button.setAttribute("aria-expanded", "true");
    search.field.focus();
  }

  group(title, entities) {
    this.#show(
      title, false, this.#back(), "heading",
      element("p.lead", {}, `${count(entities.length, "entity")}.`),
      this.#rows(entities.map((entity) => this.#neighbour(entity, entity.kind))),
    );
  }

  line(line, focus) {
    const papers = new Set(line.evidence.map((each) => each.paper)).size;
    const hidden = line.evidence.length - line.passing.length;
    this.#show(
      say("two", { a: line.a.name, b: line.b.name }), focus, this.#back(), "heading",
      element("p.lead", {}, say("said", { times: count(line.evidence.length + line.leftOut, "time"), papers: count(papers, "paper") })
        + (line.leftOut ? say("surest", { n: line.evidence.length }) : "") + (hidden ? say("filtered", { n: hidden }) : "")),
      ...line.passing.map((each) => this.#evidence(each)),
      element("h3", {}, say("between")),
      this.#rows([line.a, line.b].map((entity) => this.#neighbour(entity, entity.kind))),
    );
  }

  #evidence(each) {
    const paper = this.model.papers[each.paper];
    const result = [each.metric, each.value].filter(Boolean).join(": ");
    return element(`article.evidence.${each.standing === "asserted" ? "stated" : "doubtful"}`, {},
      element("p.says", {}, element("span", {}, each.head.name), element("strong", {}, ` ${each.predicate} `), element("span", {}, each.tail.name)),
      each.standing !== "asserted" && element("p.standing", {}, element("span.mark", { ariaHidden: "true" }, MARKS[each.standing] ?? "?"), ` ${words[each.standing] ?? each.standing}`),
      result && element("p.result", {}, result),
      each.quote ? element("blockquote", this.pages ? { onclick: () => this.act.page(each), className: "opens", title: say("show_page") } : {}, each.quote) : null,
      element("p.source", {}, element("cite", {}, paper.name), each.page ? ` · ${say("page", { n: each.page })}` : "",
        element("span.sure", { title: say("found_by", { name: each.extractor ?? say("unnamed") }) }, ` · ${say("sure", { n: Math.round(each.confidence * 100) })}`)),
      this.pages && element("button.act", { type: "button", onclick: () => this.act.page(each) }, say("show_page")),
    );
  }

  path(from, to, lines, focus) {
    const steps = [];
    let at = from;
    for (const line of lines ?? []) {
      const next = Model.other(line, at);
      steps.push(element("li.step", {}, element("span.way", {}, this.#way(line, at)), this.#reads(line, line.passing)), this.#neighbour(next, next.kind));
      at = next;
    }
    this.#show(
      say("from_to", { a: from.name, b: to.name }), focus, this.#back(), "heading",
      element("p.lead", {}, lines ? say("shortest", { steps: count(lines.length, "step") }) : say("unconnected")),
      lines && element("ul.rows.way", {}, this.#neighbour(from, from.kind), steps),
    );
  }

  /** What relates an entity to the next one, with an arrow if it is said in one direction only. */
  #way(line, from) {
    const onwards = line.passing.some((each) => each.head === from);
    const backwards = line.passing.some((each) => each.head !== from);
    return `${backwards ? "← " : ""}${lineLabel(line)}${onwards ? " →" : ""}`;
  }

  #back() {
    return element("button.back", { type: "button", onclick: () => this.act.back() }, say("back"));
  }
}
