// Making elements. Text is only ever set as text, so that what a paper says is never markup.

/** element("button.quiet", {onclick, ariaLabel, …}, children: nodes or texts) */
const element = (what, properties = {}, ...children) => {
  const [tag, ...classes] = what.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
};

let lastId = 0;
const newId = (what) => `paperatlas-${what}-${++lastId}`;
