// The look of terrain and structures: patterns, conditions in words, and places of openings.
import { html } from './shell.js';
import { bounds, centre, inside, levelOf, moved, wallAt } from './geometry.js';
import { Hatch } from './counter.js';
import { levelName } from './naming.js';

/** Patterns are the fills that tell kinds of terrain apart without colour. A page has them once. */
export const Patterns = () => html`<svg class="voice" width="0" height="0" aria-hidden="true"><defs>
  ${fills.map(
    ([id, w, h, ink, d, turn]) => html`<pattern id=${id} width=${w} height=${h} patternUnits="userSpaceOnUse"
    patternTransform=${turn}><path d=${d} class=${`ink-${ink}`} /></pattern>`,
  )}
  <${Hatch} />
</defs></svg>`;

// Their names, sizes, inks and strokes.
const fills = [
  ['paving', 26, 26, 'paving', 'M3 5h5M15 3h4M9 13h5M20 12h4M2 21h4M14 22h5'],
  ['grass', 58, 50, 'grass', 'M6 12l2-5m1 5l3-4M34 30l2-5m1 5l3-4M48 8l1-4m2 4l2-3M18 42l2-5m1 5l2-4'],
  ['earth', 40, 36, 'earth', 'M5 8h.1M22 4h.1M33 15h.1M13 21h.1M27 29h.1M4 31h.1'],
  ['boards', 60, 9, 'boards', 'M0 8.5h60M18 0v8.5'],
  ['planks', 9, 60, 'boards', 'M8.5 0v60M0 22h8.5'],
  ['tiles', 12, 12, 'boards', 'M0 0h12v12H0z'],
  [
    'rubble',
    34,
    34,
    'stones',
    'M4 8l5-4 4 5-5 3zM20 4l6 2-3 5-5-2zM12 19l6-3 3 5-6 3zM27 18l4 2-2 5-4-3zM3 25l5-1 1 5-5 1zM20 29l5-2 2 4-5 1z',
  ],
  ['field', 12, 12, 'grass', 'M0 6h12', 'rotate(24)'],
  ['bog', 40, 32, 'reeds', 'M4 10h12M24 24h12M9 10V4M12 10V5M29 24v-6M32 24v-5'],
  ['water', 36, 18, 'waves', 'M2 6q4-4 8 0t8 0M18 14q4-4 8 0t8 0'],
  [
    'craters',
    44,
    38,
    'craters',
    'M5 10a6 4 0 1 0 12 0a6 4 0 1 0-12 0M26 26a7 5 0 1 0 14 0a7 5 0 1 0-14 0M30 7a4 3 0 1 0 8 0a4 3 0 1 0-8 0',
  ],
  ['fire', 16, 16, 'fire', 'M4 13q-3-4 0-7q0 3 2 3q0-3-1-6q5 4 3 9q-1 2-4 1'],
];

/** looks returns the classes of a structure's damage, which have a shape and a colour each. */
export const looks = s => (s.damage || []).join(' ');

/** tell describes a structure in words. */
export function tell(s) {
  const floors = s.floors
    .filter(f => f.pieces.length)
    .map(f => `${levelName(f)}: ${f.pieces.map(p => p.title).join(', ')}`);
  return [s.title, s.condition, ...s.markers, ...floors].filter(Boolean).join('; ');
}

// The distance between openings at one place, and the room in which they are drawn at full size,
// in pixels.
const pitch = 15,
  full = 44;

// side returns on which side of its drawn wall the structure of an opening is: 1 below, -1 above.
function side(at, wall, on) {
  if (!Number.isFinite(wall.away)) return 1;
  const turn = (wall.turn * Math.PI) / 180,
    by = 150;
  return on.some(s => inside([at[0] - by * Math.sin(turn), at[1] - by * Math.cos(turn)], s.outline)) ? 1 : -1;
}

/** openings puts each opening onto its wall; those at one place are side by side. */
export function openings(scene, plan) {
  const out = [],
    at = new Map();
  for (const o of scene.openings) {
    const on = scene.structures.filter(s => wallAt(o.at, [s.outline]).away < 400 || inside(o.at, s.outline));
    const levels = new Set((on.length ? on : scene.structures.slice(0, 1)).map(levelOf));
    for (const level of levels) {
      const wall = wallAt(
        o.at,
        on.filter(s => levelOf(s) === level).map(s => s.outline),
      );
      const key = `${o.at}/${level}`,
        n = at.get(key) || 0;
      at.set(key, n + 1);
      const walls = on.filter(s => levelOf(s) === level).map(s => bounds(s.outline));
      // The room of an opening is half of the shortest side of its structures.
      const room = Math.min(...walls.flatMap(b => [b.high[0] - b.low[0], b.high[1] - b.low[1]])) / 2;
      out.push({
        ...o,
        n,
        key,
        corner: wall.corner,
        room: Number.isFinite(room) ? room : 4000,
        turn: Number.isFinite(wall.away) ? wall.turn : 0,
        into: side(
          o.at,
          wall,
          on.filter(s => levelOf(s) === level),
        ),
        by: plan.shift.get(level),
      });
    }
  }
  // Openings at one place are spread around it and end at the corner.
  return out.map(o => {
    const many = at.get(o.key),
      fits = many > 1 && o.corner > 0 ? (2 * o.corner * full) / (pitch * many) : Infinity;
    return { ...o, n: o.n - (many - 1) / 2, room: Math.min(o.room, fits), least: fits < o.room ? 0.4 : 0.55 };
  });
}

// scaleOf returns the size of openings: smaller on the short walls of a small plan.
const scaleOf = (o, project) =>
  Math.max(o.least, Math.min(1, Math.hypot(...[0, 1].map(i => project([0, 0])[i] - project([o.room, 0])[i])) / full));

/** openingBox returns the box in which an opening is drawn, in pixels. */
export function openingBox(o, project) {
  const k = scaleOf(o, project),
    turn = (o.turn * Math.PI) / 180,
    [c, s] = [Math.cos(turn), Math.sin(turn)],
    [x, y] = project(moved([o.at], o.by)[0]);
  const w = k * (16 * Math.abs(c) + 11 * Math.abs(s)),
    h = k * (16 * Math.abs(s) + 11 * Math.abs(c)); // as large as a selected one
  return { x: x + pitch * k * o.n * c - w / 2, y: y + pitch * k * o.n * s - h / 2, w, h };
}

/** openingAt returns place, size and wall direction of an opening. */
export function openingAt(o, project) {
  const [x, y] = project(moved([o.at], o.by)[0]),
    k = scaleOf(o, project),
    turn = (o.turn * Math.PI) / 180;
  return { x: x + pitch * k * o.n * Math.cos(turn), y: y + pitch * k * o.n * Math.sin(turn), k, turn: o.turn };
}

/** middle returns where a structure's own pieces are drawn. */
export const middle = (s, by) => moved([centre(s.outline)], by)[0];
