// The name, what is looked for in all papers, what answers, and how the page looks and speaks.
const { make, say, hear, word } = window.atlas;
const state = make("p.state", { role: "status" });

const since = {}; // what has changed since the page was sent
const draw = () => {
  const { papers = 0, model = "", embedder = "", offline = false } = { ...props.value, ...since };
  window.atlas.state = { papers, model: Boolean(model) }; // as the other parts need it
  say("state", window.atlas.state);
  const said = [
    papers === 1 ? word("head.paper") : word("head.papers", { n: papers }),
    offline ? word("head.offline") : word("head.online"),
    embedder,
    model ? word("head.model", { name: model }) : word("head.no_model"),
  ];
  state.replaceChildren(make("span.dot", { "aria-hidden": "true" }, offline ? "●" : "◐"), " ", said.filter(Boolean).join(" · "));
  state.title = offline ? word("head.offline_means") : word("head.online_means");
};

const choose = (name, options, chosen, change) =>
  make("label.setting", {}, make("span", {}, word(`head.${name}`)), make("select", { onchange: (event) => change(event.target.value) },
    Object.entries(options).map(([value, label]) => make("option", { value, selected: value === chosen }, label))));

const settings = atlas.menu(".settings", word("head.settings"), (panel) => panel.replaceChildren(
  choose("language", Object.fromEntries(Object.entries(atlasWords).map(([language, words]) => [language, words["head.own_name"]])), atlasChoices.language,
    (language) => { atlasChoices.keep("language", language); location.reload(); }),
  choose("colours", { "": word("head.as_browser"), light: word("head.light"), dark: word("head.dark") }, atlasChoices.kept("theme"),
    (theme) => { atlasChoices.keep("theme", theme); atlasChoices.colour(theme); }),
  make("button.action", { type: "button", onclick: () => { settings.open = false; help.showModal(); } }, word("head.shortcuts")),
  make("a.action", { href: "source", download: true }, word("head.source")),
));

// The list of keys, as a dialog of the browser: it keeps the focus and closes by Escape.
const keys = [["/", "key_ask"], ["s", "key_search"], ["?", "key_list"], ["↵", "key_send"], ["← →", "key_evidence"], ["a e r", "key_review"], ["Esc", "key_close"]];
const help = make("dialog.help", { "aria-label": word("head.shortcuts"), onclick: (event) => { if (event.target === help) help.close(); } },
  make("h2", {}, word("head.shortcuts")),
  make("dl", {}, keys.flatMap(([key, name]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, word(`head.${name}`))])),
  make("form", { method: "dialog" }, make("button.action", {}, word("head.close"))));

const isWriting = (target) => target.matches?.("input, textarea, select, [contenteditable]");
const onKey = (event) => {
  if (!element.isConnected) return document.removeEventListener("keydown", onKey);
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isWriting(event.target) || help.open) return;
  const act = { "/": toQuestion, s: () => looked.focus(), "?": () => help.showModal() }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
};
function toQuestion() {
  atlas.tab("ask");
  requestAnimationFrame(() => document.querySelector("#question textarea")?.focus()); // it is there when the tab is
}
document.addEventListener("keydown", onKey);

element.querySelector("header").append(
  make("a.skip", { href: "#tabs", onclick: (event) => { event.preventDefault(); toQuestion(); } }, word("head.skip")),
  make("span.name", {}, "PaperAtlas"), search, state, settings, help);
atlasChoices.colour(atlasChoices.kept("theme"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => atlasChoices.colour(atlasChoices.kept("theme")));
const bar = document.querySelector("#tabs .tab-wrapper");
if (bar) {
  atlasChoices.label(bar);
  new MutationObserver(() => atlasChoices.label(bar)).observe(bar, { childList: true, characterData: true, subtree: true });
}
draw();
watch("value", draw);
hear(element, "papers", ({ papers }) => { since.papers = papers; draw(); });
