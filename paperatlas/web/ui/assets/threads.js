// Conversations are kept by the library; the browser keeps only which one was open, and a question that was under way.
const OPEN = "atlas.thread", PENDING = "atlas.pending";
const UNDO_SECONDS = 8;
const keep = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } }, // switched off by some
  set(name, value) { try { value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value); } catch { /* kept for this visit alone */ } },
};
const newName = () => `web ${new Date().toISOString().slice(0, 19)} ${Math.random().toString(36).slice(2, 8)}`;
const leaving = new Map(); // threads that are to be forgotten, with what ends their respite

const threadPath = (name) => `threads/${encodeURIComponent(name)}`;
const threadsMenu = atlas.menu(".threads", word("ask.threads"), fillThreads);

async function fillThreads(panel) {
  const said = await api("threads").catch((fault) => ({ fault }));
  if (said.fault) return panel.replaceChildren(make("p.quiet", {}, said.fault.message));
  const there = said.threads.filter((each) => !leaving.has(each.thread));
  if (!there.length) return panel.replaceChildren(make("p.quiet", {}, word("ask.no_threads")));
  const date = new Intl.DateTimeFormat(navigator.language, { dateStyle: "medium", timeStyle: "short" });
  panel.replaceChildren(make("ul", {}, ...there.map((each) => make("li", {},
    make("button.open", { type: "button", "aria-current": each.thread === state.thread ? "true" : null, onclick: () => { threadsMenu.open = false; openThread(each.thread); field.focus(); } },
      make("span.last", {}, each.question), make("span.quiet", {}, `${date.format(new Date(each.last))} · ${word("ask.turns", { n: each.turns })}`)),
    make("button.forget", { type: "button", "aria-label": word("ask.forget", { question: each.question }), onclick: () => forget(each, panel) }, "×")))));
}

// Undo instead of "are you sure": it is forgotten a little later, or when the page is left.
function forget(thread, panel) {
  const name = thread.thread;
  const gone = () => { clearTimeout(timer); leaving.delete(name); notice.replaceChildren(); return atlas.ask(threadPath(name), { method: "DELETE", keepalive: true }).catch(() => {}); };
  const timer = setTimeout(gone, UNDO_SECONDS * 1000);
  leaving.set(name, gone);
  notice.replaceChildren(word("ask.forgotten"), " ", make("button.link", { type: "button", onclick: () => { clearTimeout(timer); leaving.delete(name); notice.replaceChildren(); fillThreads(panel); } }, word("ask.undo")));
  if (name === state.thread) newThread();
  fillThreads(panel);
}
addEventListener("pagehide", () => leaving.forEach((gone) => gone()));

function newThread() {
  stop();
  state.thread = newName();
  state.turns = [];
  keep.set(OPEN, null);
  drawTurns();
}

async function openThread(name) {
  stop();
  state.thread = name;
  keep.set(OPEN, name);
  try {
    const { turns } = await api(threadPath(name));
    if (state.thread !== name) return;
    state.turns = turns.map((each) => turnOf(each.question, { number: each.number, answer: each.answer }));
  } catch (fault) {
    if (fault.code === "unknown_thread") return newThread(); // forgotten elsewhere
    state.turns = [turnOf("", { error: fault })];
  }
  const pending = JSON.parse(keep.get(PENDING) || "null");
  if (pending && pending.thread === name) {
    keep.set(PENDING, null);
    if (state.turns.at(-1)?.question !== pending.question) state.turns.push(turnOf(pending.question, { stopped: "interrupted" }));
  }
  drawTurns();
}
