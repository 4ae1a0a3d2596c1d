// A picture of a battlefield, for a card or for the first scenario: terrain, structures with
// walls and shadows, and counters with symbols.
import { useMemo } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { bounds, centre, inside, layout, levelOf, moved } from './geometry.js';
import { Ground } from './ground.js';
import { pieces } from './naming.js';
import { Symbol } from './symbols.js';

const sizes = { small: { w: 300, h: 150, pad: 16, counter: 24 }, large: { w: 620, h: 460, pad: 34, counter: 54 } };

// spread moves overlapping counters apart, as little as possible.
function spread(list, wide, high, box) {
  const done = [];
  for (const p of list) {
    let best = null;
    for (let turn = 0; turn < 40 && (best === null || best.over > 0); turn++) {
      const far = Math.sqrt(turn) * wide * 0.42,
        angle = turn * 2.4;
      const x = Math.max(wide / 2 + 2, Math.min(box.w - wide / 2 - 2, p.x + far * Math.cos(angle))),
        y = Math.max(high / 2 + 2, Math.min(box.h - high / 2 - 2, p.y + far * Math.sin(angle)));
      const over =
        done.reduce(
          (sum, q) => sum + Math.max(0, wide + 1 - Math.abs(q.x - x)) * Math.max(0, high + 1 - Math.abs(q.y - y)),
          0,
        ) + (p.within && !inside([x, y], p.within) ? wide * high * 0.2 : 0);
      if (!best || over < best.over) best = { ...p, x, y, over };
    }
    done.push(best);
  }
  return done;
}

// A counter as on the table, without its number if it is small.
function Counter({ p, size, large }) {
  const w = size,
    h = size * 0.74,
    cut = h * 0.24,
    l = -w / 2,
    t = -h / 2;
  const body =
    p.side === 0
      ? `M${l} ${t}h${w}v${h}h${-w}z`
      : `M${l + cut} ${t}h${w - 2 * cut}l${cut} ${cut}v${h - 2 * cut}l${-cut} ${cut}h${2 * cut - w}l${-cut} ${-cut}` +
        `v${2 * cut - h}z`;
  const both = large && p.strength > 0,
    wide = h * 0.86;
  return html`<g class=${`token side-${p.side}`} transform=${`translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`}>
    <path class="token-body" d=${body} />
    <${Symbol} of=${p.symbol} x=${both ? -w * 0.42 : -wide / 2} y=${-wide / 2} wide=${wide} />
    ${both && html`<text x=${w * 0.24} y=${size * 0.17} font-size=${size * 0.44}>${p.strength}</text>`}</g>`;
}

let many = 0; // pictures on the page

const on = (at, { low, high }) => at.every((n, i) => n >= low[i] && n <= high[i]);

/** Thumb draws a scene as the table does, without words. */
export function Thumb({ scene, large }) {
  const box = large ? sizes.large : sizes.small,
    { w, h, pad } = box,
    id = useMemo(() => `on-thumb-${++many}`, []);
  if (!scene) return html`<svg class="thumb" viewBox=${`0 0 ${w} ${h}`} aria-hidden="true"></svg>`;
  const plan = layout(scene, { w, h }),
    hexes = scene.unit === 'hex';
  // Objectives and pieces fill the picture; hex maps are shown whole.
  const drawn = new Map(scene.structures.map(s => [s.name, moved(s.outline, plan.shift.get(levelOf(s)))])),
    matter = [...[...drawn.values()].flat(), ...scene.pieces.map(p => p.at).filter(at => on(at, scene))];
  const { low, high } = hexes || !matter.length ? { low: scene.low, high: plan.high } : bounds(matter);
  const k = Math.min((w - 2 * pad) / Math.max(1, high[0] - low[0]), (h - 2 * pad) / Math.max(1, high[1] - low[1]));
  const project = ([x, y]) => [w / 2 + (x - (low[0] + high[0]) / 2) * k, h / 2 - (y - (low[1] + high[1]) / 2) * k];
  const counters = pieces(scene)
    .filter(p => !p.waits && (p.structure || on(p.at, scene)))
    .map(p => {
      const outline = drawn.get(p.structure),
        [x, y] = project(outline ? centre(outline) : p.at);
      return { ...p, x, y, within: outline?.map(project) };
    });
  const size = Math.max(
    box.counter * 0.6,
    Math.min(box.counter, Math.sqrt((w * h * 0.2) / Math.max(1, counters.length))),
  );
  const [x, y] = project([0, 0]);
  return html`<svg class=${`thumb${large ? ' large' : ''}`} viewBox=${`0 0 ${w} ${h}`}
    preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    ${
      !hexes &&
      html`<rect class=${`thumb-ground ${scene.surface}`} width=${w} height=${h} />
        <rect class=${`over-${scene.surface}`} width=${w} height=${h} />`
    }
    <g transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}><${Ground} scene=${scene} plan=${plan} k=${k} id=${id}
      cast=${large ? 5 : 2.5} /></g>
    ${spread(counters, size, size * 0.74, box).map(p => html`<${Counter} p=${p} size=${size} large=${large} />`)}
  </svg>`;
}
