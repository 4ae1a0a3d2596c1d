// Where counters and words of the plan go. Each has a place that it would like and
// forms that it may take: a name on one line, on two, or shortened. It gets the form
// and the place that cost least, and a cost is a length: so many pixels would it
// rather be away from its place than cover such a thing.
import { inside } from './geometry.js';

/** Costs, in pixels. What is taken should never be covered; the others when nothing else is left. */
export const costs = { taken: 900, opening: 110, spot: 25, wall: 22, ownWall: 9, outside: 26, among: 50 };

const offsets = [];
for (let dy = -150; dy <= 150; dy += 5) {
  for (let dx = -150; dx <= 150; dx += 5) {
    const away = Math.hypot(dx, dy);
    if (away <= 60 || away <= 150 && dx % 10 === 0 && dy % 10 === 0) offsets.push({ dx, dy, cost: away });
  }
}
offsets.sort((a, b) => a.cost - b.cost);

const overlap = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
const overlapY = (a, b) => Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);

// crosses reports whether a stretch of wall runs through a box.
function crosses(r, w) {
  if (Math.max(w.x1, w.x2) <= r.x || Math.min(w.x1, w.x2) >= r.x + r.w || Math.max(w.y1, w.y2) <= r.y || Math.min(w.y1, w.y2) >= r.y + r.h) return false;
  const dx = w.x2 - w.x1, dy = w.y2 - w.y1, side = (x, y) => Math.sign(dx * (y - w.y1) - dy * (x - w.x1));
  const s = side(r.x, r.y);
  return s === 0 || side(r.x + r.w, r.y) !== s || side(r.x, r.y + r.h) !== s || side(r.x + r.w, r.y + r.h) !== s;
}

/** A Room is the window on the plan, with what is in the way there. */
export class Room {
  constructor(frame) { Object.assign(this, { frame, boxes: [], walls: [], houses: [] }); }

  /** take puts a box in the way. */
  take(box, cost = costs.taken) { this.boxes.push({ ...box, cost }); }

  /** build puts the walls of an outline in the way. */
  build(name, points) {
    this.houses.push({ name, points });
    points.forEach(([x1, y1], i) => { const [x2, y2] = points[(i + 1) % points.length]; this.walls.push({ of: name, x1, y1, x2, y2 }); });
  }

  // cost is what a box covers; it stops counting at the most that is still of interest.
  cost(r, item, most) {
    const { frame: f } = this;
    let sum = 0;
    if (!item.away && (r.x < f.x || r.y < f.y || r.x + r.w > f.x + f.w || r.y + r.h > f.y + f.h)) return Infinity;
    for (const b of this.boxes) {
      if (b.item === item || b.at && b.at[0] === item.ax && b.at[1] === item.ay) continue; // itself, or the spot that it stands on
      const x = overlap(r, b), y = x > 0 ? overlapY(r, b) : 0;
      if (y <= 0) continue;
      sum += b.cost * (1 + x * y / 200);
      if (sum >= most) return sum;
    }
    for (const w of this.walls) {
      if (!crosses(r, w)) continue;
      sum += w.of === item.of ? costs.ownWall : costs.wall;
      if (sum >= most) return sum;
    }
    return sum + this.strays(r, item);
  }

  // strays is what it costs to stand outside the own outline, or within the walls of others.
  strays(r, item) {
    const at = [r.x + r.w / 2, r.y + r.eye];
    // The number of a hex says nothing in another one.
    if (item.whole && ![[r.x, r.y], [r.x + r.w, r.y], [r.x, r.y + r.h], [r.x + r.w, r.y + r.h]].every(p => inside(p, item.cell))) return Infinity;
    if (this.houses.some(h => h.name !== item.of && inside(at, h.points))) return costs.among;
    return item.cell && !inside(at, item.cell) ? costs.outside : 0;
  }
}

// best finds the cheapest form and place of an item.
function best(item, room) {
  let found = null;
  for (const form of item.forms) {
    for (const o of item.tries || offsets) { // offsets come in the order of their cost
      const price = form.cost + o.cost, most = found ? found.cost : Infinity;
      if (price >= most) { if (item.tries) continue; break; }
      const { w, h, eye = h / 2 } = form;
      const r = o.tied ? { x: o.x - w * o.left, y: o.y - h * o.top, w, h, eye } : { x: item.x + o.dx - w / 2, y: item.y + o.dy - eye, w, h, eye };
      const cost = price + room.cost(r, item, most - price);
      if (cost < most) found = { form, cost, ...r };
    }
  }
  return found;
}

/** settle gives every item its place in a room, in their order, and looks again at those that came first. */
export function settle(items, room, turns = 2) {
  const places = new Map();
  for (let turn = 0; turn < turns; turn++) {
    for (const item of items) {
      if (turn > 0 && places.get(item)?.cost < 2) continue;
      room.boxes = room.boxes.filter(b => b.item !== item);
      const at = best(item, room);
      places.set(item, at);
      if (at) room.boxes.push({ x: at.x, y: at.y, w: at.w, h: at.h, cost: costs.taken, item });
    }
  }
  return items.map(item => ({ item, at: places.get(item) }));
}

/** grid divides so many boxes of one size into columns that fit a room, or nearly. */
export function columns(count, w, h, room) {
  let best = null;
  for (let n = 1; n <= count; n++) {
    const wide = n * w, high = Math.ceil(count / n) * h;
    const cost = room ? Math.max(0, wide - room.w) + Math.max(0, high - room.h) + Math.abs(wide - high) / 20 : Math.abs(wide - high * 1.3);
    if (!best || cost < best.cost) best = { n, cost };
  }
  return best.n;
}
