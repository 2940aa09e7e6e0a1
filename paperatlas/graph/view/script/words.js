// What the visualiser says, in the language of the page around it or of whoever looks at it.

const ENGLISH = {
  connection_one: "1 connection", connection: "{n} connections",
  entity_one: "1 entity", entity: "{n} entities",
  paper_one: "1 paper", paper: "{n} papers",
  quote_one: "1 quote", quote: "{n} quotes",
  step_one: "1 step", step: "{n} steps",
  time_one: "once", time: "{n} times",
  about: "What is selected",
  part_of: "Showing the {some} most connected of {entities}, and {lines} of {connections} between them.",
  whole: "{entities} from {papers}, with {connections} between them. Every line is a sentence, a table's row or a reference in one of the papers.",
  alone_one: "1 entity of which nothing is said yet is not drawn; the filters under Evidence show it.",
  alone: "{n} entities of which nothing is said yet are not drawn; the filters under Evidence show them.",
  how: "Click a name to see what it is connected with, a line to read what the papers say. The field above finds any name; Shift and click on a second one shows the way between two.",
  most_connected: "Most connected, beside papers",
  none: "No entity has been found in these papers yet.",
  also: "also ",
  to_map: "Back to the map", neighbourhood: "Only its neighbourhood", further: "One step further", path_to: "Path to…",
  some_drawn: "{some} of {connections} are drawn.",
  filtered_relations: "Its relations are filtered out.",
  unrelated: "The papers name it and relate it to nothing.",
  in: "In", between: "Between", back: "‹ Back",
  read: "Read what the papers say",
  from_page: "from p. {n}", page: "p. {n}",
  more: "{n} more",
  path_from: "Path from {name} to", which: "to which entity?",
  two: "{a} and {b}",
  said: "Said {times} in {papers}.", surest: " The surest {n} are here.", filtered: " {n} filtered out.",
  sure: "{n} % sure", found_by: "found by {name}", unnamed: "an unnamed rule",
  show_page: "Show the page",
  from_to: "From {a} to {b}",
  shortest: "A shortest way, {steps}.",
  unconnected: "Nothing that is shown connects the two. Fewer filters may.",
  together: "named together",
  filters: "Filters", types: "Types", relations: "Relations", papers: "Papers", years: "Years", evidence: "Evidence",
  not_stated: "not stated",
  everything: "Show everything again",
  only: "only", only_one: "only {name}",
  find_among: "Find among {n}",
  any: "any", at_least: "{n} % and more", confidence: "Confidence ", least: "Least confidence, percent",
  without: "Entities without any relation",
  asserted: "stated", negated: "denied", hypothetical: "possible", attributed: "said of others' work",
  no_name: "No entity has this name", far: "{kind}, not drawn yet", hidden: "{kind}, filtered out",
  find: "Find an entity", find_hint: "Find a method, dataset, person…",
  zoom_in: "Zoom in", zoom_out: "Zoom out", all: "Show all",
  map: "Map of {entities}. Arrow keys move the map, plus and minus zoom, 0 shows all, slash searches, Escape steps back. What is selected is listed beside the map.",
  showing: "showing {entities}, {connections}", showing_of: "showing {some} of {entities}, {connections}",
  nothing_selected: "Nothing selected", no_path: "no path", near: ", its neighbourhood: {steps}",
};

let words = ENGLISH;
let number = new Intl.NumberFormat("en");

/** The language that is spoken from now on: of those that are wanted the first that there is. */
const speak = (wanted) => {
  const language = wanted.map((each) => each.slice(0, 2)).find((each) => each === "en" || each in TRANSLATED) ?? "en";
  words = TRANSLATED[language] ?? ENGLISH;
  number = new Intl.NumberFormat(language);
  return language;
};

/** The text of a name, its {places} filled in. */
const say = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (_, place) => values[place]);

/** So many of something: count(1, "entity"). */
const count = (many, name) => say(many === 1 ? `${name}_one` : name, { n: number.format(many) });
