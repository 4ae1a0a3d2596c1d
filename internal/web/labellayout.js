// The layout of counters and labels on the plan. Each item has a preferred place and several
// forms: a name on one line, on two, or shortened. It gets the form and place of least cost. A
// cost is a length in pixels: how far the item would rather move than cover something. Two rules
// hold at any cost: the body of a counter never leaves the walls of its own structure, and never
// enters another structure.
import { bounds, inside } from './geometry.js';

/**
 * Costs, in pixels. A taken box should never be covered; the others only if nothing else is left.
 */
export const costs = {
  taken: 900,
  opening: 110,
  spot: 25,
  ruler: 30,
  wall: 80,
  ownWall: 9,
  outside: 26,
  among: 50,
  astray: 130,
};

const rim = 3; // pixels between a counter and its walls

const offsets = [];
for (let dy = -150; dy <= 150; dy += 5) {
  for (let dx = -150; dx <= 150; dx += 5) {
    const away = Math.hypot(dx, dy);
    if (away <= 60 || (away <= 150 && dx % 10 === 0 && dy % 10 === 0)) offsets.push({ dx, dy, cost: away });
  }
}
offsets.sort((a, b) => a.cost - b.cost);

const overlap = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
const overlapY = (a, b) => Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);

// crosses reports whether a wall segment crosses a box.
function crosses(r, w) {
  if (
    Math.max(w.x1, w.x2) <= r.x ||
    Math.min(w.x1, w.x2) >= r.x + r.w ||
    Math.max(w.y1, w.y2) <= r.y ||
    Math.min(w.y1, w.y2) >= r.y + r.h
  )
    return false;
  const dx = w.x2 - w.x1,
    dy = w.y2 - w.y1,
    side = (x, y) => Math.sign(dx * (y - w.y1) - dy * (x - w.x1));
  const s = side(r.x, r.y);
  return s === 0 || side(r.x + r.w, r.y) !== s || side(r.x, r.y + r.h) !== s || side(r.x + r.w, r.y + r.h) !== s;
}

const corners = r => [
  [r.x, r.y],
  [r.x + r.w, r.y],
  [r.x, r.y + r.h],
  [r.x + r.w, r.y + r.h],
];
const stretches = (points, of) =>
  points.map(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length];
    return { of, x1, y1, x2, y2 };
  });

// shapeOf returns the walls of an outline and their bounding box, computed once.
const shapes = new WeakMap();
function shapeOf(points) {
  let shape = shapes.get(points);
  if (!shape) {
    const { low, high } = bounds(points);
    shape = { walls: stretches(points), x: low[0], y: low[1], w: high[0] - low[0], h: high[1] - low[1] };
    shapes.set(points, shape);
  }
  return shape;
}

// bodyOf returns the counter without its words, within a box that holds both.
const bodyOf = (r, form) => ({ x: r.x + r.w / 2 - form.hx, y: r.y + r.eye - form.hy, w: 2 * form.hx, h: 2 * form.hy });

const holds = (points, b) =>
  corners(b).every(c => inside(c, points)) && !shapeOf(points).walls.some(w => crosses(b, w));
const meets = (points, b) =>
  overlap(shapeOf(points), b) >= 0 &&
  overlapY(shapeOf(points), b) >= 0 &&
  (inside([b.x + b.w / 2, b.y + b.h / 2], points) || shapeOf(points).walls.some(w => crosses(b, w)));

// covers returns the cost of covering a box.
function covers(r, b) {
  const x = overlap(r, b),
    y = x > 0 ? overlapY(r, b) : 0;
  return y > 0 ? b.cost * (1 + (x * y) / 200) : 0;
}

/** A Viewport is the visible part of the plan, with its obstacles. */
export class Viewport {
  constructor(frame) {
    Object.assign(this, { frame, boxes: [], walls: [], houses: [], last: null });
  }

  /** take adds a box as an obstacle. */
  take(box, cost = costs.taken) {
    this.boxes.push({ ...box, cost });
  }

  /** build adds the walls of an outline as obstacles. */
  build(name, points) {
    this.houses.push({ name, points });
    this.walls.push(...stretches(points, name));
  }

  /** near returns the part of the viewport that an item can reach within an extent. */
  near(extent, item) {
    const part = new Viewport(this.frame),
      within = b => overlap(extent, b) >= 0 && overlapY(extent, b) >= 0,
      // The item itself, or the spot that it marks; the names of structures may cover a light box.
      own = b => b.item === item || (b.at && b.at[0] === item.ax && b.at[1] === item.ay) || (b.light && item.names);
    part.boxes = this.boxes.filter(b => within(b) && !own(b));
    part.houses = this.houses.filter(h => within(shapeOf(h.points)));
    part.walls = this.walls.filter(
      w =>
        Math.max(w.x1, w.x2) >= extent.x &&
        Math.min(w.x1, w.x2) <= extent.x + extent.w &&
        Math.max(w.y1, w.y2) >= extent.y &&
        Math.min(w.y1, w.y2) <= extent.y + extent.h,
    );
    return part;
  }

  // stands reports whether a counter may be drawn at a place.
  stands(r, item, form) {
    if (!form.hx || item.over) return true;
    const body = bodyOf(r, form);
    return (
      (!item.within || holds(item.cell, body)) &&
      (item.of !== undefined || !this.houses.some(h => meets(h.points, body)))
    );
  }

  // cost returns the cost of the boxes that a place covers. It stops when the cost reaches most.
  cost(r, item, most) {
    const { frame: f } = this;
    let sum = 0;
    if (!item.away && (r.x < f.x || r.y < f.y || r.x + r.w > f.x + f.w || r.y + r.h > f.y + f.h)) return Infinity;
    // The obstacle of the last place is most often that of the next one too.
    if (this.last && covers(r, this.last) >= most) return Infinity;
    for (const b of this.boxes) {
      const more = covers(r, b);
      if (more >= most) this.last = b;
      sum += more;
      if (sum >= most) return sum;
    }
    for (const w of this.walls) {
      if (!crosses(r, w)) continue;
      sum += w.of === item.of ? costs.ownWall : costs.wall;
      if (sum >= most) return sum;
    }
    return sum + this.strays(r, item);
  }

  // misleads reports whether the name of a structure would seem to belong to another one: the middle
  // of the name is nearer to the other structure, and the name as a whole is not much nearer to its own.
  misleads(r, item) {
    const own = this.houses.find(h => h.name === item.of),
      middle = { x: r.x + r.w / 2, y: r.y + r.h / 2, w: 0, h: 0 },
      gap = (b, h) =>
        Math.hypot(Math.max(0, -overlap(b, shapeOf(h.points))), Math.max(0, -overlapY(b, shapeOf(h.points))));
    return (
      own && this.houses.some(h => h !== own && gap(middle, h) < gap(middle, own) && gap(r, h) <= 2 * gap(r, own) + 6)
    );
  }

  // strays returns the cost of a place outside the item's outline, or within the walls of others.
  strays(r, item) {
    const at = [r.x + r.w / 2, r.y + r.eye];
    if (item.names && this.misleads(r, item)) return Infinity;
    // The number of a hex is meaningless in another hex.
    if (item.whole && !corners(r).every(p => inside(p, item.cell))) return Infinity;
    if (this.houses.some(h => h.name !== item.of && inside(at, h.points))) return costs.among;
    return item.cell && !inside(at, item.cell) ? (item.piece ? costs.astray : costs.outside) : 0;
  }
}

// lattice returns the possible places of a counter within its cell, the nearest to its preferred
// place first.
function lattice(item, form) {
  const { low, high } = bounds(item.cell),
    list = [];
  const along = (from, to) => {
    if (to < from) return [];
    const n = Math.max(1, Math.min(14, Math.ceil((to - from) / 3)));
    return Array.from({ length: n + 1 }, (_, i) => from + ((to - from) * i) / n);
  };
  for (const y of along(low[1] + form.hy + rim, high[1] - form.hy - rim)) {
    for (const x of along(low[0] + form.hx + rim, high[0] - form.hx - rim))
      list.push({ dx: x - item.x, dy: y - item.y, cost: Math.hypot(x - item.x, y - item.y) });
  }
  return list.sort((a, b) => a.cost - b.cost);
}

// bare returns a counter at its preferred place, whatever it covers. settle uses it where the map
// extends beyond the window.
function bare(item) {
  const form = item.forms.at(-1),
    [at] = item.tries || [item];
  return { form, cost: Infinity, x: at.x - form.w / 2, y: at.y - form.h / 2, w: form.w, h: form.h };
}

const everywhere = { x: -1e6, y: -1e6, w: 2e6, h: 2e6 };

// extentOf returns the area that an item's possible places cover.
function extentOf(item, { w, h }, tries) {
  let reach = 0;
  for (const o of tries) reach = Math.max(reach, Math.abs(o.dx), Math.abs(o.dy));
  return { x: item.x - reach - w, y: item.y - reach - h, w: 2 * (reach + w), h: 2 * (reach + h) };
}

// best finds the cheapest form and place of an item. If the walls leave none, free searches
// beyond them.
function best(item, viewport, free = false) {
  let found = null;
  for (const form of item.forms) {
    if (found && form.cost >= found.cost) continue; // No place is cheap enough, so none is listed.
    const tries = item.tries || (item.within && !free ? (form.tries ||= lattice(item, form)) : offsets),
      part = viewport.near(item.tries ? everywhere : extentOf(item, form, tries), item);
    for (const o of tries) {
      // offsets are sorted by cost
      const price = form.cost + o.cost,
        most = found ? found.cost : Infinity;
      if (price >= most) {
        if (item.tries) continue;
        break;
      }
      const { w, h, eye = h / 2 } = form;
      const r = o.tied
        ? { x: o.x - w * o.left, y: o.y - (o.middle ? eye : h * o.top), w, h, eye }
        : { x: item.x + o.dx - w / 2, y: item.y + o.dy - eye, w, h, eye };
      if (!free && !part.stands(r, item, form)) continue;
      const cost = price + part.cost(r, item, most - price);
      if (cost < most) found = { form, cost, ...r };
    }
  }
  return found;
}

/**
 * settle gives every item its place in a viewport, in order, and reserves the bodies of those that
 * have one. In each further turn it places those again whose place costs something.
 */
export function settle(items, viewport, turns = 2) {
  const places = new Map();
  for (const item of items) if (item.body) viewport.boxes.push({ ...item.body, cost: costs.taken, item });
  for (let turn = 0; turn < turns; turn++) {
    for (const item of items) {
      if (turn > 0 && places.get(item)?.cost < 2) continue;
      viewport.boxes = viewport.boxes.filter(b => b.item !== item);
      const at = best(item, viewport) || (item.piece && { ...(best(item, viewport, true) || bare(item)), free: true });
      places.set(item, at);
      if (at) viewport.boxes.push({ x: at.x, y: at.y, w: at.w, h: at.h, cost: costs.taken, item });
    }
  }
  return items.map(item => ({ item, at: places.get(item) }));
}

/** columns divides boxes of one size into columns that fit a space, or nearly. */
export function columns(count, w, h, space) {
  let best = null;
  for (let n = 1; n <= count; n++) {
    const wide = n * w,
      high = Math.ceil(count / n) * h;
    const cost = space
      ? Math.max(0, wide - space.w) + Math.max(0, high - space.h) + Math.abs(wide - high) / 20
      : Math.abs(wide - high * 1.3);
    if (!best || cost < best.cost) best = { n, cost };
  }
  return best.n;
}

/**
 * pack places the counters of a crowded cell: side by side as large as possible, or overlapping
 * like a hand of cards with visible right halves, or stacked. It returns their scale and middles,
 * or null for a cell that is smaller than any legible counter.
 */
export function pack(group, viewport, least) {
  const { cell, s } = group[0],
    { low, high } = bounds(cell),
    [hx, hy] = [0, 1].map(i => Math.max(...group.map(g => g.half[i])));
  const badge = group.some(g => g.floor) ? 9 : 3,
    there = viewport.boxes.filter(b => !b.item);
  const clear = cost => b => !there.some(t => t.cost >= cost && overlap(t, b) > 0 && overlapY(t, b) > 0);
  for (const [fan, cost] of [
    [false, costs.opening],
    [false, costs.taken],
    [true, costs.taken],
    [false, Infinity],
    [true, Infinity],
  ]) {
    const free = clear(cost);
    for (let k = s; k >= least - 1e-9; k -= 0.03) {
      for (let wide = group.length; wide >= 1; wide--) {
        const spots = arrange({
          low,
          high,
          wide,
          count: group.length,
          hx: hx * k,
          hy: hy * k,
          dx: (fan ? hx + badge : 2 * hx + badge) * k,
          dy: (2 * hy + 5) * k,
        });
        const fits = spots?.find(list =>
          list.every(([x, y]) => {
            const b = { x: x - hx * k, y: y - hy * k, w: 2 * hx * k, h: 2 * hy * k };
            return holds(cell, b) && free(b);
          }),
        );
        if (fits) return { k, spots: fits, fan: fan && group.length > 1 };
      }
    }
  }
  // If nothing else fits, the counters are stacked, with their number on the top one.
  for (let k = s; k >= least - 1e-9; k -= 0.03) {
    const one = arrange({ low, high, wide: 1, count: 1, hx: hx * k, hy: hy * k, dx: 0, dy: 0 })?.find(([[x, y]]) =>
      holds(cell, { x: x - hx * k, y: y - hy * k, w: 2 * hx * k, h: 2 * hy * k }),
    );
    if (one) return { k, spots: group.map(() => one[0]), fan: true, heap: true };
  }
  return null;
}

// arrange puts count middles into rows, in the middle of the bounds and in each of their corners.
function arrange({ low, high, wide, count, hx, hy, dx, dy }) {
  const rows = Math.ceil(count / wide),
    space = [high[0] - low[0] - 2 * (hx + rim) - (wide - 1) * dx, high[1] - low[1] - 2 * (hy + rim) - (rows - 1) * dy];
  if (space[0] < 0 || space[1] < 0) return null;
  const at = (u, v) =>
    Array.from({ length: count }, (_, i) => [
      low[0] + rim + hx + space[0] * u + (i % wide) * dx,
      low[1] + rim + hy + space[1] * v + Math.floor(i / wide) * dy,
    ]);
  return [0.5, 0.75, 0.25, 1, 0].flatMap(v => [0.5, 0, 1].map(u => at(u, v)));
}
