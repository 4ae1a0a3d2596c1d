// A small picture of a scene, for a card.
import { html } from './shell.js';
import { bounds, centre, layout, levelOf, moved } from './geometry.js';
import { pieces } from './naming.js';

const [w, h] = [300, 150];

/** Thumb draws a scene without words. */
export function Thumb({ scene }) {
  if (!scene) return html`<svg class="thumb" viewBox=${`0 0 ${w} ${h}`} aria-hidden="true"></svg>`;
  const plan = layout(scene), low = scene.low, high = plan.high;
  const k = Math.min((w - 24) / Math.max(1, high[0] - low[0]), (h - 20) / Math.max(1, high[1] - low[1]));
  const project = ([x, y]) => [w / 2 + (x - (low[0] + high[0]) / 2) * k, h / 2 - (y - (low[1] + high[1]) / 2) * k];
  const d = (points, close = 'Z') => 'M' + points.map(p => project(p).map(n => n.toFixed(1)).join(' ')).join('L') + close;
  const shift = new Map(scene.structures.map(s => [s.name, plan.shift.get(levelOf(s))]));
  const middles = new Map(scene.structures.map(s => [s.name, moved([centre(s.outline)], shift.get(s.name))[0]]));
  const stacked = new Map();
  return html`<svg class="thumb" viewBox=${`0 0 ${w} ${h}`} aria-hidden="true">
    ${scene.areas.filter(a => a.kind !== 'spot').map(a => html`<path class=${`area area-${a.kind}`} d=${d(a.outline, a.outline.length > 2 ? 'Z' : '')} />`)}
    ${scene.structures.map(s => html`<g class=${s.standing ? 'building' : 'building fallen'}><path class="walls" d=${d(moved(s.outline, shift.get(s.name)))} /></g>`)}
    ${pieces(scene).map(p => {
      const at = middles.get(p.structure) || p.at, n = stacked.get(String(at)) || 0;
      stacked.set(String(at), n + 1);
      const [x, y] = project(at), cx = x + 12 * n;
      return html`<g class=${`dot side-${p.side}`}>${p.side === 0 ? html`<rect x=${cx - 5} y=${y - 4} width="10" height="8" />` : html`<path d=${`M${cx - 6} ${y}l6-5l6 5l-6 5z`} />`}</g>`;
    })}
  </svg>`;
}
