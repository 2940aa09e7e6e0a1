// Mouse, touch and keys on the map.

const NEAR = 6; // pixels around a line that count as on it
const SLIP = 5; // pixels that a finger or mouse may move between down and up and still have clicked

/** The entity or line at a point, or null. A scan of 5,000 nodes and 15,000 lines takes a third of a millisecond, so there
 * is no index of places to keep up to date while things move. */
const hit = (model, left, top, slack) => {
  let [found, best] = [null, Infinity];
  for (const entity of model.entities) {
    if (!entity.shown) continue;
    const beyond = Math.hypot(entity.left - left, entity.top - top) - entity.size;
    if (beyond < Math.min(slack, best)) [found, best] = [entity, beyond];
  }
  if (found) return found;
  best = NEAR + slack / 4;
  for (const line of model.lines) {
    if (!line.shown) continue;
    const distance = toSegment(left, top, line.a, line.b);
    if (distance < best) [found, best] = [line, distance];
  }
  return found;
};

const toSegment = (x, y, { left: ax, top: ay }, { left: bx, top: by }) => {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
};

class Pointer {
  #down = new Map();
  #moved = 0;

  /** `act`: {click(thing, event), hover(thing), key(event)}. */
  constructor(canvas, model, camera, act) {
    Object.assign(this, { canvas, model, camera, act });
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#release(event, true));
    canvas.addEventListener("pointercancel", (event) => this.#release(event, false));
    canvas.addEventListener("pointerleave", () => act.hover(null));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("dblclick", (event) => camera.zoom(2, event.offsetX, event.offsetY));
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  #at(event) {
    return hit(this.model, event.offsetX, event.offsetY, event.pointerType === "touch" ? 14 : 4);
  }

  #press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (this.#down.size === 1) this.#moved = 0;
  }

  #move(event) {
    const last = this.#down.get(event.pointerId);
    if (!last) return this.#hover(event);
    const now = [event.offsetX, event.offsetY];
    const others = [...this.#down].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.#down.set(event.pointerId, now);
    this.#moved += Math.hypot(now[0] - last[0], now[1] - last[1]);
    if (others.length) return this.#pinch(others[0], last, now);
    if (this.#moved > SLIP) this.camera.pan(now[0] - last[0], now[1] - last[1]);
  }

  #pinch(other, last, now) {
    const spread = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]);
    const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.camera.pan((now[0] - last[0]) / 2, (now[1] - last[1]) / 2);
    this.camera.zoom(spread(now) / (spread(last) || 1), ...middle);
  }

  #hover(event) {
    const thing = this.#at(event);
    this.canvas.style.cursor = thing ? "pointer" : "grab";
    this.act.hover(thing);
  }

  #release(event, meant) {
    const clicked = meant && this.#down.size === 1 && this.#moved <= SLIP;
    this.#down.delete(event.pointerId);
    if (clicked) this.act.click(this.#at(event), event);
  }

  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : 1;
    this.camera.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), event.offsetX, event.offsetY);
  }

  #key(event) {
    const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (steps[event.key] && !event.shiftKey) this.camera.pan(...steps[event.key]);
    else if (event.key === "+" || event.key === "=") this.camera.zoom(1.3);
    else if (event.key === "-") this.camera.zoom(1 / 1.3);
    else if (!this.act.key(event)) return;
    event.preventDefault();
  }
}
