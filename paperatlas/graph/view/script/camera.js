// What part of the map is seen: the place in the middle and how many pixels a unit takes.

const NEAREST = 60; // pixels a unit
const EDGE = 30; // pixels beyond the frame, from which a large node still reaches in

class Camera {
  constructor(moved) {
    Object.assign(this, { x: 0, y: 0, scale: 1, width: 1, height: 1, farthest: 0.01, moved });
  }

  /** Where each shown entity is on the screen and how large; asked for once a frame, used many times. */
  project(entities) {
    const [left, top] = [this.width / 2 - this.x * this.scale, this.height / 2 - this.y * this.scale];
    for (const entity of entities) {
      entity.left = entity.x * this.scale + left;
      entity.top = entity.y * this.scale + top;
      entity.size = Math.min(26, Math.max(2.4, entity.radius * this.scale));
    }
  }

  toMap(left, top) {
    return { x: (left - this.width / 2) / this.scale + this.x, y: (top - this.height / 2) / this.scale + this.y };
  }

  resize(width, height) {
    Object.assign(this, { width, height });
    this.moved();
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.moved();
  }

  /** What lies under a point stays under it. */
  zoom(factor, left = this.width / 2, top = this.height / 2) {
    const before = this.toMap(left, top);
    this.scale = Math.min(NEAREST, Math.max(this.farthest, this.scale * factor));
    const after = this.toMap(left, top);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
    this.moved();
  }

  /** The view that holds all these places, no nearer than `nearest` pixels a unit. */
  around(places, nearest = 16) {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of places) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    if (left > right) return { x: 0, y: 0, scale: nearest };
    const room = Math.min((this.width - Math.min(220, this.width * 0.2)) / (right - left || 1), (this.height - 100) / (bottom - top || 1));
    return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(nearest, Math.max(room, 0.02)) };
  }

  fly(to) {
    const from = { x: this.x, y: this.y, scale: this.scale };
    animate("fly", (part) => {
      this.scale = from.scale * (to.scale / from.scale) ** part;
      this.x = from.x + (to.x - from.x) * part;
      this.y = from.y + (to.y - from.y) * part;
      this.moved();
    });
  }

  /** Whether the segment between two projected entities may be seen. */
  sees(a, b) {
    return (
      Math.max(a.left, b.left) > -EDGE && Math.min(a.left, b.left) < this.width + EDGE &&
      Math.max(a.top, b.top) > -EDGE && Math.min(a.top, b.top) < this.height + EDGE
    );
  }
}
