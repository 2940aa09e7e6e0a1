// A field that finds entities by name and alias, and is worked by keys: a combobox with a list of options.

const RESULTS = 12;

class Search {
  #found = [];
  #active = -1;

  constructor(model, palette, { label, placeholder, chosen }) {
    Object.assign(this, { model, palette, chosen });
    const id = newId("found");
    this.list = element("ul.found", { id, role: "listbox", ariaLabel: label, hidden: true });
    this.field = element("input", {
      type: "search", placeholder, role: "combobox", ariaLabel: label, autocomplete: "off", spellcheck: false,
      ariaExpanded: "false", ariaAutoComplete: "list", "aria-controls": id,
      oninput: () => this.#update(), onkeydown: (event) => this.#key(event), onblur: () => this.#close(), onfocus: () => this.#update(),
    });
    this.element = element("div.search", {}, this.field, this.list);
  }

  #update() {
    this.#found = this.model.search(this.field.value, RESULTS);
    this.#active = this.#found.length ? 0 : -1;
    const none = this.field.value.trim() && !this.#found.length;
    this.list.replaceChildren(
      ...this.#found.map((found, at) => this.#option(found, at)),
      ...(none ? [element("li.none", { role: "option", ariaDisabled: "true" }, "No entity has this name")] : []),
    );
    this.#open(this.#found.length > 0 || none);
    this.#mark();
  }

  #option({ entity, alias }, at) {
    return element(
      "li", { id: `${this.list.id}-${at}`, role: "option", onmousedown: (event) => this.#choose(at, event) },
      this.palette.sign(entity.kind),
      element("span.name", {}, entity.name, alias && element("span.alias", {}, ` ${alias}`)),
      element("span.note", {}, entity.passes ? entity.kind : `${entity.kind}, filtered out`),
    );
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.#found.length) {
      this.#active = (this.#active + step + this.#found.length) % this.#found.length;
      this.#mark();
    } else if (event.key === "Enter" && this.#active >= 0) this.#choose(this.#active, event);
    else if (event.key === "Escape" && !this.list.hidden) this.#close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #choose(at, event) {
    event.preventDefault();
    this.field.value = "";
    this.#close();
    this.chosen(this.#found[at].entity);
  }

  #mark() {
    [...this.list.children].forEach((option, at) => option.setAttribute("aria-selected", at === this.#active));
    const active = this.list.children[this.#active];
    if (active) this.field.setAttribute("aria-activedescendant", active.id);
    else this.field.removeAttribute("aria-activedescendant");
    active?.scrollIntoView({ block: "nearest" });
  }

  #open(open) {
    this.list.hidden = !open;
    this.field.setAttribute("aria-expanded", open);
  }

  #close() {
    this.#open(false);
  }
}
