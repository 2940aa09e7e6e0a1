// Where things are: at home on the map, or around what is in focus. Moves take a moment, so that the eye can follow.

const MOVE = 420; // milliseconds: long enough to follow, short enough not to wait for
const RING = 9; // between two rings of a focus, in units of the layout
const ROW = 24; // things on one ring; more stand in three staggered rows, so that their names find room

const still = matchMedia("(prefers-reduced-motion: reduce)");
const ease = (part) => 1 - (1 - part) ** 3;

/** Call `step(part)` with part from 0 to 1; a later animation under the same key ends the one before. */
const animate = (() => {
  const running = new Map();
  return (key, step) => {
    cancelAnimationFrame(running.get(key));
    if (still.matches) return step(1);
    const begin = performance.now();
    const frame = (now) => {
      const part = Math.min(1, Math.max(0, (now - begin) / MOVE));
      step(ease(part));
      if (part < 1) running.set(key, requestAnimationFrame(frame));
    };
    running.set(key, requestAnimationFrame(frame));
  };
})();

/** Rings around a centre, everything in the direction in which it lies on the map, as far as there is room. */
const rings = (centre, distance) => {
  const places = new Map([[centre, { x: 0, y: 0 }]]);
  const angle = new Map([[centre, 0]]);
  let inner = 0;
  for (let hop = 1; ; hop++) {
    const ring = [...distance].filter(([, hops]) => hops === hop).map(([entity]) => entity);
    if (!ring.length) return places;
    const radius = Math.max(inner + RING, (ring.length * 4.2) / (2 * Math.PI));
    const stagger = ring.length > ROW ? 3 : 1;
    const direction = (entity) => {
      const parents = entity.lines.map((line) => Model.other(line, entity)).filter((other) => distance.get(other) === hop - 1);
      if (hop > 1 && parents.length) return angle.get(parents[0]);
      return Math.atan2(entity.home.y - centre.home.y, entity.home.x - centre.home.x);
    };
    const wanted = new Map(ring.map((entity) => [entity, direction(entity)]));
    ring.sort((one, two) => wanted.get(one) - wanted.get(two) || one.at - two.at);
    ring.forEach((entity, at) => {
      const turn = -Math.PI + (2 * Math.PI * (at + 0.5)) / ring.length;
      angle.set(entity, turn);
      const reach = radius * (1 + 0.22 * (at % stagger));
      places.set(entity, { x: reach * 1.35 * Math.cos(turn), y: reach * Math.sin(turn) });
    });
    inner = radius * (1 + 0.22 * (stagger - 1));
  }
};

/** A path from left to right. */
const row = (entities) => new Map(entities.map((entity, at) => [entity, { x: at * RING * 1.3, y: at % 2 ? 5 : -5 }]));

/** Bring entities to their places; all others home. */
const move = (entities, places, redraw) => {
  const ways = entities.map((entity) => {
    const to = places?.get(entity) ?? entity.home;
    return { entity, from: { x: entity.x, y: entity.y }, to };
  });
  animate("move", (part) => {
    for (const { entity, from, to } of ways) {
      entity.x = from.x + (to.x - from.x) * part;
      entity.y = from.y + (to.y - from.y) * part;
    }
    redraw();
  });
};
