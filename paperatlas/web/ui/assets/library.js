// The library: what is in it, and what comes and goes.
const state = { about: null, works: [], collections: [], collection: "", query: "", sort: "added", descending: true, picked: null, total: 0 };
const home = element.querySelector(".library");

function frame() {
  home.replaceChildren(
    make("div.many", {}, make("div.top", {}, make("p.told.quiet", { role: "status" }), make("p.room.quiet")), make("div.place"), make("ul.sendings"), tools(), make("ul.rows", { "aria-label": word("tab.library") })),
    make("aside.one", { "aria-label": word("library.paper") }, make("p.quiet.rest", {}, word("library.rest"))));
}

// After something came or went; what is shown of one paper stays.
async function changed() {
  await about();
  await Promise.all([fillCollections(), list(), findWorks()]);
  say("papers", { papers: state.about?.papers ?? 0 });
}

async function about() {
  try {
    state.about = await api("library");
  } catch (fault) {
    home.querySelector(".place").replaceChildren(failure(fault, changed));
    return;
  }
  const { papers, pages, storage, read_only } = state.about;
  home.classList.toggle("empty-library", !papers);
  const room = ["originals", "catalog", "indexes", "graph"].map((name) => word(`library.room_${name}`, { size: bytes(storage[name]) })).join(" · ");
  home.querySelector(".room").replaceChildren(papers ? [counted("papers", Math.max(0, papers - removals.size)), counted("pages", pages)].join(" · ") : "", papers ? make("span.total", { title: room, tabindex: 0 }, ` · ${bytes(storage.total)}`, make("span.sr", {}, room)) : "");
  home.querySelector(".place").replaceChildren(read_only ? (papers ? "" : make("p.empty", {}, word("library.none"))) : dropZone(!papers));
}

async function findWorks() {
  state.works = await api("works").then((said) => said.works, () => []);
}

frame();
takesDrops(home);
about().then(resumeRemovals).then(changed).then(resumeSendings);
hear(element, "sending", resumeSendings);
