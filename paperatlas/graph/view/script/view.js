// The whole: what is selected and in focus, and the parts that show it.

const HINT = "Arrow keys move the map, plus and minus zoom, 0 shows all, slash searches, Escape steps back. What is selected is listed beside the map.";

class View {
  constructor(host, data, { pages = false, alone = false } = {}) {
    this.host = host;
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
    this.search = new Search(this.model, this.palette, { label: "Find an entity", placeholder: "Find a method, dataset, person…", chosen: (entity) => this.select(entity, true) });
    this.status = element("p.status", { role: "status" });
    this.spoken = element("p.hidden", { role: "status" });
    const filter = element("button.act.toggle", { type: "button", ariaExpanded: "false", onclick: () => this.#toggle(filter) }, "Filters");
    const frame = element("div.frame");
    const tool = (text, label, onclick) => element("button", { type: "button", ariaLabel: label, title: label, onclick }, text);
    this.tools = element("div.tools", {}, tool("+", "Zoom in", () => this.camera.zoom(1.5)), tool("−", "Zoom out", () => this.camera.zoom(1 / 1.5)), tool("⤢", "Show all", () => this.fit()));
    this.root.append(
      element("header.bar", {}, element("h1", {}, this.model.title), this.search.element, this.status, filter),
      this.legend.element, frame, this.details.element, this.spoken,
    );
    this.painter = new Painter(frame, this.model, this.camera, this.palette);
    frame.append(this.tools);
    this.painter.base.setAttribute("role", "application");
    this.painter.base.setAttribute("aria-label", `Map of ${count(this.model.entities.length, "entity", "entities")}. ${HINT}`);
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
    const theme = () => (this.palette.refresh(), this.root.querySelectorAll("canvas.sign").forEach((sign) => this.palette.paintSign(sign)), this.painter.redraw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme, { signal: this.ending.signal });
    keys.addEventListener("keydown", (event) => this.#anywhere(event), { signal: this.ending.signal });
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
  }

  open(line, byKey = false) {
    this.#go({ what: "line", line, hops: 0 }, byKey);
    if (line.passing.length) this.#tell("edgeopened", line.passing[0]);
  }

  path(from, to, byKey = false) {
    this.#go({ what: "path", from, to, lines: from === to ? [] : this.model.path(from, to), hops: 0 }, byKey);
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
    const places = this.focus && (what === "path" ? row(this.#along()) : rings(entity, this.focus));
    const was = this.placed;
    this.placed = places;
    if (places || was) move(this.model.entities.filter((each) => places?.has(each) || was?.has(each)), places, () => this.painter.redraw());
    if (places) this.camera.fly(this.camera.around([...places.values()], 26));
    else if (was && what !== "overview") this.camera.fly(this.camera.around([...this.#kept()].map((each) => each.home), 14));
    else if (was) this.fit();
    else this.#bringIn(entity ? [entity] : line ? [line.a, line.b] : []);
    const said = { entity: () => `${entity.name}, ${entity.kind}, ${count(entity.degree, "connection")}`, line: () => `${line.a.name} and ${line.b.name}: ${count(line.passing.length, "quote")}`, path: () => (lines ? `${count(lines.length, "step")} from ${from.name} to ${to.name}` : "no path"), overview: () => "Nothing selected" };
    this.spoken.textContent = said[what]() + (hops ? `, its neighbourhood of ${count(hops, "step")}` : "");
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
    return new Set(what === "entity" ? [entity] : what === "line" ? [line.a, line.b] : what === "path" ? [from, to, ...this.#along()] : []);
  }

  #refresh(byKey = false) {
    const { what, entity, hops } = this.state;
    this.filters.apply();
    if (what === "path") this.state.lines = this.state.from === this.state.to ? [] : this.model.path(this.state.from, this.state.to);
    this.focus = what === "entity" && hops ? this.model.around(entity, hops) : what === "path" && this.state.lines ? new Map(this.#along().map((each) => [each, 0])) : null;
    this.filters.show(this.focus, this.#kept());
    const shown = this.model.entities.filter((each) => each.shown).length;
    const lines = this.model.lines.filter((each) => each.shown).length;
    const of = shown < this.model.total.entities ? ` of ${number.format(this.model.total.entities)}` : "";
    this.status.textContent = `showing ${number.format(shown)}${of} ${this.model.total.entities === 1 ? "entity" : "entities"}, ${count(lines, "connection")}`;
    this.#describe(byKey);
    this.root.dataset.what = what;
    this.painter?.redraw(this.#marks());
  }

  #describe(byKey) {
    const { what, entity, line, hops, from, to, lines } = this.state;
    if (what === "entity") this.details.entity(entity, hops, byKey);
    else if (what === "line") this.details.line(line, byKey);
    else if (what === "path") this.details.path(from, to, lines, byKey);
    else this.details.overview();
  }

  /** What is drawn above the map: what is selected with its lines, and what is pointed at. */
  #marks() {
    const { what, entity, line, lines: path } = this.state;
    const lines = new Set(what === "entity" ? entity.lines.filter((each) => each.shown) : what === "line" ? [line] : (path ?? []));
    const entities = this.#kept();
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
    return { lines: [...lines], entities: [...entities], chosen: this.#kept(), dim, hover: hovered, along: what === "line" || what === "path" };
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
 * its page, with `{alone: true}` it takes the slash and Escape keys of the whole page. The element gets two bubbling events, each with {edge, document, name, page, quote, start, end}: "edgeopened" when
 * a line is opened, of its first quote, and "pageasked" for the button.
 */
const mount = (host, data, options) => {
  const view = new View(host, data, options);
  const entity = (id) => view.model.entities.find((each) => each.id === id);
  return {
    select: (id) => view.select(entity(id)),
    open: (id) => view.open(view.model.lines.find((line) => line.evidence.some((each) => each.id === id))),
    path: (from, to) => view.path(entity(from), entity(to)),
    end: () => view.end(),
    view,
  };
};
