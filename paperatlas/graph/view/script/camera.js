// What part of the map is seen: the place in the middle and how many pixels a unit takes.

const NEAREST = 60;

class Camera {
  constructor(moved) {
    Object.assign(this, { x: 0, y: 0, scale: 1, width: 1, height: 1, farthest: 0.01, moved });
  }

  toScreen({ x, y }) {
    return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
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
    const room = Math.min((this.width - 96) / (right - left || 1), (this.height - 96) / (bottom - top || 1));
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

  /** Whether the segment between two places may be seen. */
  sees(a, b) {
    const [x, y] = [this.width / 2 / this.scale, this.height / 2 / this.scale];
    return (
      Math.max(a.x, b.x) > this.x - x && Math.min(a.x, b.x) < this.x + x &&
      Math.max(a.y, b.y) > this.y - y && Math.min(a.y, b.y) < this.y + y
    );
  }

  radius(entity) {
    return Math.min(26, Math.max(2.4, entity.radius * this.scale));
  }
}
