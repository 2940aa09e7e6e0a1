// The filters, of which the first is the legend.

const FEW = 14; // values of one filter that are listed at once; a field finds the others

class Legend {
  constructor(filters, palette, changed) {
    Object.assign(this, { filters, palette, changed });
    this.element = element("aside.filters", { ariaLabel: say("filters") });
    this.draw();
  }

  /** Anew, after there is more to filter; what was switched off and folded stays so. */
  draw() {
    const { filters, palette } = this;
    const folded = new Map([...this.element.querySelectorAll("details")].map((part) => [part.dataset.name, part.open]));
    this.rows = [];
    const { counts } = filters;
    const papers = filters.model.papers;
    this.element.replaceChildren(
      this.#part(say("types"), "kind", counts.kind, (kind) => [palette.sign(kind), kind], (kind) => filters.model.kinds[kind] ?? ""),
      this.#part(say("relations"), "predicate", counts.predicate, (predicate) => [predicate]),
      this.#part(say("papers"), "paper", counts.paper, (paper) => [papers[paper].name]),
      ...(counts.year.length > 1 ? [this.#part(say("years"), "year", counts.year, (year) => [year ? String(year) : say("not_stated")])] : []),
      this.#evidence(),
      (this.all = element("button.reset", { type: "button", hidden: !filters.active, onclick: () => this.#reset() }, say("everything"))),
    );
    for (const part of this.element.querySelectorAll("details")) part.open = folded.get(part.dataset.name) ?? part.open;
  }

  /** One filter: a row for each value. */
  #part(title, name, counts, face, hint = () => "") {
    const off = this.filters.off[name];
    const list = element("ul.values");
    const rows = counts.map(([value, many]) => {
      const box = element("input", { type: "checkbox", checked: !off.has(value), onchange: () => (off[box.checked ? "delete" : "add"](value), this.#apply()) });
      const only = element("button.only", { type: "button", onclick: () => this.#only(name, value) }, say("only"));
      const text = String(face(value).at(-1));
      only.setAttribute("aria-label", say("only_one", { name: text }));
      const row = element("li", { title: hint(value) || text }, element("label", {}, box, ...face(value).map((part) => (typeof part === "string" ? element("span.name", {}, part) : part)), element("span.count", {}, number.format(many))), only);
      this.rows.push({ name, value, box });
      return { row, key: fold(text) };
    });
    list.append(...rows.map(({ row }) => row));
    return element("details.part", { open: name !== "year" && (name !== "paper" || counts.length <= FEW), "data-name": name }, element("summary", {}, title), rows.length > FEW && this.#finder(title, rows), list);
  }

  #finder(title, rows) {
    const find = (event) => rows.forEach(({ row, key }) => (row.hidden = !key.includes(fold(event.target.value))));
    return element("input.find", { type: "search", placeholder: say("find_among", { n: rows.length }), ariaLabel: `${title}: ${say("find_among", { n: rows.length })}`, oninput: find });
  }

  #evidence() {
    const said = () => (this.filters.confidence ? say("at_least", { n: this.range.value }) : say("any"));
    const value = element("output");
    this.range = element("input", {
      type: "range", min: 0, max: 100, step: 5, value: 100 * this.filters.confidence, ariaLabel: say("least"),
      oninput: () => {
        this.filters.confidence = this.range.value / 100;
        value.textContent = said();
        this.#apply();
      },
    });
    value.textContent = said();
    const unrelated = element("input", { type: "checkbox", checked: this.filters.unrelated, onchange: () => ((this.filters.unrelated = unrelated.checked), this.#apply()) });
    const part = this.#part(say("evidence"), "standing", this.filters.counts.standing, (standing) => [
      `${MARKS[standing] ?? ""} ${words[standing] ?? standing}`.trim(),
    ]);
    part.append(
      element("label.range", {}, element("span", {}, say("confidence"), value), this.range),
      element("label.alone", {}, unrelated, element("span", {}, say("without"))),
    );
    return part;
  }

  #only(name, value) {
    const off = this.filters.off[name];
    const alone = this.rows.every((row) => row.name !== name || off.has(row.value) === (row.value !== value));
    off.clear();
    if (!alone) for (const row of this.rows) if (row.name === name && row.value !== value) off.add(row.value);
    this.#apply();
  }

  #reset() {
    this.filters.reset();
    this.range.value = 0;
    this.range.dispatchEvent(new Event("input"));
  }

  #apply() {
    for (const { name, value, box } of this.rows) box.checked = !this.filters.off[name].has(value);
    this.all.hidden = !this.filters.active;
    this.changed();
  }
}
