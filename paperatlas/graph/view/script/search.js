// A field that finds entities by name and alias, and is worked by keys: a combobox with a list of options.

const RESULTS = 12;
const PAUSE = 180; // milliseconds without a key after which names are looked for elsewhere

class Search {
  #found = [];
  #active = -1;

  #asked = 0;

  /** `elsewhere`, where there is more than the model has: {find(words) → [{id, name, kind}], bring(id) → entity}, both async. */
  constructor(model, palette, { label, placeholder, chosen, elsewhere = null }) {
    Object.assign(this, { model, palette, chosen, elsewhere });
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
    this.#list(this.model.search(this.field.value, RESULTS));
    clearTimeout(this.#asked);
    if (this.elsewhere && this.#found.length < RESULTS && this.field.value.trim()) this.#asked = setTimeout(() => this.#lookFurther(), PAUSE);
  }

  async #lookFurther() {
    const asked = this.field.value;
    const found = await this.elsewhere.find(asked.trim());
    if (this.field.value !== asked || document.activeElement !== this.field) return;
    const others = found.filter((each) => !this.model.byId.has(each.id)).map((entity) => ({ entity, alias: "", far: true }));
    if (others.length) this.#list([...this.#found, ...others].slice(0, RESULTS), Math.max(0, this.#active));
  }

  #list(found, active = 0) {
    this.#found = found;
    this.#active = this.#found.length ? active : -1;
    const none = this.field.value.trim() && !this.#found.length;
    this.list.replaceChildren(
      ...this.#found.map((found, at) => this.#option(found, at)),
      ...(none ? [element("li.none", { role: "option", ariaDisabled: "true" }, say("no_name"))] : []),
    );
    this.#open(this.#found.length > 0 || none);
    this.#mark();
  }

  #option({ entity, alias, far }, at) {
    return element(
      "li", { id: `${this.list.id}-${at}`, role: "option", onmousedown: (event) => this.#choose(at, event) },
      this.palette.looks.has(entity.kind) ? this.palette.sign(entity.kind) : null,
      element("span.name", {}, entity.name, alias && element("span.alias", {}, ` ${alias}`)),
      element("span.note", {}, far ? say("far", { kind: entity.kind }) : entity.passes ? entity.kind : say("hidden", { kind: entity.kind })),
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

  async #choose(at, event) {
    event.preventDefault();
    this.field.value = "";
    this.#close();
    const { entity, far } = this.#found[at];
    this.chosen(far ? await this.elsewhere.bring(entity.id) : entity);
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
