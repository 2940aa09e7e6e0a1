// The filters, of which the first is the legend.

const FEW = 14; // values of one filter that are listed at once; a field finds the others

class Legend {
  constructor(filters, palette, changed) {
    Object.assign(this, { filters, palette, changed });
    this.rows = [];
    const { counts } = filters;
    const papers = filters.model.papers;
    this.element = element(
      "aside.filters", { ariaLabel: "Filters" },
      this.#part("Types", "kind", counts.kind, (kind) => [palette.sign(kind), kind], (kind) => filters.model.kinds[kind] ?? ""),
      this.#part("Relations", "predicate", counts.predicate, (predicate) => [predicate]),
      this.#part("Papers", "paper", counts.paper, (paper) => [papers[paper].name]),
      this.#evidence(),
      (this.all = element("button.reset", { type: "button", hidden: true, onclick: () => this.#reset() }, "Show everything again")),
    );
  }

  /** One filter: a row for each value. */
  #part(title, name, counts, face, hint = () => "") {
    const off = this.filters.off[name];
    const list = element("ul.values");
    const rows = counts.map(([value, many]) => {
      const box = element("input", { type: "checkbox", checked: true, onchange: () => (off[box.checked ? "delete" : "add"](value), this.#apply()) });
      const only = element("button.only", { type: "button", onclick: () => this.#only(name, value) }, "only");
      const text = String(face(value).at(-1));
      only.setAttribute("aria-label", `only ${text}`);
      const row = element("li", { title: hint(value) || text }, element("label", {}, box, ...face(value).map((part) => (typeof part === "string" ? element("span.name", {}, part) : part)), element("span.count", {}, number.format(many))), only);
      this.rows.push({ name, value, box });
      return { row, key: fold(text) };
    });
    list.append(...rows.map(({ row }) => row));
    return element("details.part", { open: name !== "paper" || counts.length <= FEW }, element("summary", {}, title), rows.length > FEW && this.#finder(title, rows), list);
  }

  #finder(title, rows) {
    const find = (event) => rows.forEach(({ row, key }) => (row.hidden = !key.includes(fold(event.target.value))));
    return element("input.find", { type: "search", placeholder: `Find among ${rows.length}`, ariaLabel: `Find among ${title.toLowerCase()}`, oninput: find });
  }

  #evidence() {
    const value = element("output", {}, "any");
    this.range = element("input", {
      type: "range", min: 0, max: 100, step: 5, value: 0, ariaLabel: "Least confidence, percent",
      oninput: () => {
        this.filters.confidence = this.range.value / 100;
        value.textContent = this.filters.confidence ? `${this.range.value} % and more` : "any";
        this.#apply();
      },
    });
    const unrelated = element("input", { type: "checkbox", onchange: () => ((this.filters.unrelated = unrelated.checked), this.#apply()) });
    const part = this.#part("Evidence", "standing", this.filters.counts.standing, (standing) => [
      `${STANDINGS[standing]?.mark ?? ""} ${STANDINGS[standing]?.word ?? standing}`.trim(),
    ]);
    part.append(
      element("label.range", {}, element("span", {}, "Confidence ", value), this.range),
      element("label.alone", {}, unrelated, element("span", {}, "Entities without any relation")),
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
