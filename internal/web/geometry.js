// The geometry of the plan: where things are, and on which storey.

/** levelOf returns the storey of a structure that is one room, from a name such as "attic (1)". */
export function levelOf(structure) {
  const m = structure.floors.length === 1 && /\((-?\d+)\)$/.exec(structure.floors[0].name);
  return m ? Number(m[1]) : 0;
}

/**
 * layout returns where each storey of rooms is drawn: the plan of storey 0 (or of the lowest, if there is none)
 * at its own place, the others beside or above it, as on an architect's sheet, whichever fits the room better.
 */
export function layout(scene, room = { w: 3, h: 2 }) {
  const levels = [...new Set(scene.structures.map(levelOf))].sort((a, b) => a - b);
  const base = levels.includes(0) ? 0 : levels[0];
  const tried = [true, false].map(above => unfold(scene, levels, base, above));
  const scale = p => Math.min(room.w / (p.high[0] - scene.low[0] + 1), room.h / (p.high[1] - scene.low[1] + 1));
  const best = scale(tried[0]) >= scale(tried[1]) ? tried[0] : tried[1];
  return { levels, base, ...best, titles: levels.length > 1 };
}

function unfold(scene, levels, base, above) {
  const { low, high } = scene,
    shift = new Map([[base, [0, 0]]]);
  const gap = 0.14 * Math.max(high[0] - low[0], high[1] - low[1]);
  let edge = above ? high[1] : high[0];
  for (const level of levels.filter(l => l !== base)) {
    const b = bounds(scene.structures.filter(s => levelOf(s) === level).flatMap(s => s.outline));
    const move = edge + gap - (above ? b.low[1] : b.low[0]);
    shift.set(level, above ? [0, move] : [move, 0]);
    edge = move + (above ? b.high[1] : b.high[0]);
  }
  return { shift, high: above ? [high[0], edge] : [edge, high[1]] };
}

/** moved shifts points. */
export const moved = (points, by) => (by && (by[0] || by[1]) ? points.map(p => [p[0] + by[0], p[1] + by[1]]) : points);

export function bounds(points) {
  const xs = points.map(p => p[0]),
    ys = points.map(p => p[1]);
  return { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
}

/** centre returns the centroid of an outline. */
export function centre(outline) {
  let area = 0,
    x = 0,
    y = 0;
  outline.forEach((p, i) => {
    const q = outline[(i + 1) % outline.length],
      cross = p[0] * q[1] - q[0] * p[1];
    area += cross;
    x += (p[0] + q[0]) * cross;
    y += (p[1] + q[1]) * cross;
  });
  if (Math.abs(area) > 1) return [x / (3 * area), y / (3 * area)];
  const b = bounds(outline);
  return [(b.low[0] + b.high[0]) / 2, (b.low[1] + b.high[1]) / 2];
}

/** inside reports whether a point is within an outline. */
export function inside([x, y], outline) {
  let is = false,
    p = outline.at(-1);
  for (const q of outline) {
    if (p[1] > y !== q[1] > y && x < ((q[0] - p[0]) * (y - p[1])) / (q[1] - p[1]) + p[0]) is = !is;
    p = q;
  }
  return is;
}

/**
 * wallAt returns the wall nearest to an opening: its direction in degrees (turn), its distance (away), the
 * distance along it to the nearer corner, and the index of its outline (on).
 */
export function wallAt(at, outlines) {
  let best = { away: Infinity, turn: 0, on: -1 };
  outlines.forEach((outline, on) =>
    outline.forEach((p, i) => {
      const q = outline[(i + 1) % outline.length],
        dx = q[0] - p[0],
        dy = q[1] - p[1],
        long = dx * dx + dy * dy || 1;
      const t = Math.max(0, Math.min(1, ((at[0] - p[0]) * dx + (at[1] - p[1]) * dy) / long));
      const away = Math.hypot(at[0] - p[0] - t * dx, at[1] - p[1] - t * dy);
      if (away < best.away - 1)
        best = { away, turn: (-Math.atan2(dy, dx) * 180) / Math.PI, corner: Math.min(t, 1 - t) * Math.sqrt(long), on };
    }),
  );
  return best;
}
