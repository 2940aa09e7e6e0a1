// Two canvases: the map below, and above it what is pointed at or selected, so that a hover draws a handful of things.

const BATCH = 300; // lines a path: one path of 15,000 takes a software renderer longer than fifty short ones
const LABELLED = 160; // lines in sight up to which each tells what it is
const AIMED = 900; // lines in sight up to which each shows its direction

class Painter {
  constructor(frame, model, camera, palette) {
    Object.assign(this, { frame, model, camera, palette });
    [this.base, this.top] = ["map", "marks"].map((name) => {
      const canvas = frame.appendChild(document.createElement("canvas"));
      canvas.className = name;
      return canvas;
    });
    this.base.tabIndex = 0;
    this.top.setAttribute("aria-hidden", "true");
    this.pens = [this.base, this.top].map((canvas) => canvas.getContext("2d"));
    this.labels = this.pens.map((pen) => new Labels(pen, palette));
    this.waiting = 0;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    this.dense = Math.min(2, devicePixelRatio || 1);
    for (const canvas of [this.base, this.top]) Object.assign(canvas, { width: width * this.dense, height: height * this.dense });
    this.camera.resize(width, height);
  }

  /** Draw at the next frame, however often it is asked for until then. */
  redraw(marks) {
    if (marks) this.marks = marks;
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  draw() {
    const begin = performance.now();
    const { camera, model } = this;
    const lines = model.lines.filter((line) => line.shown && camera.sees(line.a, line.b));
    const entities = model.entities.filter((entity) => entity.shown && camera.sees(entity, entity));
    const room = new Room();
    this.#begin(0);
    this.#strokes(0, lines, lines.length > 4000 ? 0.5 : 0.85);
    if (lines.length < AIMED) this.#arrows(0, lines);
    this.#nodes(0, entities);
    this.labels[0].names(entities, camera, room, { most: 20 + (camera.width * camera.height) / 9000 });
    if (lines.length < LABELLED) this.labels[0].lines(lines, camera, room);
    this.#drawMarks();
    this.took = performance.now() - begin;
  }

  #drawMarks() {
    const { lines, entities, chosen, dim, hover } = this.marks;
    this.base.classList.toggle("dim", dim);
    this.#begin(1);
    if (!lines.length && !entities.length) return;
    const inSight = entities.filter((entity) => this.camera.sees(entity, entity));
    this.#strokes(1, lines, 1, true);
    this.#arrows(1, lines, true);
    this.#nodes(1, inSight);
    for (const entity of chosen) this.#ring(entity);
    const room = new Room();
    const first = [...inSight].sort((one, two) => chosen.has(two) - chosen.has(one) || one.at - two.at);
    const forced = (entity) => chosen.has(entity) || entity === hover;
    this.labels[1].names(first, this.camera, room, { most: 80, force: forced });
    this.labels[1].lines(lines, this.camera, room, { force: (line) => line === hover || lines.length === 1 });
  }

  #begin(layer) {
    const pen = this.pens[layer];
    pen.setTransform(this.dense, 0, 0, this.dense, 0, 0);
    pen.clearRect(0, 0, this.camera.width, this.camera.height);
  }

  #strokes(layer, lines, alpha, strong = false) {
    const pen = this.pens[layer];
    pen.globalAlpha = alpha;
    pen.lineCap = "round";
    const some = this.camera.scale * 0.12;
    for (const doubtful of [false, true]) {
      pen.strokeStyle = doubtful ? this.palette.doubt : strong ? this.palette.strong : this.palette.line;
      pen.setLineDash(doubtful ? [5, 4] : []);
      for (const many of [false, true]) {
        pen.lineWidth = Math.min(strong ? 2.6 : 2, Math.max(strong ? 1.4 : 0.7, some * (many ? 2 : 1)));
        this.#paths(pen, lines.filter((line) => line.doubtful === doubtful && line.passing.length > 2 === many));
      }
    }
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  #paths(pen, lines) {
    for (let begin = 0; begin < lines.length; begin += BATCH) {
      pen.beginPath();
      for (const { a, b } of lines.slice(begin, begin + BATCH)) {
        pen.moveTo(...this.camera.toScreen(a));
        pen.lineTo(...this.camera.toScreen(b));
      }
      pen.stroke();
    }
  }

  /** Arrow heads where a line meets its node; at both ends if both ways are said. */
  #arrows(layer, lines, strong = false) {
    const pen = this.pens[layer];
    for (const line of lines) {
      const [from, to] = [this.camera.toScreen(line.a), this.camera.toScreen(line.b)];
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 26) continue;
      pen.fillStyle = line.doubtful ? this.palette.doubt : strong ? this.palette.strong : this.palette.line;
      if (line.passing.some((each) => !each.back)) this.#head(pen, from, to, this.camera.radius(line.b));
      if (line.passing.some((each) => each.back)) this.#head(pen, to, from, this.camera.radius(line.a));
    }
  }

  #head(pen, from, to, radius) {
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const [x, y] = [to[0] - (radius + 2) * Math.cos(angle), to[1] - (radius + 2) * Math.sin(angle)];
    pen.beginPath();
    pen.moveTo(x, y);
    for (const side of [-0.38, 0.38]) pen.lineTo(x - 7.5 * Math.cos(angle + side), y - 7.5 * Math.sin(angle + side));
    pen.closePath();
    pen.fill();
  }

  #nodes(layer, entities) {
    const pen = this.pens[layer];
    // The least related first, so that hubs lie on top.
    for (let at = entities.length - 1; at >= 0; at--) {
      const entity = entities[at];
      const sprite = this.palette.sprite(entity.kind, this.camera.radius(entity), this.dense);
      const [x, y] = this.camera.toScreen(entity);
      const [width, height] = [sprite.width / this.dense, sprite.height / this.dense];
      pen.drawImage(sprite, x - width / 2, y - height / 2, width, height);
    }
  }

  #ring(entity) {
    const pen = this.pens[1];
    pen.beginPath();
    pen.arc(...this.camera.toScreen(entity), this.camera.radius(entity) * 1.35 + 3, 0, 2 * Math.PI);
    pen.lineWidth = 2.5;
    pen.strokeStyle = this.palette.strong;
    pen.stroke();
  }
}
