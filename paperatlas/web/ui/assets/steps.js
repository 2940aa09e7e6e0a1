// What the agents do, as lines for a researcher: the word's name and what is put into it, or nothing for what nobody needs to read.
// Lines of the same key take each other's place.
const HOW = new Set(["vector", "bm25", "graph", "summary", "hybrid"]);
const TOLD = [
  [/^Searched again: (.*)$/s, (found) => ["again", { query: found[1] }]],
  [/^The language model was done without\.$/, (_, why) => ["without_model", { why }]],
  [/^Sentences are weighed by the bundled model\.$/, (_, why) => ["bundled", { why }]],
  [/^The answer is the one without the model\.$/, () => ["extractive", {}]],
  [/^The time was over\.$/, () => ["out_of_time_done", {}]],
];
const DONE = {
  condense: (detail) => ["condensed", { question: (detail.match(/“(.*)”/s) || [, detail])[1] }],
  "read a table": () => ["table", {}],
  "weigh the sentences": (detail) => ["weighed", { n: parseInt(detail, 10) || 0 }],
  summarise: () => ["summarised", {}],
  write: (detail) => ["wrote", { n: parseInt(detail, 10) || 0 }],
  "ask the graph": () => ["graph", {}],
  "look up the metadata": () => ["metadata_done", {}],
  count: () => ["count_done", {}],
  "write the short form out": () => ["expansion_done", {}],
  "read the figure": () => ["figure_done", {}],
  "find the place": () => ["place_done", {}],
  "list the papers": () => ["list_done", {}],
  "hold the premise against the paper": () => ["premise_done", {}],
  // Told by events of their own.
  route: () => null, search: () => null, "search again": () => null,
};

function stepOf(event, count) {
  const line = stepWords(event, count);
  return line && { key: line[2] || null, text: line[0] === null ? line[1] : word(`steps.${line[0]}`, line[1]) };
}

// `count` has how many sentences were checked, which failed, and which were left out.
function stepWords(event, count) {
  switch (event.event) {
    case "plan": {
      const { parts, scope } = event.route;
      if (parts.length > 1) return ["parts", { n: parts.length }];
      return scope.length === 1 ? ["one", { paper: scope[0] }] : scope.length ? ["several", { n: scope.length }] : null;
    }
    case "retrieved": {
      const how = HOW.has(event.route) ? word(`steps.by_${event.route}`) : event.route;
      return event.failure ? ["not_by", { how, why: event.failure }] : ["found", { n: event.passages, how }];
    }
    case "checked":
      count.checked += 1;
      if (event.label !== "supported") count.failed += 1;
      return checkedLine(count);
    case "corrected": {
      if (event.what.startsWith("Left out.")) count.dropped += 1;
      if (/^(Left out|Told in the words of its quotes)\./.test(event.what)) return checkedLine(count);
      const [pattern, tell] = TOLD.find(([each]) => each.test(event.what)) || [];
      return tell ? tell(event.what.match(pattern), event.why) : [null, `${event.what} ${event.why}`.trim()];
    }
    case "step": {
      const tell = DONE[event.step];
      return tell ? tell(event.detail) : ["operator", { name: event.step }];
    }
    default:
      return null;
  }
}

const checkedLine = ({ checked, failed, dropped }) =>
  [dropped ? "checked_dropped" : failed ? "checked_failed" : "checked", { n: checked, failed, dropped }, "checked"];
