// How citations and sentences are shown wherever there are some: chips with cards, text with its formulas set.
window.atlas.cited = (() => {
  const { make, word, card, api } = window.atlas;
  const SIGNS = { supported: "✓", unverifiable: "~", contradicted: "✗" };
  const NAMESPACE = "http://www.w3.org/1998/Math/MathML";
  // \(x\), \[x\], $$x$$, and $x$ as Pandoc reads it: no space inside the signs and no digit after them, so that $3 and $4 are money.
  const FORMULA = /\\\(([\s\S]+?)\\\)|\\\[([\s\S]+?)\\\]|\$\$([^$]+?)\$\$|(?<![\\$\w])\$(?=\S)((?:\\\$|[^$\n])*?\S)\$(?![\d$])/g;
  // Trees of formulas that were asked for already, by their TeX.
  const known = new Map();

  function element([name, attributes, ...children]) {
    const made = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children.map((child) => (typeof child === "string" ? child : element(child))));
    return made;
  }

  // The text as nodes; a formula is shown as it was written until it is set, and stays so where it cannot be.
  function prose(text) {
    const nodes = [], formulas = [];
    let end = 0;
    for (const found of text.matchAll(FORMULA)) {
      const [whole, inline, block, double, dollar] = found;
      const place = make("span.formula", {}, whole);
      nodes.push(text.slice(end, found.index), place);
      formulas.push({ place, tex: inline ?? block ?? double ?? dollar, display: (block ?? double) !== undefined });
      end = found.index + whole.length;
    }
    nodes.push(text.slice(end));
    if (formulas.length) set(formulas);
    return nodes.filter(Boolean);
  }

  async function set(formulas) {
    const key = ({ tex, display }) => `${display}${tex}`;
    const asked = formulas.filter((each) => !known.has(key(each))).slice(0, 200).map(({ tex, display }) => ({ tex: tex.slice(0, 2000), display }));
    if (asked.length) {
      const trees = await api("formulas", { body: { formulas: asked } }).then((said) => said.formulas, () => []);
      asked.forEach((each, index) => known.set(key(each), trees[index] || null));
    }
    for (const each of formulas) {
      const tree = known.get(key(each));
      if (tree) each.place.replaceChildren(element(tree));
    }
  }

  // Why a sentence is shown as it is comes in English, whoever looks: it is told in their language, with what it quotes left as it
  // is. The first that fits is the right one, so the special stand before the general; what is not known stays as it came.
  const REASONS = Object.entries(atlasWords.en).filter(([name]) => name.startsWith("why.")).map(([name, text]) => {
    const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place);
    const pattern = text.split(/\{\w+\}/).map((fixed) => fixed.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+?)");
    return { name, places, pattern: new RegExp(`^${pattern}$`, "s") };
  });
  function reason(text) {
    for (const { name, places, pattern } of REASONS) {
      const found = text.match(pattern);
      if (!found) continue;
      const values = Object.fromEntries(places.map((place, index) => [place, found[index + 1]]));
      if (values.why) values.why = reason(values.why);
      return word(name, values);
    }
    return text;
  }

  const page = (citation) => word("ask.page", { n: citation.page_label || citation.page });
  const title = (citation) => citation.title || citation.doc;
  const place = (citation) => [title(citation), page(citation), citation.section].filter(Boolean).join(" · ");

  // The verdict in words, with its sign: colour alone says nothing.
  const verdict = (label) => `${SIGNS[label]} ${word(`ask.${label}`)}`;

  // A paper that does not stand as it was published is marked wherever it is cited.
  const standing = (citation) => {
    const flag = (citation.flags || []).find((each) => each === "retracted" || each === "concern");
    return flag ? `⚠ ${word(`papers.${flag}`)}` : "";
  };

  // A numbered chip. `pick` is called on a click; `claim` is the sentence that it proves, whose verdict the card tells.
  function chip(citation, pick, claim) {
    const said = [word("ask.source", { n: citation.n, place: place(citation) }), standing(citation), claim && claim.label !== "supported" ? word(`ask.${claim.label}`) : ""]
      .filter(Boolean).join(". ");
    const made = make("button.chip", { type: "button", "data-n": citation.n, "aria-label": said, onclick: () => pick(citation.n, made) }, standing(citation) ? `${citation.n}⚠` : `${citation.n}`);
    const hover = () => card(made,
      make("span.place", {}, place(citation)),
      make("q.quote", {}, citation.row || citation.quote),
      citation.translation ? make("span.translation", {}, word("ask.translated"), " ", make("q", {}, citation.translation)) : null,
      standing(citation) ? make("span.against", {}, standing(citation)) : null,
      (citation.flags || []).includes("orders") ? make("span.translation", {}, word("ask.orders")) : null,
      claim ? make(`span.verdict.${claim.label}`, {}, verdict(claim.label), claim.why ? `: ${reason(claim.why)}` : "") : null);
    for (const event of ["mouseenter", "focus"]) made.addEventListener(event, hover);
    for (const event of ["mouseleave", "blur", "click"]) made.addEventListener(event, () => card(null));
    made.addEventListener("keydown", (event) => event.key === "Escape" && card(null));
    return made;
  }

  // One source as a line of text, for copies.
  const line = (citation) => `[${citation.n}] ${[place(citation), standing(citation)].filter(Boolean).join(" · ")}: “${(citation.row || citation.quote).replace(/\s+/g, " ")}”`;

  return { SIGNS, reason, prose, chip, page, place, title, verdict, standing, line };
})();
