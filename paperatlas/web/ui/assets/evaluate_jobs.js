// A set put to the library: how, how far it is, stopped and gone on with. Leaving the page stops nothing.
const POLL = 900;
const following = new Set();
const dismissed = new Set(atlasChoices.kept("evaluations.dismissed").split(" "));

function askHow(set) {
  const box = (value, text, checked = false) => make("label.choice", {}, make("input", { type: "checkbox", name: "way", value, checked }), make("span", {}, text));
  const radio = (value, text, checked = false) => make("label.choice", {}, make("input", { type: "radio", name: "scope", value, checked }), make("span", {}, text));
  const told = make("div"), begin = make("button.main", { type: "submit" }, word("evaluate.begin"));
  const stages = props.value.stages.map((each) => box(`no-${each}`, word("evaluate.without", { what: stage(each) })));
  const form = make("form.beginning", {},
    make("fieldset", {}, make("legend", {}, word("evaluate.ways")), make("p.quiet", {}, word("evaluate.ways_hint")), box("default", word("evaluate.way_default"), true), atlas.state?.model ? box("no-llm", word("evaluate.way_no_llm")) : "",
      make("details", {}, make("summary", {}, word("evaluate.more_ways")), ...stages)),
    make("fieldset", {}, make("legend", {}, word("evaluate.scope")), radio("", word("evaluate.whole"), true), radio("scoped", word("evaluate.scoped"))), told,
    make("div.actions", {}, begin));
  const opened = dialog(word("evaluate.run_title", { name: set.name }), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    begin.disabled = true;
    try {
      if (!given.has("way")) throw Object.assign(new Error(word("evaluate.no_way")), { hint: "" });
      const job = await api("evaluations", { body: { question_set: set.id, configurations: given.getAll("way"), scoped: given.get("scope") === "scoped" } });
      opened.close();
      follow(job);
      element.querySelector(".jobs")?.scrollIntoView({ block: "nearest" });
    } catch (fault) {
      begin.disabled = false;
      told.replaceChildren(failure(fault));
    }
  });
}

async function findJobs() {
  const { jobs = [] } = await api("evaluations/jobs").catch(() => ({}));
  for (const job of jobs.toReversed()) if (job.state !== "done" && !dismissed.has(job.id)) follow(job);
}

function follow(job) {
  const home = element.querySelector(".jobs");
  if (!home) return;
  home.querySelector(`[data-job="${job.id}"]`)?.remove();
  const bar = make("progress", { max: 1, value: 0, "aria-label": job.questions }), said = make("span.said.quiet", { role: "status" }), acts = make("span.acts");
  const made = make("li.job", { "data-job": job.id }, make("span.name", {}, make("strong", {}, job.questions), ` · ${job.configurations.map(way).join(" · ")}`), bar, said, acts);
  home.prepend(made);
  const shown = { job, made, bar, said, acts, began: Date.now(), from: job.done };
  drawJob(shown);
  if (!following.has(job.id)) look(shown);
}

async function look(shown) {
  following.add(shown.job.id);
  while (["waiting", "running"].includes(shown.job.state) && element.isConnected) {
    await new Promise((done) => setTimeout(done, POLL));
    try {
      shown.job = await api(`evaluations/jobs/${shown.job.id}`);
      const there = element.querySelector(`[data-job="${shown.job.id}"]`);
      if (there && there !== shown.made) Object.assign(shown, { made: there, bar: there.querySelector("progress"), said: there.querySelector(".said"), acts: there.querySelector(".acts") });
      drawJob(shown);
    } catch (fault) {
      shown.said.textContent = fault.message;
      if (fault.code !== "unreachable") break;
    }
  }
  following.delete(shown.job.id);
  if (shown.job.state === "done") over(shown);
}

function drawJob(shown) {
  const { job, bar, said, acts, made } = shown;
  const total = job.total || 0;
  bar.max = total || 1;
  if (["waiting", "running"].includes(job.state)) {
    bar.value = job.done;
    const left = job.done > shown.from && total ? ((Date.now() - shown.began) / 1000 / (job.done - shown.from)) * (total - job.done) : 0;
    said.textContent = [job.done ? word("evaluate.answered", { n: formatted(job.done), of: formatted(total) }) : word("library.waiting"), left > 2 ? word("library.left", { n: formatted(Math.round(left)) }) : ""].filter(Boolean).join(" · ");
    acts.replaceChildren(props.value.read_only ? "" : button(".action", "evaluate.stop", () => ask(`evaluations/jobs/${job.id}`, { method: "DELETE" }).catch((fault) => toast(fault.message))));
    return;
  }
  bar.remove();
  said.textContent = word(job.state === "cancelled" ? "evaluate.stopped" : job.state === "failed" ? "evaluate.broke" : "evaluate.done");
  if (job.state === "failed") made.append(failure(job.error));
  acts.replaceChildren(job.state === "done" || props.value.read_only ? "" : button(".plain", "evaluate.go_on", () => goOn(job)), button(".action", "library.dismiss", () => dismiss(shown)));
}

async function goOn(job) {
  try {
    follow(await api(`evaluations/jobs/${job.id}/go-on`, { method: "POST" }));
  } catch (fault) {
    toast(fault.message);
  }
}

function dismiss({ job, made }) {
  dismissed.add(job.id);
  atlasChoices.keep("evaluations.dismissed", [...dismissed].slice(-100).join(" "));
  made.remove();
}

function over(shown) {
  const { result, questions } = shown.job;
  shown.acts.replaceChildren(...result.runs.map((run) => button(".plain", "evaluate.see", () => show("run", run))), button(".action", "library.dismiss", () => shown.made.remove()));
  if (state.view !== "home") toast(word("evaluate.is_done", { name: questions }), { action: word("evaluate.see"), act: () => show("run", result.runs[0]) });
  fillRuns();
}
