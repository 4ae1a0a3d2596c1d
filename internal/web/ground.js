// The terrain of the plan, drawn once for each scale: table, terrain features, structures with
// walls, and openings. It is drawn from the corner of the plan; the camera shifts it as a whole.
import { html } from './shell.js';
import { bounds, centre, inside, levelOf, moved } from './geometry.js';
import { openings, openingAt, tell, looks } from './terrain.js';

const f = n => n.toFixed(1);
const path = (points, close = 'Z') => 'M' + points.map(p => `${f(p[0])} ${f(p[1])}`).join('L') + close;

// Pseudo-random but constant, so that trees keep their places.
const noise = (x, y) => {
  const n = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453;
  return n - Math.floor(n);
};

// along returns points at equal distances on a line, with the direction there.
function along(points, step) {
  const out = [];
  let left = step / 2;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]],
      long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1,
      [dx, dy] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
    for (; left <= long; left += step) out.push([a[0] + dx * left, a[1] + dy * left, dx, dy]);
    left -= long;
  }
  return out;
}

// scalloped draws a row of leaves.
const scalloped = (points, r) =>
  along(points, r * 1.35)
    .map(([x, y]) => `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0z`)
    .join('');

// tree draws a crown of three leaves.
const tree = (x, y, r) =>
  `M${f(x - r)} ${f(y + r * 0.35)}q${f(-r * 0.5)} ${f(-r)} ${f(r * 0.45)} ${f(-r * 1.05)}q${f(r * 0.55)} ${f(-r)} ` +
  `${f(r * 1.1)} ${f(0)}q${f(r * 0.95)} ${f(r * 0.1)} ${f(r * 0.5)} ${f(r * 0.95)}q${f(r * 0.1)} ${f(r)} ` +
  `${f(-r * 0.95)} ${f(r * 0.75)}q${f(-r)} ${f(r * 0.25)} ${f(-r * 1.1)} ${f(-r * 0.65)}z`;

// trees fills an outline: a wood densely, an orchard in rows.
function trees(points, k, rows) {
  const { low, high } = bounds(points),
    r = Math.max(5, Math.min(rows ? 0.62 * k : 0.8 * k, 15)),
    step = r * (rows ? 3 : 2.15),
    out = [];
  const [nx, ny] = [0, 1].map(i => Math.max(1, Math.round((high[i] - low[i]) / step)));
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++) {
      const shake = rows ? 0.1 : 0.45,
        x = low[0] + ((i + 0.5 + (noise(i, j) - 0.5) * shake) * (high[0] - low[0])) / nx,
        y = low[1] + ((j + 0.5 + (noise(j, i + 9) - 0.5) * shake) * (high[1] - low[1])) / ny;
      if (inside([x, y], points)) out.push(tree(x, y, r * (0.85 + 0.3 * noise(i + 3, j))));
    }
  return out.join('');
}

// ticks draws short strokes across a line, from one distance beside it to another.
const ticks = (points, step, from, to) =>
  along(points, step)
    .map(([x, y, dx, dy]) => `M${f(x - dy * from)} ${f(y + dx * from)}L${f(x - dy * to)} ${f(y + dx * to)}`)
    .join('');

const hillRings = [0, 0.16, 0.32];

// inset returns an outline reduced around its middle.
const inset = (points, by) => {
  const c = centre(points);
  return points.map(p => [p[0] + (c[0] - p[0]) * by, p[1] + (c[1] - p[1]) * by]);
};

// Terrain draws terrain. line tells whether its points are a line; wide is the width of that line in
// pixels.
function Terrain({ terrain: t, points, line, wide, k }) {
  const d = path(points, line ? '' : 'Z');
  if (line) {
    if (t === 'road') return html`<path class="t-road" d=${d} stroke-width=${f(Math.max(6, wide))} />`;
    if (t === 'water') return html`<path class="t-stream" d=${d} stroke-width=${f(Math.max(4, wide))} />`;
    if (t === 'rails')
      return html`<path class="t-sleepers" d=${d} stroke-width=${f(Math.max(6, wide))} /><path class="t-rails" d=${d}
        stroke-width=${f(Math.max(4, wide * 0.6))} /><path class="t-bed" d=${d}
          stroke-width=${f(Math.max(1, wide * 0.6 - 3))} />`;
    if (t === 'ditch') return html`<path class="t-ditch" d=${ticks(points, 5, -5, 5)} />`;
    if (t === 'wire')
      return html`<path class="t-wire" d=${
        d +
        along(points, 9)
          .map(([x, y]) => `M${f(x - 3)} ${f(y - 3)}l6 6m0-6l-6 6`)
          .join('')
      } />`;
    if (t === 'wall') return html`<path class="t-wall-edge" d=${d} /><path class="t-wall" d=${d} />`;
    if (t === 'fence') return html`<path class="t-fence" d=${d} />`;
    const r = Math.max(4, Math.min(9, 0.42 * k));
    return html`<path class="t-leaves" d=${scalloped(points, r)} />`;
  }
  if (t === 'wood' || t === 'orchard')
    return html`<path class=${`t-${t}`} d=${d} /><path class="t-leaves" d=${trees(points, k, t === 'orchard')} />`;
  if (t === 'hill') return html`${hillRings.map(by => html`<path class="t-hill" d=${path(inset(points, by))} />`)}`;
  if (t === 'well') {
    const b = bounds(points),
      r = Math.max(5, (b.high[0] - b.low[0]) / 2),
      [x, y] = centre(points);
    return html`<circle class="t-well" cx=${f(x)} cy=${f(y)} r=${f(r)} /><circle class="t-shaft" cx=${f(x)} cy=${f(y)}
      r=${f(r * 0.45)} />`;
  }
  if (t === 'ditch' || t === 'wire')
    return html`<path class="t-bare" d=${d} /><path class=${`t-${t}`} d=${ticks([...points, points[0]], 6, 1, 7)} />`;
  return html`<path class=${`t-under t-${t}`} d=${d} /><path class=${`t-over t-${t}`} d=${d} />`;
}

// oneWay returns half of the outline of a line feature, which goes there and back; null for other outlines.
const oneWay = points => {
  const n = points.length / 2 + 1;
  return Number.isInteger(n) &&
    points.slice(1, n - 1).every((p, i) => String(p) === String(points[points.length - 1 - i]))
    ? points.slice(0, n)
    : null;
};

// Table is the table: its edge, its shadow, and its ground, in inches or in hexes.
function Table({ scene, put, hexes }) {
  if (hexes) {
    const all = [...scene.areas, ...scene.structures].map(x => path(x.outline.map(put))).join('');
    return html`<path class="board-cast" d=${all} transform="translate(5 7)" /><path class="board-edge" d=${all} />
      <path class=${`board ${scene.surface}`} d=${all} /><path class=${`over-${scene.surface}`} d=${all} />`;
  }
  const [a, b] = [put(scene.low), put(scene.high)],
    d = path([a, [b[0], a[1]], b, [a[0], b[1]]]);
  return html`<path class="board-cast" d=${d} transform="translate(6 8)" /><path class=${`board ${scene.surface}`}
    d=${d} /><path class=${`over-${scene.surface}`} d=${d} />`;
}

/**
 * Ground draws the static parts. k is pixels per thousandth; id names the edge of the table,
 * because a page may show several; cast is the length of shadows.
 */
export function Ground({ scene, plan, k, id = 'on-table', cast = 8, onPick }) {
  const put = ([x, y]) => [x * k, -y * k],
    hexes = scene.unit === 'hex',
    inch = k * 1000,
    base = plan.shift.get(plan.base);
  const doors = openings(scene, plan),
    parts = scene.structures.map(s => ({ s, points: moved(s.outline, plan.shift.get(levelOf(s))).map(put) }));
  const standing = parts.filter(x => x.s.standing),
    fallen = parts.filter(x => !x.s.standing);
  const party = edgeCounts(hexes ? standing : []);
  return html`<g class="ground">
    <${Table} scene=${scene} put=${put} hexes=${hexes} />
    <clipPath id=${id}>
    ${
      hexes
        ? null
        : html`<path d=${path([
            put(scene.low),
            put([scene.high[0], scene.low[1]]),
            put(scene.high),
            put([scene.low[0], scene.high[1]]),
          ])} />`
    }</clipPath>
    <g class="scenery" clip-path=${hexes ? null : `url(#${id})`} aria-hidden="true">
    ${scene.scenery.map(
      x => html`<${Terrain} terrain=${x.terrain} points=${moved(x.outline, base).map(put)} line=${x.line}
      wide=${x.width * k} k=${inch} />`,
    )}</g>
    ${scene.areas.map(
      a => html`<${Area} key=${a.name} area=${a} points=${moved(a.outline, base).map(put)} k=${inch}
      onPick=${onPick} />`,
    )}
    ${fallen.map(x => html`<${Building} key=${x.s.name} ...${x} onPick=${onPick} />`)}
    <g class="casts" aria-hidden="true">
    ${standing.map(
      x => html`<path class="cast" d=${path(x.points)} transform=${`translate(${cast} ${1.25 * cast})`} />`,
    )}</g>
    ${standing.map(
      x => html`<${Building} key=${x.s.name} ...${x} hexes=${hexes} party=${party}
      onPick=${onPick} />`,
    )}
    ${doors.map(o => html`<${Opening} key=${`${o.name}/${o.key}`} opening=${o} put=${put} onPick=${onPick} />`)}
  </g>`;
}

// Area is a named piece of open terrain, or a spot.
function Area({ area: a, points, k, onPick }) {
  const pick = e => onPick({ kind: 'area', name: a.name }, e);
  if (a.kind === 'spot') {
    const [x, y] = centre(points);
    return html`<circle class="area area-spot" cx=${f(x)} cy=${f(y)} r="2.6" onClick=${pick}><title>${a.title}</title>
      </circle>`;
  }
  const line = points.length < 3 ? points : oneWay(points);
  return html`<g class=${`area area-${a.kind}`} onClick=${pick}><title>${a.title}</title>
    ${
      a.terrain
        ? html`<${Terrain} terrain=${a.terrain} points=${line || points} line=${Boolean(line)} wide=${k} k=${k} />`
        : null
    }
    <path class="area-edge" d=${path(line || points, line ? '' : 'Z')} /></g>`;
}

// edgeCounts counts the structures at each edge of a hex, by the middle of the edge. A wall between two of
// them has no windows.
function edgeCounts(parts) {
  const met = new Map();
  for (const { points } of parts)
    points.forEach((p, i) => {
      const key = edge(p, points[(i + 1) % points.length]);
      met.set(key, (met.get(key) || 0) + 1);
    });
  return met;
}
const edge = (p, q) => `${Math.round((p[0] + q[0]) / 6)},${Math.round((p[1] + q[1]) / 6)}`;

const thin = /wood|timber|logs|sheet|thatch/;

/**
 * thick returns the drawn thickness of a structure's walls: less for timber and in little space.
 */
export function thick(s, points) {
  const b = bounds(points),
    room = Math.min(b.high[0] - b.low[0], b.high[1] - b.low[1]);
  return (thin.test(s.walls || '') ? 5 : 8) * Math.max(0.4, Math.min(1, room / 120));
}

// Building draws a structure in its present condition.
function Building({ s, points, hexes, party, onPick }) {
  const d = path(points),
    state = looks(s),
    wall = thick(s, points),
    pick = e => onPick({ kind: 'structure', name: s.name }, e);
  const outer = hexes
    ? points.flatMap((p, i) => {
        const q = points[(i + 1) % points.length];
        return party.get(edge(p, q)) > 1 ? [] : [[p, q]];
      })
    : [];
  return html`<g class=${`building ${state}`} role="button" tabindex="-1" data-key=${`structure:${s.name}`}
    aria-label=${tell(s)} onClick=${pick}>
    <title>${tell(s)}</title>
    <path class="floor-ground" d=${d} />
    <path class=${`floor-over ${thin.test(s.walls || '') ? 'planks' : hexes ? 'boards' : 'tiles'}`} d=${d} />
    <path class="walls" d=${d} stroke-width=${f(s.standing ? wall : wall * 0.7)} />
    ${outer.map(([p, q]) => html`<path class="panes" d=${panes(p, q)} stroke-width=${f(wall * 0.5)} />`)}
    ${/damaged|breached/.test(state) && html`<path class="cracks" d=${cracks(points, 1)} />`}
    ${state.includes('damaged') && html`<path class="hole" d=${hole(points, wall)} />`}
    ${state.includes('weakened') && html`<path class="cracks deep" d=${cracks(points, points.length)} />`}
    ${state.includes('burning') && html`<path class="flames" d=${d} />`}
  </g>`;
}

// panes draws two windows in a wall.
const panes = (p, q) =>
  [0.2, 0.62]
    .map(t => {
      const at = u => `${f(p[0] + (q[0] - p[0]) * u)} ${f(p[1] + (q[1] - p[1]) * u)}`;
      return `M${at(t)}L${at(t + 0.18)}`;
    })
    .join('');

// hole draws a hit in a roof or wall: jagged, near a corner, away from the pieces in the middle.
function hole(points, wall) {
  const c = centre(points),
    p = points[1],
    r = 1.9 * wall;
  return path(
    [1, 0.6, 1.1, 0.5, 0.9, 0.6, 1.1, 0.5, 1, 0.6].map((far, i) => [
      p[0] + (c[0] - p[0]) * 0.36 + far * r * Math.cos(i * 0.63),
      p[1] + (c[1] - p[1]) * 0.36 + far * r * Math.sin(i * 0.63),
    ]),
  );
}

// cracks run from some corners into a structure: from one if it is damaged, from all if it may
// collapse.
const cracks = (points, many) =>
  points
    .slice(0, many)
    .map((_, i) => {
      const c = centre(points),
        p = points[i],
        at = (u, v) =>
          `${f(p[0] + (c[0] - p[0]) * u + v * (c[1] - p[1]) * 0.12)} ` +
          `${f(p[1] + (c[1] - p[1]) * u - v * (c[0] - p[0]) * 0.12)}`;
      return `M${at(0, 0)}L${at(0.14, 1)}L${at(0.22, -0.8)}L${at(0.36, 0.6)}L${at(0.46, -0.3)}`;
    })
    .join('');

// Opening is a door, a window, a slit or a gap in its wall.
function Opening({ opening: o, put, onPick }) {
  const { x, y, k, turn } = openingAt(o, put);
  return html`<g class=${`opening opening-${o.kind.replaceAll(' ', '-')}`} data-opening=${o.name}
    transform=${`translate(${f(x)} ${f(y)}) rotate(${turn.toFixed(0)}) scale(${k.toFixed(2)})`}
      onClick=${e => onPick({ kind: 'opening', name: o.name }, e)}>
    <title>${o.title}: ${o.kind}</title><rect x="-8" y="-7" width="16" height="14" class="hit" />
    <${Gap} kind=${o.kind} into=${o.into} made=${o.made} /></g>`;
}

/**
 * Gap is an opening alone, with its wall along the x axis. into is the side of the structure: 1
 * below, -1 above.
 */
export function Gap({ kind, into = 1, made }) {
  if (made)
    return html`<path class="gap open breach" d="M-9-5l4 2 3-3 4 3 4-2 3 3-2 3 2 4-4 1-3-3-4 3-3-2-4 1 2-5z" />`;
  const shut = kind.startsWith('shut '),
    what = shut ? kind.slice(5) : kind;
  if (what === 'window')
    return html`<path class="gap" d="M-7-3.5h14v7h-14z" /><path class="pane" d="M-7-1.2h14M-7 1.2h14" />
      ${shut && html`<path class="bar" d="M-6-3l12 6" />`}`;
  if (what === 'slit' || what === 'embrasure')
    return html`<path class="gap wedge" d=${into > 0 ? 'M-3-4h6l4 8h-14z' : 'M-3 4h6l4-8h-14z'} />
      ${shut && html`<path class="bar" d="M-6-3l12 6" />`}`;
  if (what === 'door')
    return html`<path class="gap" d="M-7-4h14v8h-14z" />${
      shut
        ? html`<path class="bar" d="M-7 0h14" />`
        : html`<path class="leaf" d=${`M-7 0v${14 * into}A14 14 0 0 ${into > 0 ? 0 : 1} 7 0`} />`
    }`;
  return html`<path class="gap open" d="M-8-4.5h16v9h-16z" />${shut && html`<path class="bar" d="M-8 0h16" />`}`;
}
