// Names beside nodes, as many as have room: the most related first, and none over another.

const LETTERS = 34; // of a name on the map; the whole name stands beside it

const short = (name) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1).trimEnd()}…` : name);

/** Rectangles that are taken, in a coarse grid so that a place is compared with its neighbours only. */
class Room {
  #cells = new Map();
  static CELL = 64;

  #each(left, top, right, bottom, visit) {
    for (let x = Math.floor(left / Room.CELL); x <= Math.floor(right / Room.CELL); x++) {
      for (let y = Math.floor(top / Room.CELL); y <= Math.floor(bottom / Room.CELL); y++) {
        if (visit(x * 65_536 + y)) return true;
      }
    }
    return false;
  }

  take(left, top, right, bottom, force = false) {
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

  /** Names below their nodes. `force`: also over others, for what is selected. */
  names(entities, camera, room, { most, size = 11.5, force = () => false }) {
    let written = 0;
    for (const entity of entities) {
      if (written >= most) break;
      const text = short(entity.name);
      const [x, y] = camera.toScreen(entity);
      const radius = camera.radius(entity);
      const own = Math.min(size + 3, size + Math.sqrt(entity.degree) * 0.25);
      const half = this.width(text, own) / 2 + 3;
      const top = y + radius + 2;
      if (!room.take(x - half, top, x + half, top + own + 3, force(entity))) continue;
      this.write(text, x, top + own / 2 + 1, own, this.palette.ink, force(entity) ? "600" : "");
      written++;
    }
  }

  /** What relates two ends, in the middle of their line where that is long enough. */
  lines(lines, camera, room, { force = () => false } = {}) {
    for (const line of lines) {
      const [ax, ay] = camera.toScreen(line.a);
      const [bx, by] = camera.toScreen(line.b);
      const text = lineLabel(line);
      const half = this.width(text, 10.5) / 2 + 2;
      const bare = Math.hypot(bx - ax, by - ay) - camera.radius(line.a) - camera.radius(line.b);
      if (!force(line) && bare < half * 2 * 0.9) continue;
      const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
      if (!room.take(x - half, y - 8, x + half, y + 8, force(line))) continue;
      this.write(text, x, y, 10.5, line.doubtful ? this.palette.doubt : this.palette.soft);
    }
  }
}
