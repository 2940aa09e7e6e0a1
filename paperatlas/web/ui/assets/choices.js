// The language and the colours: those that the person chose, else the browser's. Before anything is drawn.
window.atlasChoices = {
  kept(name) {
    try { return localStorage.getItem(`paperatlas.${name}`) || ""; } catch { return ""; } // a browser may forbid it
  },
  keep(name, value) {
    try { localStorage.setItem(`paperatlas.${name}`, value); } catch { /* it holds until the page is left */ }
  },
  // The names of the tabs are Gradio's to write, which asks the browser alone for its language.
  label(bar) {
    const words = atlasWords[atlasChoices.language], names = new Map();
    for (const each of Object.values(atlasWords)) for (const [name, text] of Object.entries(each)) if (name.startsWith("tab.")) names.set(text, words[name]);
    const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode, right = names.get(text.data.trim());
      if (right && right !== text.data.trim()) text.data = right;
    }
  },
  // Gradio follows the browser's colours; "" gives it back to them.
  colour(theme) {
    const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.body?.classList.toggle("dark", dark);
  },
};
{
  const known = (language) => Object.hasOwn(atlasWords, language), chosen = atlasChoices.kept("language");
  const own = navigator.languages.map((each) => each.slice(0, 2)).find(known) || "en";
  atlasChoices.language = known(chosen) ? chosen : own;
  document.documentElement.lang = { pt: "pt-PT", zh: "zh-Hans" }[atlasChoices.language] || atlasChoices.language;
}
