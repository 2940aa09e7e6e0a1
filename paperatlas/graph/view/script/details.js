// What is selected, in words: the whole graph can be read here without seeing the map.

const LISTED = 200; // rows at once; more are there to be asked for

class Details {
  /** `act`: {select, open, focus, path, hover, back, page}. */
  constructor(model, palette, act, pages) {
    Object.assign(this, { model, palette, act, pages });
    this.heading = null;
    this.element = element("section.details", { ariaLabel: "What is selected", tabIndex: -1 });
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
        ? `Showing the ${number.format(entities.length)} most connected of ${count(total.entities, "entity", "entities")}, and ${number.format(lines.length)} of ${count(total.lines, "connection")} between them.`
        : `${count(entities.length, "entity", "entities")} from ${count(this.model.papers.length, "paper")}, with ${count(lines.length, "connection")} between them. Every line is a sentence, a table's row or a reference in one of the papers.`),
      alone > 0 && element("p.hint", {}, `${count(alone, "entity", "entities")} of which nothing is said yet ${alone === 1 ? "is" : "are"} not drawn; the filters under Evidence show ${alone === 1 ? "it" : "them"}.`),
      element("p.hint", {}, "Click a name to see what it is connected with, a line to read what the papers say. The field above finds any name; Shift and click on a second one shows the way between two."),
      entities.length ? element("h3", {}, "Most connected, beside papers") : element("p", {}, "No entity has been found in these papers yet."),
      this.#rows(entities.filter((entity) => entity.passes && entity.kind !== "work").slice(0, 25).map((entity) => this.#neighbour(entity, count(entity.degree, "connection")))),
    );
  }

  entity(entity, focused, focus) {
    const groups = this.#groups(entity);
    this.#show(
      entity.name, focus, this.#back(),
      element("p.kind", {}, this.palette.sign(entity.kind), entity.kind), "heading",
      entity.aliases.length && element("p.aliases", {}, "also ", entity.aliases.join(" · ")),
      element("div.actions", {},
        element("button.act", { type: "button", ariaPressed: String(Boolean(focused)), onclick: () => this.act.focus(entity, focused ? 0 : 1) }, focused ? "Back to the map" : "Only its neighbourhood"),
        focused ? element("button.act", { type: "button", disabled: focused > 3, onclick: () => this.act.focus(entity, focused + 1) }, "One step further") : null,
        element("button.act", { type: "button", ariaExpanded: "false", onclick: (event) => this.#askTarget(entity, event.currentTarget) }, "Path to…"),
      ),
      ...groups.flatMap(([title, rows]) => [element("h3", {}, title), this.#rows(rows)]),
      !groups.length && element("p.hint", {}, entity.lines.length ? "Its relations are filtered out." : "The papers name it and relate it to nothing."),
      element("h3", {}, "In"),
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
    const text = `${doubtful ? `${STANDINGS[evidence[0].standing]?.mark ?? "?"} ` : ""}${count(evidence.length, "quote")}`;
    return element("button.read", { type: "button", title: "Read what the papers say", onclick: (event) => this.act.open(line, this.#byKey(event)) }, text);
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
    const note = [many ? `${count(many, "time")}` : "", page ? `from p. ${page}` : ""].filter(Boolean).join(", ");
    return element("li", {}, element("span.name", {}, this.model.papers[paper].name), element("span.note", {}, note));
  }

  #rows(rows) {
    const list = element("ul.rows", {}, rows.slice(0, LISTED));
    if (rows.length <= LISTED) return list;
    const more = element("button.more", { type: "button", onclick: () => (more.parentElement.remove(), list.append(...rows.slice(LISTED))) }, `${number.format(rows.length - LISTED)} more`);
    list.append(element("li", {}, more));
    return list;
  }

  #askTarget(entity, button) {
    if (button.nextElementSibling) return button.nextElementSibling.remove();
    const search = new Search(this.model, this.palette, { label: `Path from ${entity.name} to`, placeholder: "to which entity?", chosen: (target) => this.act.path(entity, target, true) });
    button.after(search.element);
    button.setAttribute("aria-expanded", "true");
    search.field.focus();
  }

  line(line, focus) {
    const papers = new Set(line.evidence.map((each) => each.paper)).size;
    const hidden = line.evidence.length - line.passing.length;
    this.#show(
      `${line.a.name} and ${line.b.name}`, focus, this.#back(), "heading",
      element("p.lead", {}, `Said ${line.evidence.length + line.leftOut === 1 ? "once" : `${number.format(line.evidence.length + line.leftOut)} times`} in ${count(papers, "paper")}.`
        + (line.leftOut ? ` The surest ${line.evidence.length} are here.` : "") + (hidden ? ` ${hidden} filtered out.` : "")),
      ...line.passing.map((each) => this.#evidence(each)),
      element("h3", {}, "Between"),
      this.#rows([line.a, line.b].map((entity) => this.#neighbour(entity, entity.kind))),
    );
  }

  #evidence(each) {
    const standing = STANDINGS[each.standing] ?? { word: each.standing, mark: "?" };
    const paper = this.model.papers[each.paper];
    const result = [each.metric, each.value].filter(Boolean).join(": ");
    return element(`article.evidence.${each.standing === "asserted" ? "stated" : "doubtful"}`, {},
      element("p.says", {}, element("span", {}, each.head.name), element("strong", {}, ` ${each.predicate} `), element("span", {}, each.tail.name)),
      each.standing !== "asserted" && element("p.standing", {}, element("span.mark", { ariaHidden: "true" }, standing.mark), ` ${standing.word}`),
      result && element("p.result", {}, result),
      each.quote ? element("blockquote", {}, each.quote) : null,
      element("p.source", {}, element("cite", {}, paper.name), each.page ? ` · p. ${each.page}` : "",
        element("span.sure", { title: `found by ${each.extractor ?? "an unnamed rule"}` }, ` · ${Math.round(each.confidence * 100)} % sure`)),
      this.pages && element("button.act", { type: "button", onclick: () => this.act.page(each) }, "Show the page"),
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
      `From ${from.name} to ${to.name}`, focus, this.#back(), "heading",
      element("p.lead", {}, lines ? `A shortest way, ${count(lines.length, "step")}.` : "Nothing that is shown connects the two. Fewer filters may."),
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
    return element("button.back", { type: "button", onclick: () => this.act.back() }, "‹ Back");
  }
}
