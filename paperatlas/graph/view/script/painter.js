// Two canvases: the map below, and above it what is pointed at or selected, so that a hover draws a handful of things.

const BATCH = 300; // lines a path: one path of 15,000 takes a software renderer longer than fifty short ones
const LABELLED = 160; // lines in sight up to which each tells what it is
const HUB = 7; // pixels of radius from which on no name may lie over a node
const CROWD = 1000; // entities in sight from which on fewer names leave more to see
const SMOOTH = 10; // milliseconds of drawing that leave a frame time for everything else
const REST = 90; // milliseconds without a move after which the map is drawn anew
const STALE = 700; // and after which it is in any case, since a moved picture has nothing beyond its edge
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
    this.waiting = this.shifting = this.took = 0;
  }

  /** Drawn at once, since a canvas that changes its size is empty. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    this.dense = Math.min(2, devicePixelRatio || 1);
    const [wide, high] = [Math.round(width * this.dense), Math.round(height * this.dense)];
    if (this.base.width === wide && this.base.height === high) return;
    for (const canvas of [this.base, this.top]) Object.assign(canvas, { width: wide, height: high });
    this.camera.resize(width, height);
    if (this.drawn) this.draw();
  }

  /** Draw at the next frame, however often it is asked for until then. */
  redraw(marks) {
    if (marks) this.marks = marks;
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  /** The camera moved: where drawing anew takes too long for a smooth move, the picture is moved until the camera rests. */
  follow() {
    clearTimeout(this.resting);
    if (this.took < SMOOTH || !this.drawn) return this.redraw();
    this.resting = setTimeout(() => this.redraw(), REST);
    if (performance.now() - this.drawn.at > STALE) return this.redraw();
    this.shifting ||= requestAnimationFrame(() => this.#shift());
  }

  #shift() {
    this.shifting = 0;
    const { camera, drawn } = this;
    const factor = camera.scale / drawn.scale;
    const left = (drawn.x - camera.x) * camera.scale + (1 - factor) * (camera.width / 2);
    const top = (drawn.y - camera.y) * camera.scale + (1 - factor) * (camera.height / 2);
    for (const canvas of [this.base, this.top]) canvas.style.transform = `translate(${left}px, ${top}px) scale(${factor})`;
  }

  draw() {
    const begin = performance.now();
    const { camera, model } = this;
    for (const canvas of [this.base, this.top]) canvas.style.transform = "";
    camera.project(model.entities);
    const lines = model.lines.filter((line) => line.shown && camera.sees(line.a, line.b));
    const entities = model.entities.filter((entity) => entity.shown && camera.sees(entity, entity));
    this.#drawMap(lines, entities);
    this.#drawMarks();
    this.took = performance.now() - begin;
    this.drawn = { x: camera.x, y: camera.y, scale: camera.scale, at: performance.now() };
  }

  #drawMap(lines, entities) {
    const { camera } = this;
    const marked = new Set([...this.marks.entities, ...this.marks.lines]); // what is marked has its words above
    const bare = (thing) => !marked.has(thing);
    const room = new Room(this.camera.width, this.camera.height);
    for (const entity of entities) if (entity.size >= HUB) this.#keepClear(entity, room);
    this.#begin(0);
    this.#strokes(0, lines, lines.length > 4000 ? 0.5 : 0.85);
    if (lines.length < AIMED && camera.scale > 4) this.#arrows(0, lines);
    this.#nodes(0, entities);
    this.labels[0].names(entities.filter(bare), room, { most: 15 + (camera.width * camera.height) / (entities.length < CROWD ? 12_000 : 24_000) });
    if (lines.length < LABELLED) this.labels[0].lines(lines.filter(bare), room);
  }

  /** A name may lie over small nodes, or none would find room among many, but not over hubs. */
  #keepClear({ left, top, size }, room) {
    room.take(left - size, top - size, left + size, top + size, true);
  }

  #drawMarks() {
    const { lines, entities, chosen, dim, hover, along } = this.marks;
    this.base.classList.toggle("dim", dim);
    this.#begin(1);
    if (!lines.length && !entities.length) return;
    const inSight = entities.filter((entity) => this.camera.sees(entity, entity));
    this.#strokes(1, lines, 1, true);
    this.#arrows(1, lines, true);
    this.#nodes(1, inSight);
    for (const entity of chosen) this.#ring(entity);
    const room = new Room(this.camera.width, this.camera.height);
    const first = [...inSight].sort((one, two) => chosen.has(two) - chosen.has(one) || one.at - two.at);
    const forced = (entity) => chosen.has(entity) || entity === hover;
    this.labels[1].names(first, room, { most: 80, force: forced });
    this.labels[1].lines(lines, room, { force: (line) => line === hover || along });
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
        pen.moveTo(a.left, a.top);
        pen.lineTo(b.left, b.top);
      }
      pen.stroke();
    }
  }

  /** Arrow heads where a line meets its node; at both ends if both ways are said. */
  #arrows(layer, lines, strong = false) {
    const pen = this.pens[layer];
    for (const line of lines) {
      const { a, b } = line;
      if (Math.hypot(b.left - a.left, b.top - a.top) < 26) continue;
      pen.fillStyle = line.doubtful ? this.palette.doubt : strong ? this.palette.strong : this.palette.line;
      if (line.passing.some((each) => !each.back)) this.#head(pen, a, b);
      if (line.passing.some((each) => each.back)) this.#head(pen, b, a);
    }
  }

  #head(pen, from, to) {
    const size = Math.min(8, Math.max(5, this.camera.scale * 0.7));
    const angle = Math.atan2(to.top - from.top, to.left - from.left);
    const [x, y] = [to.left - (to.size + 2) * Math.cos(angle), to.top - (to.size + 2) * Math.sin(angle)];
    pen.beginPath();
    pen.moveTo(x, y);
    for (const side of [-0.38, 0.38]) pen.lineTo(x - size * Math.cos(angle + side), y - size * Math.sin(angle + side));
    pen.closePath();
    pen.fill();
  }

  #nodes(layer, entities) {
    const pen = this.pens[layer];
    // The least related first, so that hubs lie on top.
    for (let at = entities.length - 1; at >= 0; at--) {
      const entity = entities[at];
      const sprite = this.palette.sprite(entity.kind, entity.size, this.dense);
      const [width, height] = [sprite.width / this.dense, sprite.height / this.dense];
      pen.drawImage(sprite, entity.left - width / 2, entity.top - height / 2, width, height);
    }
  }

  #ring(entity) {
    const pen = this.pens[1];
    pen.beginPath();
    pen.arc(entity.left, entity.top, entity.size * 1.35 + 3, 0, 2 * Math.PI);
    pen.lineWidth = 2.5;
    pen.strokeStyle = this.palette.strong;
    pen.stroke();
  }
}
