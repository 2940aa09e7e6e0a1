// The conversation: its turns, and the one that is being answered, drawn as it comes about.
const log = element.querySelector(".turns");
log.setAttribute("aria-label", word("ask.conversation"));
element.querySelector(".bar").append(
  threadsMenu,
  make("button.new", { type: "button", onclick: () => { newThread(); field.focus(); } }, word("ask.new")),
  atlas.menu(".export", word("ask.export_all"), (panel) => panel.replaceChildren(state.turns.some((each) => each.number)
    ? make("div", {}, ...conversationExports()) : make("p.quiet", {}, word("ask.nothing_yet")))),
  make("button.to-matrix", { type: "button", onclick: () => say("matrix", {}) }, word("matrix.matrix")));
element.querySelector(".foot").append(notice, asking, spoken);

const conversationExports = () => ["markdown", "bibtex", "ris", "csl-json", "evidence"].map((form) =>
  make("a", { href: `api/v1/${threadPath(state.thread)}/export?format=${form}`, download: true }, word(`export.${form.replace("-", "_")}`)));

const act = {
  ask: (question) => ask(question),
  askAll: (question) => { scope.documents.clear(); scope.collections.clear(); drawScope(); ask(question); },
  narrowed, thread: () => state.thread,
};

// A turn that is over. Steps stand under the answer: what grows or folds there moves nothing that is being read.
function drawTurn(turn) {
  const made = make("article.turn", {}, turn.question ? make("h3.question", {}, turn.question) : null);
  if (turn.answer) made.append(drawAnswer(turn, act));
  else if (turn.error) made.append(failed(turn));
  else made.append(make("p.stopped", {}, word(turn.stopped ? `ask.${turn.stopped}` : "ask.unreadable"), " ", again(turn)));
  const steps = turn.answer ? null : stepsFold(turn);
  if (steps) made.append(steps);
  return made;
}

const again = (turn) => make("button.link.again", { type: "button", onclick: () => retry(turn) }, word("ask.retry"));

function failed(turn) {
  return make("div.failed", { role: "alert" }, make("p", {}, turn.error.message), turn.error.hint ? make("p.hint", {}, turn.error.hint) : null, turn.question ? again(turn) : null);
}

// In the place of the one that failed.
function retry(turn) {
  if (running()) return;
  const at = state.turns.indexOf(turn);
  state.turns.splice(at, 1);
  log.children[at].remove();
  ask(turn.question);
}

function drawTurns() {
  log.replaceChildren(...(state.turns.length ? state.turns.map(drawTurn) : [empty()]));
  say("conversation", {});
}

function empty() {
  const { papers } = window.atlas.state || {};
  const none = papers === 0;
  return make("div.empty", {}, make("h2", {}, word(none ? "ask.no_papers" : "ask.empty")), make("p", {}, word(none ? "ask.no_papers_hint" : "ask.empty_hint")),
    none ? make("div.ways", {}, make("button.link", { type: "button", onclick: () => atlas.tab("library") }, word("ask.to_library")), samplesButton()) : null,
    none || window.atlas.state?.model !== false ? null : make("p.quiet", {}, word("ask.no_model_hint")));
}

// The library tells how far they are; it is opened, and finds them under way.
function samplesButton() {
  const made = make("button.link.samples", { type: "button", hidden: true, onclick: async () => {
    made.disabled = true;
    try {
      await api("samples", { method: "POST" });
      say("sending", {});
      atlas.tab("library");
    } catch (fault) {
      made.disabled = false;
      notice.replaceChildren(fault.message, " ", fault.hint);
    }
  } }, word("library.samples"));
  api("library").then((about) => { made.hidden = !about.has_samples; }, () => {});
  return made;
}

async function ask(question) {
  if (running()) return;
  const turn = turnOf(question), controller = new AbortController();
  const work = { turn, controller };
  const view = working(turn);
  state.work = work;
  if (!state.turns.length) log.replaceChildren();
  state.turns.push(turn);
  log.append(view.made);
  busy(true);
  keep.set(OPEN, state.thread);
  keep.set(PENDING, JSON.stringify({ thread: state.thread, question }));
  view.made.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  const thread = state.thread;
  try {
    for await (const event of events({ question, thread, ...put() }, controller.signal)) view.take(event);
    if (!turn.answer && !turn.error) turn.error = { message: word("fault.unreachable"), hint: word("fault.unreachable_hint") };
    const before = Math.max(0, ...state.turns.map((each) => each.number));
    if (turn.answer) turn.number = await numbered(thread, turn.question, before);
  } catch (fault) {
    if (controller.signal.aborted) turn.stopped = "stopped";
    else turn.error = fault;
  }
  keep.set(PENDING, null);
  if (state.work === work) { state.work = null; busy(false); }
  if (state.thread !== thread) return;
  const focused = view.made.contains(document.activeElement);
  const made = drawTurn(turn);
  view.made.replaceWith(made);
  if (focused) field.focus();
  spoken.textContent = turn.answer ? "" : turn.error ? "" : word("ask.stopped");
  if (turn.answer?.citations.length) say("answered", { answer: turn.answer });
}

// The number that the library keeps the answer under; 0 where it could not.
async function numbered(thread, question, after) {
  const { turns } = await api(`${threadPath(thread)}?after=${after}`).catch(() => ({ turns: [] }));
  return turns.findLast((each) => each.question === question)?.number || 0;
}

function stop() {
  state.work?.controller.abort();
}

function busy(is) {
  sendButton.hidden = is;
  stopButton.hidden = !is;
  log.setAttribute("aria-busy", is); // what is said is read out when it is whole
  spoken.textContent = is ? word("ask.looking") : "";
  if (document.activeElement === document.body || document.activeElement === sendButton || document.activeElement === stopButton) field.focus();
}

// A turn that is being answered. Lines are added below others and never taken out, so that nothing moves while it is read.
function working(turn) {
  const lines = make("ol"), draft = make("p.draft.writing"), drafts = make("div.text.drafts", {}, make("p.unchecked.quiet", {}, word("ask.unchecked")), draft);
  const count = { checked: 0, failed: 0, dropped: 0 }, whys = new Map();
  const made = make("article.turn.working", {}, make("h3.question", {}, turn.question), drafts,
    make("details.steps", { open: true }, make("summary", {}, word("ask.looking")), lines));
  function line({ key, text }) {
    const known = key && turn.steps.findIndex((each) => each.key === key);
    if (key && known >= 0) {
      turn.steps[known].text = lines.children[known].textContent = text;
      return;
    }
    turn.steps.push({ key, text });
    lines.append(make("li", {}, text));
  }
  function take(event) {
    if (event.event === "writing") draft.textContent = event.text;
    if (event.event === "draft") {
      draft.remove(); // its sentences come whole now
      drafts.append(make("p.draft", {}, event.text));
    }
    if (event.event === "checked") whys.set(event.text, event.why);
    if (event.event === "error") turn.error = event.error;
    if (event.event === "answer") {
      turn.answer = event;
      for (const claim of event.claims) claim.why ||= claim.label === "supported" ? "" : whys.get(claim.text) || "";
    }
    const step = stepOf(event, count);
    if (step) line(step);
  }
  return { made, take };
}

// The events of an answer, as the server sends them.
async function* events(body, signal) {
  const response = await atlas.ask("ask", { method: "POST", signal, headers: { "Content-Type": "application/json", Accept: "text/event-stream" }, body: JSON.stringify(body) });
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) return;
    held += value;
    const whole = held.split(/\r?\n\r?\n/);
    held = whole.pop();
    for (const each of whole) {
      const data = each.split(/\r?\n/).filter((text) => text.startsWith("data:")).map((text) => text.slice(5).trim()).join("\n");
      if (!data) continue; // a sign of life
      const said = JSON.parse(data);
      yield said.error ? { event: "error", ...said } : said;
    }
  }
}

// The chip whose source is shown is marked.
hear(element, "shown", ({ answer, n }) => {
  for (const chip of log.querySelectorAll(".chip[aria-current]")) chip.removeAttribute("aria-current");
  const turn = state.turns.findIndex((each) => each.answer === answer);
  if (turn >= 0) for (const chip of log.children[turn].querySelectorAll(`.chip[data-n="${n}"]`)) chip.setAttribute("aria-current", "true");
});
log.addEventListener("keydown", (event) => {
  const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!event.target.matches(".chip") || !way) return;
  event.preventDefault();
  const chips = [...event.target.closest(".answer").querySelectorAll(".text .chip")];
  const next = chips[(chips.indexOf(event.target) + way + chips.length) % chips.length];
  next.focus();
  next.click();
});
hear(element, "matrix", () => { element.hidden = true; });
hear(element, "matrix-closed", () => { element.hidden = false; field.focus({ preventScroll: true }); });
hear(element, "state", ({ model }) => { noModel.hidden = !model; if (!state.turns.length) drawTurns(); });
noModel.hidden = !window.atlas.state?.model;

state.thread = keep.get(OPEN) || newName();
drawTurns();
if (keep.get(OPEN)) openThread(state.thread);
