// The chance to win over the actions of a game. Each action has two parts: its decision, from the
// chance before to the expected chance, and its dice, from there to the chance after.
import { useRef } from './vendor/preact-htm.js';
import { html } from './shell.js';

const markedLuck = 0.03,
  markedGiven = 0.02; // chances from which on a part has a mark

// laidOut returns the paths, marks and ticks of a curve of a size in pixels.
function laidOut(x, wide, high) {
  const box = { left: 46, right: wide - 10, top: 12, bottom: high - 24 },
    n = Math.max(1, x.actions.length);
  const at = k => box.left + ((box.right - box.left) * k) / n,
    up = v => box.bottom - (box.bottom - box.top) * Math.min(1, Math.max(0, v));
  const point = (k, v) => `${at(k).toFixed(1)} ${up(v).toFixed(1)}`;
  let share = `M${at(0)} ${box.bottom}L${point(0, x.start)}`,
    decision = '',
    dice = '';
  const dots = [];
  x.actions.forEach((a, i) => {
    const [from, mean, to] = [point(i, a.before), point(i + 0.5, a.expected), point(i + 1, a.after)];
    decision += `M${from}L${mean}`;
    dice += `M${mean}L${to}`;
    share += `L${mean}L${to}`;
    const side = a.side === x.sides[1].side ? 1 : 0;
    if (a.given >= markedGiven) dots.push({ x: at(i + 0.5), y: up(a.expected), side });
    if (Math.abs(a.luck) >= markedLuck) dots.push({ x: at(i + 1), y: up(a.after), side, dice: true });
  });
  share += `L${at(x.actions.length)} ${box.bottom}Z`;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find(s => x.actions.length / s <= wide / 60) || 2000;
  const ticks = x.actions.map(a => a.number).filter(k => k % step === 0);
  return { ...box, at, share, decision, dice, dots, ticks };
}

// owners returns the places of the side names, at the upper and at the lower end of the curve: where the curve is
// farthest away.
function owners(x, c) {
  const n = Math.max(1, x.actions.length),
    room = Math.ceil((n * 90) / (c.right - c.left)); // actions beside a name
  const values = [x.start, ...x.actions.flatMap(a => [a.expected, a.after])];
  const near = k => values.slice(2 * k, 2 * (k + room) + 1);
  const first = of =>
    Array.from({ length: Math.max(1, n - room + 1) }, (_, k) => k).reduce((a, b) => (of(b) > of(a) + 0.02 ? b : a), 0);
  const upper = first(k => Math.min(0.88, 1 - Math.max(...near(k)))),
    lower = first(k => Math.min(0.88, Math.min(...near(k))));
  return { upper: c.at(upper) + 8, lower: c.at(lower) + 8 };
}

// exactFrom returns the place of the line from which on the chances are exact, and of its label.
function exactFrom(x, c) {
  if (x.solved_from < 2) return null;
  const px = c.at(x.solved_from - 1),
    left = px > c.right - 50;
  return { x: px, label: px + (left ? -5 : 5), anchor: left ? 'end' : 'start', y: c.top + (px < 220 ? 34 : 17) };
}

const diamond = 'M0-6.5L6.5 0L0 6.5L-6.5 0z';

const Dot = ({ x, y, side, dice }) =>
  dice
    ? html`<circle class="dice-dot" cx=${x} cy=${y} r="5" />`
    : html`<path class=${`decision-dot side-${side}`} transform=${`translate(${x} ${y})`} d=${diamond} />`;

/**
 * Curve is the curve as a slider: arrow keys and the pointer go to an action, Enter opens it. at is
 * the number of the shown action, and says its description.
 */
export function Curve({ x, narrow, at, says, onAt, onOpen }) {
  const [wide, high] = narrow ? [360, 220] : [720, 260],
    c = laidOut(x, wide, high),
    exact = exactFrom(x, c),
    name = owners(x, c),
    n = x.actions.length,
    box = useRef(null);
  const key = e => {
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 10,
      PageUp: at + 10,
      Home: 0,
      End: n,
    }[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === 'Enter' && at > 0) onOpen(at);
    else if (to === undefined) return;
    else onAt(Math.max(0, Math.min(n, to)));
    e.preventDefault();
  };
  const near = e => {
    const r = box.current.getBoundingClientRect(),
      px = ((e.clientX - r.left) / r.width) * wide;
    onAt(Math.max(0, Math.min(n, Math.round(((px - c.left) / (c.right - c.left)) * n))));
  };
  return html`<div class="luck-slider" ref=${box} role="slider" tabindex="0" aria-label="Action on the curve"
      aria-valuemin="0" aria-valuemax=${n} aria-valuenow=${at} aria-valuetext=${says} onKeyDown=${key}
      onPointerDown=${near} onPointerMove=${e => (e.pointerType === 'mouse' || e.buttons) && near(e)}>
    <svg class=${`luck-curve ${narrow ? 'narrow' : 'wide'}`} viewBox=${`0 0 ${wide} ${high}`} aria-hidden="true">
      <rect class="share-1" x=${c.left} y=${c.top} width=${c.right - c.left} height=${c.bottom - c.top} />
      <path class="share-0" d=${c.share} />
      <path class="even" d=${`M${c.left} ${(c.top + c.bottom) / 2}H${c.right}`} />
      <g class="scale">${[1, 0.5, 0].map(
        v => html`<text x=${c.left - 6} y=${c.bottom - (c.bottom - c.top) * v + 4}>${100 * v} %</text>`,
      )}</g>
      ${c.ticks.map(k => html`<text class="tick" x=${c.at(k)} y=${c.bottom + 16}>${k}</text>`)}
      ${
        exact &&
        html`<path class="exact-from" d=${`M${exact.x.toFixed(1)} ${c.top}V${c.bottom}`} />
      <text class="exact-from" x=${exact.label} y=${exact.y} text-anchor=${exact.anchor}>exact</text>`
      }
      <path class="here" d=${`M${c.at(at).toFixed(1)} ${c.top}V${c.bottom}`} />
      ${x.values_only || html`<path class="by-decision" d=${c.decision} /><path class="by-dice" d=${c.dice} />`}
      ${c.dots.map(d => html`<${Dot} ...${d} />`)}
      <text class="owner side-1" x=${name.upper} y=${c.top + 17}>${x.sides[1].side}</text>
      <text class="owner side-0" x=${name.lower} y=${c.bottom - 8}>${x.sides[0].side}</text>
    </svg></div>`;
}

/** Legend explains the lines and marks of the curve. */
export const Legend = () => html`<ul class="legend">
  <li><svg width="46" height="14" viewBox="0 0 46 14" aria-hidden="true"><path class="by-decision" d="M0 7H46" />
    <${Dot} x=${14} y=${7} side=${0} /><${Dot} x=${32} y=${7} side=${1} /></svg>
    decision; marked where it gives up 2 points</li>
  <li><svg width="30" height="14" viewBox="0 0 30 14" aria-hidden="true"><path class="by-dice" d="M0 7H30" />
    <${Dot} x=${15} y=${7} dice=${true} /></svg> dice, and decisions within the
      action; marked where luck is 3 points</li></ul>`;
