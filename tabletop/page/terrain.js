// The ground of the plan: areas, structures and openings, drawn in ink.
import { html } from './shell.js';
import { bounds, centre, inside, levelOf, moved, wallAt } from './geometry.js';
import { Hatch } from './counter.js';
import { levelName } from './naming.js';

const filled = new Set(['wood', 'rubble', 'hill', 'water', 'wall', 'hedge', 'open', 'spot', 'street', 'road']);

/** Patterns are the fills that tell kinds of ground apart without colour. A page has them once. */
export const Patterns = () => html`<svg class="voice" width="0" height="0" aria-hidden="true"><defs>
  <pattern id="wood" width="18" height="16" patternUnits="userSpaceOnUse"><rect width="18" height="16" class="fill-wood" /><path d="M2 7q3-6 6 0M11 14q3-6 6 0" class="ink-wood" /></pattern>
  <pattern id="rubble" width="14" height="14" patternUnits="userSpaceOnUse"><rect width="14" height="14" class="fill-rubble" /><path d="M2 4l3-2 1 3zM9 11l3-1 0 3zM8 4l2 1M3 11l2-1" class="ink-rubble" /></pattern>
  <pattern id="fire" width="16" height="16" patternUnits="userSpaceOnUse"><path d="M4 13q-3-4 0-7q0 3 2 3q0-3-1-6q5 4 3 9q-1 2-4 1" class="ink-fire" /></pattern>
  <${Hatch} />
</defs></svg>`;

const path = (points, close = true) => 'M' + points.map(p => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join('L') + (close ? 'Z' : '');

/** Area is a piece of open ground. */
export function Area({ area, project, chosen, onPick }) {
  const points = area.outline.map(project), kind = filled.has(area.kind) ? area.kind : 'open';
  const line = points.length < 3;
  return html`<path d=${path(points, !line)} class=${`area area-${kind}${chosen ? ' chosen' : ''}`} onClick=${e => onPick({ kind: 'area', name: area.name }, e)}><title>${area.title}</title></path>`;
}

/** condition reads what has happened to a structure, for its looks. */
export function looks(s) {
  const words = s.condition.toLowerCase();
  return [!s.standing && 'fallen', /burn|fire|ablaze/.test(words) && 'burning', words && s.standing && 'hurt'].filter(Boolean).join(' ');
}

/** tell says in words what a structure shows. */
export function tell(s) {
  const floors = s.floors.filter(f => f.pieces.length).map(f => `${levelName(f)}: ${f.pieces.map(p => p.title).join(', ')}`);
  return [s.title, s.condition, ...s.markers, ...floors].filter(Boolean).join('; ');
}

/** Building is a structure on the plan. */
export function Building({ structure: s, project, by, chosen, onPick }) {
  const d = path(moved(s.outline, by).map(project)), state = looks(s), pick = e => onPick({ kind: 'structure', name: s.name }, e);
  return html`<g class=${`building ${state}${chosen ? ' chosen' : ''}`} role="button" tabindex="0" aria-label=${tell(s)} onClick=${pick}
      onKeyDown=${e => (e.key === 'Enter' || e.key === ' ') && (e.preventDefault(), e.stopPropagation(), pick(e))}>
    <title>${tell(s)}</title>
    <path class="cast" d=${d} transform="translate(4 5)" /><path class="walls" d=${d} />
    ${state.includes('burning') && html`<path d=${d} fill="url(#fire)" />`}
  </g>`;
}

// Openings are drawn across their wall, a unit of drawing to a pixel.
const marks = {
  door: 'M-6-3.5h12v7h-12z', 'shut door': 'M-6-3.5h12v7h-12zM-6 0h12', 'shut window': 'M-6-3.5h12v7h-12zM-6 0h12', window: 'M-6-2.5h12M-6 2.5h12M-6-2.5v5M6-2.5v5',
  slit: 'M-5-4h10l-4 8h-2z', embrasure: 'M-6-4h12l-4 8h-4z', gap: 'M-6-4v8M6-4v8',
};

// How far apart openings lie that share a place, and the room in which they are drawn at full size, in pixels.
const pitch = 15, full = 44;

/** openings puts each opening onto its wall; those at one place lie beside each other. */
export function openings(scene, plan) {
  const out = [], at = new Map();
  for (const o of scene.openings) {
    const on = scene.structures.filter(s => wallAt(o.at, [s.outline]).away < 400 || inside(o.at, s.outline));
    const levels = new Set((on.length ? on : scene.structures.slice(0, 1)).map(levelOf));
    for (const level of levels) {
      const wall = wallAt(o.at, on.filter(s => levelOf(s) === level).map(s => s.outline));
      const key = `${o.at}/${level}`, n = at.get(key) || 0;
      at.set(key, n + 1);
      const walls = on.filter(s => levelOf(s) === level).map(s => bounds(s.outline));
      // The room that an opening has is the shorter side of its house, divided by what shares it.
      const room = Math.min(...walls.flatMap(b => [b.high[0] - b.low[0], b.high[1] - b.low[1]])) / 2;
      out.push({ ...o, n, key, corner: wall.corner, room: Number.isFinite(room) ? room : 4000, turn: Number.isFinite(wall.away) ? wall.turn : 0, by: plan.shift.get(level) });
    }
  }
  // Those that share a place stand about its middle, and end at the corner.
  return out.map(o => {
    const many = at.get(o.key), fits = many > 1 && o.corner > 0 ? 2 * o.corner * full / (pitch * many) : Infinity;
    return { ...o, n: o.n - (many - 1) / 2, room: Math.min(o.room, fits), least: fits < o.room ? 0.4 : 0.55 };
  });
}

// scaleOf is how large openings are drawn: smaller on the short walls of a small plan.
const scaleOf = (o, project) => Math.max(o.least, Math.min(1, Math.hypot(...[0, 1].map(i => project([0, 0])[i] - project([o.room, 0])[i])) / full));

/** openingBox is where an opening is drawn, in pixels. */
export function openingBox(o, project) {
  const k = scaleOf(o, project), turn = o.turn * Math.PI / 180, [c, s] = [Math.cos(turn), Math.sin(turn)], [x, y] = project(moved([o.at], o.by)[0]);
  const w = k * (16 * Math.abs(c) + 11 * Math.abs(s)), h = k * (16 * Math.abs(s) + 11 * Math.abs(c)); // as large as a chosen one
  return { x: x + pitch * k * o.n * c - w / 2, y: y + pitch * k * o.n * s - h / 2, w, h };
}

/** Opening is a door, a window or a slit. */
export function Opening({ opening: o, project, chosen, lit, onPick }) {
  const [x, y] = project(moved([o.at], o.by)[0]), k = scaleOf(o, project);
  return html`<g class=${`opening opening-${o.kind.replace(' ', '-')}${chosen ? ' chosen' : ''}${lit ? ' lit' : ''}`} data-lit=${lit ? `opening:${o.name}` : null} transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${o.turn.toFixed(0)}) scale(${k.toFixed(2)}) translate(${pitch * o.n} 0)`}
      onClick=${e => onPick({ kind: 'opening', name: o.name }, e)}>
    <title>${o.title}: ${o.kind}</title><rect x="-8" y="-7" width="16" height="14" class="hit" /><path d=${marks[o.kind] || marks.gap} /></g>`;
}

/** middle is where a structure's own pieces are drawn. */
export const middle = (s, by) => moved([centre(s.outline)], by)[0];
