// How far a question may go: passages read, how sure an answer has to be, how long it may take. Kept by the browser.
const OPTIONS = "atlas.options";
const BOUNDS = [
  { name: "top_k", says: "top_k", least: 1, most: 100, step: 1, of: 1 },
  { name: "min_confidence", says: "min_confidence", least: 0, most: 100, step: 5, of: 100 }, // per cent, as people say it
  { name: "seconds", says: "most_seconds", least: 1, most: 3600, step: 1, of: 1 },
];
const bounds = readBounds();

// What was kept may be of another version, or written by hand: what no question may have is left out.
function readBounds() {
  let kept = {};
  try { kept = JSON.parse(keep.get(OPTIONS) || "{}") || {}; } catch { /* as if there were none */ }
  return Object.fromEntries(BOUNDS.flatMap(({ name, least, most, of }) => {
    const value = kept[name];
    return typeof value === "number" && value * of >= least && value * of <= most ? [[name, value]] : [];
  }));
}

const optionsMenu = atlas.menu(".options", word("ask.options"), (panel) => panel.replaceChildren(
  make("p.quiet", {}, word("ask.options_hint")),
  ...BOUNDS.map(bound),
  make("button.action", { type: "button", onclick: (event) => {
    for (const input of event.currentTarget.closest(".panel").querySelectorAll("input")) input.value = "";
    for (const { name } of BOUNDS) delete bounds[name];
    changedBounds();
  } }, word("ask.as_usual"))));

function bound({ name, says, least, most, step, of }) {
  const input = make("input", { type: "number", name, min: least, max: most, step, inputmode: "numeric", placeholder: word("ask.usual"), value: name in bounds ? Math.round(bounds[name] * of) : null });
  input.addEventListener("input", () => {
    const value = input.valueAsNumber;
    if (Number.isNaN(value) && !input.validity.badInput) delete bounds[name];
    else if (value >= least && value <= most) bounds[name] = (of === 1 ? Math.round(value) : value) / of;
    changedBounds();
  });
  // What cannot be is not left standing as if it held.
  input.addEventListener("blur", () => { input.value = name in bounds ? Math.round(bounds[name] * of) : ""; });
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); optionsMenu.open = false; field.focus(); } });
  return make("label.bound", {}, make("span", {}, word(`ask.${says}`)), input);
}

function changedBounds() {
  keep.set(OPTIONS, Object.keys(bounds).length ? JSON.stringify(bounds) : null);
  optionsMenu.classList.toggle("set", Object.keys(bounds).length > 0);
}

scopeMenu.after(optionsMenu);
changedBounds();
