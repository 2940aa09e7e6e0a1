// Colours and shapes. A kind has a hue and a shape, so that neither has to be told alone.

const SHAPES = ["circle", "square", "diamond", "triangle", "hexagon", "drop", "pentagon", "star", "cross", "wedge"];

// Kinds that often stand beside each other differ in hue and in shape. What a schema adds takes what is left, in turn.
const LOOKS = {
  work: ["ink", "page"],
  method: [262, "circle"],
  model: [300, "square"],
  dataset: [155, "hexagon"],
  task: [65, "diamond"],
  metric: [210, "triangle"],
  material: [110, "pentagon"],
  organism: [135, "drop"],
  disease: [25, "cross"],
  person: [350, "wedge"],
  organisation: [235, "star"],
  place: [90, "triangle"],
  event: [45, "star"],
  creation: [320, "hexagon"],
  concept: ["grey", "circle"],
};

const corners = (count, turn = -Math.PI / 2, size = 1) =>
  Array.from({ length: count }, (_, at) => {
    const angle = turn + (2 * Math.PI * at) / count;
    const reach = Array.isArray(size) ? size[at % size.length] : size;
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });

// Of about equal area, in units of a node's radius.
const OUTLINES = {
  square: [[-0.86, -0.86], [0.86, -0.86], [0.86, 0.86], [-0.86, 0.86]],
  page: [[-0.76, -1], [0.3, -1], [0.76, -0.54], [0.76, 1], [-0.76, 1]],
  diamond: corners(4, -Math.PI / 2, 1.18),
  triangle: corners(3, -Math.PI / 2, 1.3),
  wedge: corners(3, Math.PI / 2, 1.3),
  hexagon: corners(6, 0, 1.08),
  pentagon: corners(5, -Math.PI / 2, 1.12),
  star: corners(10, -Math.PI / 2, [1.3, 0.66]),
  cross: corners(8, -Math.PI / 8, [1.12, 1.12]).flatMap(([x, y], at, all) => (at % 2 ? [[x, y], [0.34 * (x + all[(at + 1) % 8][0]), 0.34 * (y + all[(at + 1) % 8][1])]] : [[x, y]])),
  drop: [[0, -1.35], [0.62, -0.4], [0.9, 0.25], [0.62, 0.82], [0, 1.05], [-0.62, 0.82], [-0.9, 0.25], [-0.62, -0.4]],
};

const trace = (pen, shape, x, y, radius) => {
  pen.beginPath();
  if (!OUTLINES[shape]) return pen.arc(x, y, radius, 0, 2 * Math.PI);
  for (const [dx, dy] of OUTLINES[shape]) pen.lineTo(x + dx * radius, y + dy * radius);
  pen.closePath();
};

class Palette {
  #sprites = new Map();

  constructor(root, kinds) {
    this.root = root;
    this.looks = new Map();
    this.learn(kinds);
  }

  /** Kinds that it may not have seen. */
  learn(kinds) {
    for (const kind of kinds) {
      const at = this.looks.size;
      if (!this.looks.has(kind)) this.looks.set(kind, LOOKS[kind] ?? [(at * 137.5) % 360, SHAPES[at % SHAPES.length]]);
    }
    this.refresh();
  }

  /** Read the theme's colours; to be called again when it changes. */
  refresh() {
    const probe = document.createElement("span");
    this.root.append(probe);
    const resolve = (colour) => {
      probe.style.color = colour;
      return getComputedStyle(probe).color;
    };
    this.colours = new Map();
    for (const [kind, [hue]] of this.looks) {
      const named = typeof hue === "string" ? `var(--${hue}-node)` : `oklch(var(--node-light) var(--node-chroma) ${hue})`;
      this.colours.set(kind, resolve(named));
    }
    for (const name of ["ground", "ink", "soft", "line", "strong", "doubt"]) this[name] = resolve(`var(--${name})`);
    probe.remove();
    this.font = getComputedStyle(this.root).fontFamily;
    this.#sprites.clear();
  }

  /** A node as a picture: drawn once for each kind and size, since thousands of pictures are faster than as many shapes. */
  sprite(kind, radius, scale) {
    const size = Math.round(radius * scale * 2) / 2;
    const key = `${kind} ${size}`;
    let sprite = this.#sprites.get(key);
    if (!sprite) {
      const half = Math.ceil(size * 1.4 + 2);
      sprite = Object.assign(document.createElement("canvas"), { width: 2 * half, height: 2 * half });
      this.draw(sprite.getContext("2d"), kind, half, half, size, Math.max(1, scale));
      this.#sprites.set(key, sprite);
    }
    return sprite;
  }

  draw(pen, kind, x, y, radius, rim = 1) {
    trace(pen, this.looks.get(kind)[1], x, y, radius);
    pen.lineJoin = "round";
    pen.lineWidth = rim * 2;
    pen.strokeStyle = this.ground; // parts a node from what lies under it
    pen.stroke();
    pen.fillStyle = this.colours.get(kind);
    pen.fill();
  }

  /** A kind's sign for lists and the legend. */
  sign(kind) {
    const scale = 2;
    const canvas = Object.assign(document.createElement("canvas"), { width: 16 * scale, height: 16 * scale, className: "sign" });
    canvas.dataset.kind = kind;
    canvas.setAttribute("aria-hidden", "true");
    this.paintSign(canvas);
    return canvas;
  }

  paintSign(canvas) {
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, canvas.width, canvas.height);
    trace(pen, this.looks.get(canvas.dataset.kind)[1], canvas.width / 2, canvas.height / 2, canvas.width * 0.33);
    pen.fillStyle = this.colours.get(canvas.dataset.kind);
    pen.fill();
  }
}
