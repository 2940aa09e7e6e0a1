// What every part uses. Values from papers and models are data: text nodes and attributes, never markup.
window.atlas = {
  // The text of a name in the person's language, {places} filled in.
  word(name, values = {}) {
    const { language } = atlasChoices;
    return atlasWords[language][name].replace(/\{(\w+)\}/g, (_, place) => values[place]);
  },
  // An element: make("a.chip", {href: "#", onclick: f}, "text", child, …)
  make(what, attributes = {}, ...children) {
    const [tag, ...classes] = what.split(".");
    const made = document.createElement(tag || "div");
    if (classes.length) made.className = classes.join(" ");
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  },
  // A card beside an element, over everything else; null takes it away.
  card(beside, ...children) {
    document.querySelector("body > .card")?.remove();
    if (!beside) return;
    const made = atlas.make("div.card", { role: "tooltip" }, ...children);
    document.body.append(made);
    const at = beside.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left - 24), innerWidth - made.offsetWidth - 8);
    const below = at.bottom + 8 + made.offsetHeight < innerHeight;
    made.style.left = `${left}px`;
    made.style.top = `${below ? at.bottom + 8 : at.top - made.offsetHeight - 8}px`;
  },
  // What the API answers to a path such as "threads"; with a body it is posted. Fails with an error that has message and hint.
  async api(path, { body, ...options } = {}) {
    const posted = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await atlas.ask(path, { ...posted, ...options });
    return response.json();
  },
  // The response itself, where it is no JSON.
  async ask(path, options) {
    let response;
    try {
      response = await fetch(`api/v1/${path}`, options);
    } catch (fault) {
      if (fault.name === "AbortError") throw fault;
      throw Object.assign(new Error(atlas.word("fault.unreachable")), { hint: atlas.word("fault.unreachable_hint"), code: "unreachable" });
    }
    if (response.ok) return response;
    const said = await response.json().catch(() => ({}));
    throw Object.assign(new Error(said.detail || atlas.word("fault.unexpected")), { hint: said.hint || "", code: said.code || "", errors: said.errors || [] });
  },
  // To the clipboard, also where the browser gives it to secure pages alone.
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = atlas.make("textarea.sr");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  },
  // Open a tab by its id, as a click on its name does; false where there is none.
  tab(id) {
    // Where there is no room for all, Gradio puts the last ones into a menu, without ids.
    const inMenu = () => [...document.querySelectorAll("#tabs .overflow-dropdown button")].find((each) => each.textContent.trim() === atlas.word(`tab.${id}`));
    const button = document.getElementById(`tab-${id}-button`) || inMenu();
    button?.click();
    return Boolean(button);
  },
  // A button with a panel that `fill` is asked for each time it opens; Escape and a click elsewhere close it.
  menu(what, label, fill) {
    const panel = atlas.make("div.panel");
    const menu = atlas.make(`details.menu${what}`, {}, atlas.make("summary", {}, label), panel);
    const away = (event) => (menu.contains(event.target) || !menu.isConnected ? null : menu.removeAttribute("open"));
    menu.addEventListener("toggle", () => {
      document[menu.open ? "addEventListener" : "removeEventListener"]("pointerdown", away);
      if (menu.open) fill(panel);
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      event.stopPropagation();
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    return menu;
  },
  // Parts speak to each other by events of the document.
  said: {},
  say(name, detail) {
    atlas.said[name] = detail;
    document.dispatchEvent(new CustomEvent(`atlas:${name}`, { detail }));
  },
  // With `late`, also what was said before: the parts of a tab are there from its first opening on.
  hear(element, name, act, { late = false } = {}) {
    const listener = (event) => (element.isConnected ? act(event.detail) : document.removeEventListener(`atlas:${name}`, listener));
    document.addEventListener(`atlas:${name}`, listener);
    if (late && name in atlas.said) act(atlas.said[name]);
  },
  pageImage(citation, dpi = 110) {
    const marked = (citation.bbox || []).filter(([page]) => page === citation.page).map(([, ...corners]) => corners.join(",")).join(";");
    return `api/v1/documents/${encodeURIComponent(citation.doc_id)}/pages/${citation.page}/image?dpi=${dpi}&boxes=${marked}`;
  },
};
