// Charts, drawn as SVG: texts are text nodes, colours are the page's.
const drawn = (tag, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.flat(Infinity).filter((child) => child !== null));
  return made;
};
const picture = (width, height, label, ...children) => drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "chart" }, ...children);
const label = (x, y, text, anchor = "start", what = "") => drawn("text", { x, y, "text-anchor": anchor, class: what }, text);

// A value from 0 to 1 with its interval.
function bar({ value, low, high }, name) {
  const at = (share) => 100 * Math.min(1, Math.max(0, share));
  return drawn("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", class: "bar", "aria-hidden": "true" },
    drawn("rect", { x: 0, y: 3, width: 100, height: 6, class: "track" }), drawn("rect", { x: 0, y: 3, width: at(value), height: 6, class: name === "risk_area" ? "fill worse" : "fill" }),
    drawn("path", { d: `M${at(low)} 6H${at(high)}M${at(low)} 2V10M${at(high)} 2V10`, class: "interval" }));
}

// A difference around nothing, in units of the largest one beside it.
function gain({ low, high, difference, significant }, most) {
  const at = (value) => 50 + 48 * Math.max(-1, Math.min(1, most ? value / most : 0));
  return drawn("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", class: significant ? "bar gain sure" : "bar gain", "aria-hidden": "true" },
    drawn("path", { d: "M50 0V12", class: "axis" }), drawn("path", { d: `M${at(low)} 6H${at(high)}`, class: "interval" }),
    drawn("rect", { x: at(difference) - 1.2, y: 2, width: 2.4, height: 8, class: "fill" }));
}

const HIGH = 280, LEFT = 46, TOP = 18, BOTTOM = 42, RIGHT = 14;
const up = (share) => TOP + (HIGH - TOP - BOTTOM) * (1 - share);
const acrossOf = (wide) => (share) => LEFT + (wide - LEFT - RIGHT) * share;

const grid01 = (across, texts) => [0, 0.25, 0.5, 0.75, 1].map((share) => [
  drawn("path", { d: `M${across(0)} ${up(share)}H${across(1)}`, class: "rule" }), label(across(0) - 8, up(share) + 4, texts(share), "end", "tick"),
]);

// Wrong among what is answered when only the surest are, the surest first.
function riskChart(points) {
  const wide = 460, across = acrossOf(wide);
  const percent = (share) => formatted(share, { style: "percent", maximumFractionDigits: 0 });
  const half = points.find(([, coverage]) => coverage >= 0.5) || points.at(-1), all = points.at(-1);
  const said = word("evaluate.risk_said", { half: percent(half[2]), share: percent(half[1]), all: percent(all[2]) });
  const line = points.map(([, coverage, risk]) => `${across(coverage).toFixed(1)} ${up(risk).toFixed(1)}`).join("L");
  const area = `M${across(points[0][1])} ${up(0)}L${line}L${across(1)} ${up(0)}Z`;
  const dots = points.map(([threshold, coverage, risk]) => drawn("circle", { cx: across(coverage), cy: up(risk), r: 7, class: "touch" },
    drawn("title", {}, word("evaluate.risk_point", { coverage: percent(coverage), risk: percent(risk), threshold: formatted(threshold, { maximumFractionDigits: 2 }) }))));
  return make("figure.charted", {},
    picture(wide, HIGH, said, grid01(across, percent), [0, 0.5, 1].map((share) => label(across(share), HIGH - BOTTOM + 18, percent(share), share === 1 ? "end" : "middle", "tick")),
      drawn("path", { d: area, class: "under" }), drawn("path", { d: `M${line}`, class: "line" }), dots,
      label(across(1), HIGH - 6, word("evaluate.risk_across"), "end", "axis-name")),
    make("figcaption", {}, make("strong", {}, word("evaluate.risk_title")), " ", said));
}

const SHAPES = ["circle", "square", "triangle", "diamond"], DASHES = ["", "7 4", "2 3", "9 3 2 3"];
function mark(shape, x, y, r = 4.5) {
  const d = { circle: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`, square: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    triangle: `M${x} ${y - r * 1.2}l${r * 1.15} ${r * 2.1}h${-r * 2.3}z`, diamond: `M${x} ${y - r * 1.3}l${r * 1.3} ${r * 1.3}l${-r * 1.3} ${r * 1.3}l${-r * 1.3} ${-r * 1.3}z` }[shape];
  return drawn("path", { d, class: "mark" });
}

// A measure of runs, the oldest first; each way of answering is a line of its own, told apart by shape and dashes.
function timeChart(runs, name) {
  const wide = 1000, across = acrossOf(wide), shown = runs.filter((run) => run.metrics[name]);
  if (!shown.length) return make("p.quiet", {}, word("evaluate.no_figure"));
  const most = isShare(name) ? 1 : Math.max(...shown.map((run) => run.metrics[name].high)) || 1;
  const times = shown.map((run) => Date.parse(run.made.started)), first = Math.min(...times), last = Math.max(...times);
  const x = (run) => across(last === first ? 0.5 : 0.04 + (0.92 * (Date.parse(run.made.started) - first)) / (last - first));
  const y = (value) => up(Math.min(1, Math.max(0, value / most)));
  const keys = [...new Set(shown.map((run) => `${run.made.config}\n${run.made.scope}`))];
  const series = keys.map((key, at) => ({ key, shape: SHAPES[at % 4], dash: DASHES[Math.floor(at / 4 + at) % 4], runs: shown.filter((run) => `${run.made.config}\n${run.made.scope}` === key) }));
  const lines = series.map(({ shape, dash, runs: own }, at) => {
    const beside = (run) => x(run) + (at - (series.length - 1) / 2) * 11; // what was begun together
    return [drawn("path", { d: `M${own.map((run) => `${beside(run).toFixed(1)} ${y(run.metrics[name].value).toFixed(1)}`).join("L")}`, class: "line", "stroke-dasharray": dash }),
    own.map((run) => {
      const { value, low, high } = run.metrics[name], x = beside(run);
      return drawn("g", {}, drawn("title", {}, `${way(run.made.config)} · ${scopeOf(run.made)} · ${moment(run.made.started)}: ${valued(name, value)} (${ranged(name, low, high)})`),
        drawn("path", { d: `M${x} ${y(low)}V${y(high)}`, class: "interval" }), mark(shape, x, y(value)));
    })];
  });
  const day = (time) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(time);
  const legend = series.map(({ key, shape, dash, runs: own }) => make("li", {}, drawn("svg", { viewBox: "0 0 34 12", class: "key", "aria-hidden": "true" }, drawn("path", { d: "M0 6H34", class: "line", "stroke-dasharray": dash }), mark(shape, 17, 6, 4)),
    ` ${way(key.split("\n")[0])} · ${scopeOf(own[0].made)}`));
  return make("figure.charted", {},
    picture(wide, HIGH, word("evaluate.time_said", { what: measure(name), n: shown.length }), grid01(across, (share) => valued(name, share * most)), lines,
      first === last ? label(across(0.5), HIGH - BOTTOM + 18, day(first), "middle", "tick") : [label(across(0), HIGH - BOTTOM + 18, day(first), "start", "tick"), label(across(1), HIGH - BOTTOM + 18, day(last), "end", "tick")]),
    make("ul.legend", {}, ...legend));
}
