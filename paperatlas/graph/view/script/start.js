// The page by itself: the graph is the data that stands in it.
globalThis.paperatlasGraph.shown = globalThis.paperatlasGraph.mount(
  document.getElementById("graph"),
  JSON.parse(document.getElementById("data").textContent),
  { alone: true },
);
