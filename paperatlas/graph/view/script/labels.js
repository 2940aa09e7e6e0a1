// Names beside nodes, as many as have room: the most related first, and none over another.

const LETTERS = 28; // of a name on the map; the whole name stands beside it

const short = (name) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1).trimEnd()}…` : name);

/** Rectangles that are taken, in a coarse grid so that a place is compared with its neighbours only. */
class Room {
  #cells = new Map();
  static CELL = 64;

  constructor(width, height) {
    Object.assign(this, { width, height });
  }

  #each(left, top, right, bottom, visit) {
    for (let x = Math.floor(left / Room.CELL); x <= Math.floor(right / Room.CELL); x++) {
      for (let y = Math.floor(top / Room.CELL); y <= Math.floor(bottom / Room.CELL); y++) {
        if (visit(x * 65_536 + y)) return true;
      }
    }
    return false;
  }

  /** Whether a rectangle is free and in sight, and then it is taken. */
  take(left, top, right, bottom, force = false) {
    if (!force && (left < 0 || top < 0 || right > this.width || bottom > this.height)) return false;
    const hits = (key) => this.#cells.get(key)?.some((box) => left < box[2] && right > box[0] && top < box[3] && bottom > box[1]);
    if (!force && this.#each(left, top, right, bottom, hits)) return false;
    this.#each(left, top, right, bottom, (key) => {
      if (!this.#cells.has(key)) this.#cells.set(key, []);
      this.#cells.get(key).push([left, top, right, bottom]);
    });
    return true;
  }
}

class Labels {
  #widths = new Map();

  constructor(pen, palette) {
    Object.assign(this, { pen, palette });
  }

  width(text, size) {
    if (!this.#widths.has(text)) {
      this.pen.font = `12px ${this.palette.font}`;
      this.#widths.set(text, this.pen.measureText(text).width);
    }
    return (this.#widths.get(text) * size) / 12;
  }

  write(text, x, y, size, colour, weight = "") {
    const { pen, palette } = this;
    pen.font = `${weight} ${size}px ${palette.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.lineWidth = 3.5;
    pen.strokeStyle = palette.ground;
    pen.strokeText(text, x, y);
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  }

  /** Names beside their nodes, below if there is room. `force`: also over others, for what is selected. */
  names(entities, room, { most, force = () => false }) {
    let written = 0;
    for (const entity of entities) {
      if (written >= most) break;
      const text = short(entity.name);
      const size = Math.min(14.5, 11.5 + Math.sqrt(entity.degree) * 0.25);
      const place = this.#place(entity, this.width(text, size) / 2 + 3, size, room, force(entity));
      if (!place) continue;
      this.write(text, ...place, size, this.palette.ink, force(entity) ? "600" : "");
      written++;
    }
  }

  /** The middle of a name, below, above, or to a side of its node: the first that is free. */
  #place({ left: x, top: y, size: radius }, half, size, room, force) {
    const [tall, wide] = [radius + size / 2 + 4, radius + half + 3];
    const places = [[x, y + tall], [x, y - tall], [x + wide, y], [x - wide, y]];
    const free = places.find(([left, top]) => room.take(left - half, top - size / 2 - 1, left + half, top + size / 2 + 1));
    return free ?? (force ? places[0] : null);
  }

  /** What relates two ends, in the middle of their line where that is long enough. */
  lines(lines, room, { force = () => false } = {}) {
    for (const line of lines) {
      const { a, b } = line;
      const text = lineLabel(line);
      const half = this.width(text, 10.5) / 2 + 2;
      const bare = Math.hypot(b.left - a.left, b.top - a.top) - a.size - b.size;
      if (!force(line) && bare < half * 2 * 0.9) continue;
      const [x, y] = [(a.left + b.left) / 2, (a.top + b.top) / 2];
      if (!room.take(x - half, y - 8, x + half, y + 8, force(line))) continue;
      this.write(text, x, y, 10.5, line.doubtful ? this.palette.doubt : this.palette.soft);
    }
  }
}
