// The whole: what is selected and in focus, and the parts that show it.

class View {
  constructor(host, data, { pages = false, alone = false, more = null, find = null } = {}) {
    this.host = host;
    this.more = more;
    this.elsewhere = find && more && { find, bring: (id) => this.bring(id) };
    this.model = new Model(data);
    this.filters = new Filters(this.model);
    this.state = { what: "overview" };
    this.past = [];
    this.hovered = null;
    this.#build(pages);
    this.#listen(alone ? document : this.root);
    this.#refresh();
    this.fit(false);
  }

  #build(pages) {
    this.root = element("div.paperatlas-graph");
    this.host.replaceChildren(this.root);
    this.palette = new Palette(this.root, [...new Set(this.model.entities.map((entity) => entity.kind))]);
    this.camera = new Camera(() => this.painter?.follow());
    this.details = new Details(this.model, this.palette, this.#acts(), pages);
    this.legend = new Legend(this.filters, this.palette, () => this.#refresh());
    this.search = new Search(this.model, this.palette, { label: say("find"), placeholder: say("find_hint"), chosen: (entity) => this.select(entity, true), elsewhere: this.elsewhere });
    this.status = element("p.status", { role: "status" });
    this.spoken = element("p.hidden", { role: "status" });
    const filter = element("button.act.toggle", { type: "button", ariaExpanded: "false", onclick: () => this.#toggle(filter) }, say("filters"));
    const frame = element("div.frame");
    const tool = (text, label, onclick) => element("button", { type: "button", ariaLabel: label, title: label, onclick }, text);
    this.tools = element("div.tools", {}, tool("+", say("zoom_in"), () => this.camera.zoom(1.5)), tool("−", say("zoom_out"), () => this.camera.zoom(1 / 1.5)), tool("⤢", say("all"), () => this.fit()));
    this.root.append(
      element("header.bar", {}, element("h1", {}, this.model.title), this.search.element, this.status, filter),
      this.legend.element, frame, this.details.element, this.spoken,
    );
    this.painter = new Painter(frame, this.model, this.camera, this.palette);
    frame.append(this.tools);
    this.painter.base.setAttribute("role", "application");
    this.painter.base.setAttribute("aria-label", say("map", { entities: count(this.model.entities.length, "entity") }));
    this.painter.marks = this.#marks();
  }

  #listen(keys) {
    this.pointer = new Pointer(this.painter.base, this.model, this.camera, {
      click: (thing, event) => this.#click(thing, event),
      hover: (thing) => this.#hover(thing),
      key: (event) => this.#key(event),
    });
    this.sized = new ResizeObserver(() => this.painter.resize());
    this.sized.observe(this.painter.frame);
    this.painter.resize();
    this.ending = new AbortController();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour(), { signal: this.ending.signal });
    keys.addEventListener("keydown", (event) => this.#anywhere(event), { signal: this.ending.signal });
  }

  /** After the colours of the page around it have changed. */
  recolour() {
    this.palette.refresh();
    for (const sign of this.root.querySelectorAll("canvas.sign")) this.palette.paintSign(sign);
    this.painter.redraw();
  }

  /** More of the same graph, as `mount` takes it. */
  add(data) {
    const before = this.model.entities.length + this.model.lines.length;
    this.model.add(data);
    if (this.model.entities.length + this.model.lines.length === before) return;
    this.palette.learn(new Set(this.model.entities.map((entity) => entity.kind)));
    this.filters.recount();
    this.legend.draw();
    this.#refresh();
  }

  /** The entity of an id, asked for where it is not drawn yet. */
  async bring(id) {
    if (!this.model.byId.has(id)) this.add(await this.more(id));
    return this.model.byId.get(id);
  }

  /** What an entity is related to and is not drawn yet. */
  async #expand(entity) {
    if (!this.more || entity.asked || entity.lines.length >= entity.degree) return;
    entity.asked = true;
    try {
      this.add(await this.more(entity.id));
    } catch (fault) {
      entity.asked = false;
      this.root.dispatchEvent(new CustomEvent("graphfailed", { detail: fault, bubbles: true }));
    }
  }

  #acts() {
    return {
      select: (entity, byKey) => this.select(entity, byKey),
      open: (line, byKey) => this.open(line, byKey),
      focus: (entity, hops) => this.#go({ ...this.state, what: "entity", entity, hops }, true),
      path: (from, to, byKey) => this.path(from, to, byKey),
      hover: (thing) => this.#hover(thing),
      back: () => this.back(),
      page: (each) => this.#tell("pageasked", each),
    };
  }

  select(entity, byKey = false) {
    const hops = this.state.what === "entity" && this.state.hops ? this.state.hops : 0;
    this.#go({ what: "entity", entity, hops }, byKey);
    this.#expand(entity);
  }

  /** Some entities together: the others step back. In a `row` they stand side by side in their order. */
  group(title, entities, { row = false } = {}) {
    this.#go({ what: "group", title, entities, row, hops: 0 }, false);
  }

  open(line, byKey = false) {
    this.#go({ what: "line", line, hops: 0 }, byKey);
    if (line.passing.length) this.#tell("edgeopened", line.passing[0]);
  }

  path(from, to, byKey = false) {
    this.#go({ what: "path", from, to, lines: from === to ? [] : this.model.path(from, to), hops: 0 }, byKey);
  }

  clear() {
    if (this.state.what === "overview") return;
    this.past = [];
    this.state = { what: "overview" };
    this.#arrive(false);
  }

  back() {
    this.state = this.past.pop() ?? { what: "overview" };
    this.#arrive(true);
  }

  fit(moving = true) {
    const to = this.camera.around(this.model.entities.filter((entity) => entity.shown), 18);
    this.camera.farthest = Math.min(to.scale, this.camera.around(this.model.entities.map((entity) => entity.home)).scale) / 2;
    if (moving) return this.camera.fly(to);
    Object.assign(this.camera, to);
    this.painter.redraw();
  }

  #go(state, byKey) {
    this.past.push(this.state);
    this.state = state;
    this.#arrive(byKey);
  }

  /** Show the state that is now: the map, the words, and the part of the map that matters. */
  #arrive(byKey) {
    const { what, entity, line, hops = 0, from, to, lines } = this.state;
    this.#refresh(byKey);
    const places = this.focus && (what === "path" ? row(this.#along()) : what === "group" ? row(this.state.entities) : rings(entity, this.focus));
    const was = this.placed;
    this.placed = places;
    if (places || was) move(this.model.entities.filter((each) => places?.has(each) || was?.has(each)), places, () => this.painter.redraw());
    if (places) this.camera.fly(this.camera.around([...places.values()], 26));
    else if (was && what !== "overview") this.camera.fly(this.camera.around([...this.#kept()].map((each) => each.home), 14));
    else if (was) this.fit();
    else if (what === "group") this.camera.fly(this.camera.around(this.state.entities.map((each) => each.home), 14));
    else this.#bringIn(entity ? [entity] : line ? [line.a, line.b] : []);
    const said = { entity: () => `${entity.name}, ${entity.kind}, ${count(entity.degree, "connection")}`, line: () => `${say("two", { a: line.a.name, b: line.b.name })}: ${count(line.passing.length, "quote")}`, path: () => (lines ? `${say("from_to", { a: from.name, b: to.name })}: ${count(lines.length, "step")}` : say("no_path")), group: () => `${this.state.title}: ${count(this.state.entities.length, "entity")}`, overview: () => say("nothing_selected") };
    this.spoken.textContent = said[what]() + (hops ? say("near", { steps: count(hops, "step") }) : "");
  }

  /** Move the map only if what is selected lies outside of what is seen, or is too small to see. */
  #bringIn(entities) {
    if (!entities.length) return;
    this.camera.project(entities);
    const inside = entities.every((entity) => {
      return entity.left > 40 && entity.top > 40 && entity.left < this.camera.width - 40 && entity.top < this.camera.height - 40;
    });
    const apart = entities.length < 2 || Math.hypot(entities[0].x - entities[1].x, entities[0].y - entities[1].y) * this.camera.scale > 110;
    if (inside && apart && this.camera.scale > 3) return;
    this.camera.fly(this.camera.around([...entities, ...entities.flatMap((each) => (entities.length === 1 ? each.lines.filter((line) => line.passes).slice(0, 12).map((line) => Model.other(line, each)) : []))], 12));
  }

  #along() {
    const along = [this.state.from];
    for (const line of this.state.lines ?? []) along.push(Model.other(line, along.at(-1)));
    return along;
  }

  /** What stays visible whatever the filters say. */
  #kept() {
    const { what, entity, line, from, to } = this.state;
    return new Set(what === "entity" ? [entity] : what === "line" ? [line.a, line.b] : what === "path" ? [from, to, ...this.#along()] : (this.state.entities ?? []));
  }

  #refresh(byKey = false) {
    const { what, entity, hops } = this.state;
    this.filters.apply();
    if (what === "path") this.state.lines = this.state.from === this.state.to ? [] : this.model.path(this.state.from, this.state.to);
    this.focus = what === "entity" && hops ? this.model.around(entity, hops) : what === "path" && this.state.lines ? new Map(this.#along().map((each) => [each, 0])) : what === "group" && this.state.row ? new Map(this.state.entities.map((each) => [each, 0])) : null;
    this.filters.show(this.focus, this.#kept());
    const shown = this.model.entities.filter((each) => each.shown).length;
    const lines = this.model.lines.filter((each) => each.shown).length;
    const all = { entities: count(this.model.total.entities, "entity"), connections: count(lines, "connection") };
    this.status.textContent = say(shown < this.model.total.entities ? "showing_of" : "showing", { some: number.format(shown), ...all });
    this.#describe(byKey);
    this.root.dataset.what = what;
    this.painter?.redraw(this.#marks());
  }

  #describe(byKey) {
    const { what, entity, line, hops, from, to, lines } = this.state;
    if (what === "entity") this.details.entity(entity, hops, byKey);
    else if (what === "line") this.details.line(line, byKey);
    else if (what === "path") this.details.path(from, to, lines, byKey);
    else if (what === "group") this.details.group(this.state.title, this.state.entities);
    else this.details.overview();
  }

  /** What is drawn above the map: what is selected with its lines, and what is pointed at. */
  #marks() {
    const { what, entity, line, lines: path } = this.state;
    const entities = this.#kept();
    const lines = new Set(what === "entity" ? entity.lines.filter((each) => each.shown) : what === "line" ? [line] : what === "group" ? this.#between(entities) : (path ?? []));
    const dim = entities.size > 0 && !this.focus;
    for (const each of lines) entities.add(each.a).add(each.b);
    const { hovered } = this;
    if (hovered?.evidence) {
      lines.add(hovered);
      entities.add(hovered.a).add(hovered.b);
    } else if (hovered) {
      entities.add(hovered);
      if (!entity) for (const each of hovered.lines) if (each.shown) lines.add(each);
    }
    return { lines: [...lines], entities: [...entities], chosen: this.#kept(), dim, hover: hovered, along: what === "line" || what === "path" || Boolean(this.focus && what === "group") };
  }

  /** The lines of a group; in a row also between neighbours that are not related but named together. */
  #between(entities) {
    const lines = this.model.lines.filter((each) => each.shown && entities.has(each.a) && entities.has(each.b));
    if (!this.state.row) return lines;
    const steps = this.state.entities.slice(1).map((b, at) => ({ a: this.state.entities[at], b }));
    const bare = steps.filter(({ a, b }) => !lines.some((each) => (each.a === a && each.b === b) || (each.a === b && each.b === a)));
    return [...lines, ...bare.map((step) => ({ ...step, evidence: [{ predicate: say("together") }], passing: [], leftOut: 0, doubtful: false }))];
  }

  #hover(thing) {
    if (thing === this.hovered) return;
    this.hovered = thing;
    this.painter.redraw(this.#marks());
  }

  #click(thing, event) {
    if (!thing) return this.state.what !== "overview" && !this.state.hops ? this.#go({ what: "overview" }) : undefined;
    if (thing.evidence) return this.open(thing);
    if (event.shiftKey && this.state.entity && this.state.entity !== thing) return this.path(this.state.entity, thing);
    this.select(thing);
  }

  #key(event) {
    if (event.key === "0") this.fit();
    else if (event.shiftKey && event.key.startsWith("Arrow") && this.state.entity) this.#step(event.key);
    else return false;
    return true;
  }

  /** To the neighbour that lies most in a direction. */
  #step(key) {
    const here = this.state.entity;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const turned = (other) => ((other.x - here.x) * dx + (other.y - here.y) * dy) / (Math.hypot(other.x - here.x, other.y - here.y) || 1);
    const others = here.lines.filter((line) => line.shown).map((line) => Model.other(line, here)).sort((one, two) => turned(two) - turned(one));
    if (others.length) this.select(others[0]);
  }

  #anywhere(event) {
    const typing = event.target.matches("input");
    if (event.key === "/" && !typing) this.search.field.focus();
    else if (event.key === "Escape" && this.state.what !== "overview") this.back();
    else return;
    event.preventDefault();
    event.stopPropagation(); // the page around it has keys of its own
  }

  #toggle(button) {
    const open = this.root.classList.toggle("filtering");
    button.setAttribute("aria-expanded", open);
  }

  /** For a page that embeds the graph: which page of which document is read. */
  #tell(name, each) {
    const { id, name: paper } = this.model.papers[each.paper];
    const detail = { edge: each.id, document: id, name: paper, page: each.page, quote: each.quote, start: each.start, end: each.end };
    this.root.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  end() {
    this.sized.disconnect();
    this.ending.abort();
    this.root.remove();
  }
}

/**
 * Show a graph in an element of any page.
 *
 * `data` is what `graph_data` of paperatlas.graph.view.page makes. With `{pages: true}` each quote has a button that asks for
 * its page, with `{alone: true}` it takes the slash and Escape keys of the whole page. Where the data are a part of the graph,
 * `more(id)` gives an entity with what is around it, and `find(words)` names that are not drawn: [{id, name, kind}].
 * `language` is a tag such as "pt"; else it is the browser's. The element gets bubbling events: with {edge, document, name, page, quote, start, end} "edgeopened" when a line is opened, of
 * its first quote, and "pageasked" for the button; "graphfailed" with an error where more could not be had.
 */
const mount = (host, data, options) => {
  const language = speak(options?.language ? [options.language] : navigator.languages);
  const view = new View(host, data, options);
  view.root.lang = language;
  const entity = (id) => view.model.byId.get(id);
  return {
    select: (id) => view.select(entity(id)),
    open: (id) => view.open(view.model.lines.find((line) => line.evidence.some((each) => each.id === id))),
    path: (from, to) => view.path(entity(from), entity(to)),
    add: (data) => view.add(data),
    group: (title, ids, options) => view.group(title, ids.map(entity).filter(Boolean), options),
    clear: () => view.clear(),
    recolour: () => view.recolour(),
    end: () => view.end(),
    view,
  };
};
