// Played actions on the map: a move as a dashed line with a ghost at its start, a shot as a line,
// each with its number; and the losses of pieces.
import { html } from './shell.js';
import { centre } from './geometry.js';
import { pieces } from './naming.js';

/** tracesOf combines the traces of some steps for the map. */
export function tracesOf(steps, told, sides) {
  return steps.flatMap((s, i) => {
    const x = told(s);
    return x && (x.traces.length || x.changes.length)
      ? [
          {
            n: i + 1,
            side: sides.indexOf(s.head.by),
            traces: x.traces,
            losses: x.changes.filter(c => c.kind === 'loses'),
            gone: x.changes.filter(c => c.kind === 'gone'),
          },
        ]
      : [];
  });
}

const f = n => n.toFixed(1);

const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

// short ends a line before its target.
function short(a, b, by) {
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (long < 2 * by) return b;
  return [b[0] - ((b[0] - a[0]) * by) / long, b[1] - ((b[1] - a[1]) * by) / long];
}

// near reports whether two places of the scene are equal, except for rounding.
const near = (a, b) => Math.abs(a[0] - b[0]) < 40 && Math.abs(a[1] - b[1]) < 40;

// drawn returns where a place of the scene is drawn: at the piece or structure there, if any.
function drawn(scene, at, project) {
  const houses = scene.structures.map(s => ({ name: s.name, middle: centre(s.outline) }));
  const stands = new Map(
    pieces(scene)
      .filter(p => !p.waits)
      .map(p => [p.name, p.structure ? houses.find(h => h.name === p.structure).middle : p.at]),
  );
  return (point, name) => {
    const own = stands.has(name) && near(stands.get(name), point) && at.get(`piece:${name}`);
    const house = own ? null : houses.find(h => near(h.middle, point)),
      there = own || (house && at.get(`structure:${house.name}`));
    const other = there ? null : [...stands].find(([, p]) => near(p, point)),
      found = there || (other && at.get(`piece:${other[0]}`));
    return found ? [found.x, found.y] : project(point);
  };
}

/**
 * Traces draws them. at has the places of things; project maps any other place of the scene onto
 * the map.
 */
export function Traces({ traces, scene, at, project, box }) {
  if (!traces?.length) return null;
  const put = drawn(scene, at, project),
    k = box?.w < 520 ? 0.78 : 1; // smaller on a small map
  return html`<g class="traces" aria-hidden="true">
    <defs>${[0, 1].map(
      side => html`<marker id=${`trace-head-${side}`} class=${`side-${side}`} viewBox="0 0 10 10"
      refX="7" refY="5" markerWidth="4.6" markerHeight="4.6" orient="auto-start-reverse"><path class="trace-head"
      d="M0 0L10 5L0 10z" /></marker>`,
    )}</defs>
    ${traces.map(
      t =>
        html`<g key=${t.n} class=${`trace side-${t.side}`} data-trace=${t.n}>${t.traces.map(
          x => html`<${One} x=${x}
          t=${t} put=${put} k=${k} />`,
        )}${t.losses.map(l => {
          const a = at.get(`piece:${l.name}`);
          return (
            a &&
            html`<g class="trace-loss" transform=${`translate(${f(a.x + a.hx + 6)} ${f(a.y - a.hy - 4)}) scale(${k})`}>
                <rect x="-25" y="-17" width="50" height="34" rx="6" />
                <text class="lost-n" y="-1">${l.was - l.is} lost</text><text class="lost-of" y="12">of ${l.was}</text>
                </g>`
          );
        })}${t.gone.map(l => {
          const a = at.get(`area:${l.was}`) || at.get(`structure:${l.was.split('/')[0]}`);
          return (
            a &&
            html`<rect class="ghost" x=${f(a.x - 17)} y=${f(a.y - 12)} width="34" height="24" rx="4" /><path
              class="trace-gone" d=${`M${f(a.x - 14)} ${f(a.y - 11)}l28 22m0 -22l-28 22`} />`
          );
        })}</g>`,
    )}
  </g>`;
}

// One is a move or a shot, with its number in the middle.
function One({ x, t, put, k }) {
  const a = put(x.from, x.kind === 'shot' ? x.piece : ''),
    to = put(x.to, x.kind === 'move' ? x.piece : ''),
    far = Math.hypot(to[0] - a[0], to[1] - a[1]) > 6,
    b = short(a, to, 22),
    m = middle(a, b);
  return html`${
    x.kind === 'move' &&
    far &&
    html`<rect class="ghost" x=${f(a[0] - 17)} y=${f(a[1] - 12)} width="34"
    height="24" rx=${t.side ? 6 : 1} />`
  }
    ${
      far &&
      html`<line class=${`trace-${x.kind}`} x1=${f(a[0])} y1=${f(a[1])} x2=${f(b[0])} y2=${f(b[1])}
      marker-end=${`url(#trace-head-${t.side})`} />`
    }
    <g transform=${`translate(${f(m[0])} ${f(m[1])}) scale(${k})`}><circle class="trace-disc" r="10" /><text
      class="trace-n" y="4">${t.n}</text></g>`;
}
