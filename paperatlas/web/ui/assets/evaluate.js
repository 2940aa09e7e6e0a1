// How good the answers are: question sets, their review, runs, and runs side by side.
const state = { view: "home", sets: [], runs: [], set: null, at: 0, filter: "", measure: "right", charted: "" };
const view = element.querySelector(".evaluate");
const VIEWS = { home, run, compare, review };

function show(name, about) {
  state.view = name;
  view.dataset.view = name;
  atlas.card(null);
  VIEWS[name](about);
  if (name !== "home") view.scrollIntoView({ block: "start" });
}

document.addEventListener("keydown", onReviewKey);
show("home");
