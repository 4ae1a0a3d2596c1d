// The bar of zones: nothing, something, everything, each as wide as it was likely, with a needle
// at the result.
import { html } from './shell.js';
import { percent } from './number.js';

const names = ['nothing', 'slight', 'some', 'all'];

// needleAt returns the place of the result on the bar from nothing to everything: better results
// are above it.
function needleAt(told, edges) {
  const { zone, luck } = told,
    from = edges[zone],
    to = edges[zone + 1];
  if (zone === 0) return (from + to) / 2;
  const at = 1 - luck.as_well.float,
    rim = Math.min(0.006, (to - from) / 2);
  return Math.max(from + rim, Math.min(to - rim, at + rim));
}

/** Strip draws the zones of a played action; with labels, their names and chances below it. */
export function Strip({ told, labels }) {
  const z = told?.luck?.zones;
  if (!z) return null;
  const list = names.map((n, i) => ({ i, name: z[n]?.name ?? '', p: z[n]?.float ?? 0 }));
  const edges = [0, list[0].p, list[0].p + list[1].p, 1 - list[3].p, 1],
    at = needleAt(told, edges);
  const seen = list.filter(x => x.p > 0),
    says = seen.map(x => `${x.name} ${percent(x.p)}`).join(', ');
  return html`<div class="zones-strip" role="img"
    aria-label=${`${says}. It came to: ${list[told.zone].name || names[told.zone]}`}>
    <div class="strip">
    ${seen.map(x => html`<span class=${`zone zone-${x.i}`} style=${{ width: `${100 * x.p}%` }}></span>`)}
    <i class="needle" style=${{ left: `${100 * at}%` }}></i></div>
    ${
      labels &&
      html`<p class="strip-names" aria-hidden="true">
    ${seen.map(
      x => html`<span class=${x.i === told.zone ? 'fell' : ''}><i class=${`zone zone-${x.i}`}>
    </i> ${x.name} <b>${percent(x.p)}</b></span>`,
    )}</p>`
    }</div>`;
}

/** Fell draws the chances of the other side's losses, with a needle at the actual number. */
export function Fell({ told }) {
  const of = told?.luck?.losses?.find(l => l.side !== told.by);
  if (!of) return null;
  const n = told.losses.find(l => l.side === of.side)?.n ?? 0,
    list = of.chances.filter(c => c.n <= Math.max(n, 1) || c.float >= 0.001);
  if (list.length < 2 || list.length > 24) return null;
  const top = Math.max(...list.map(c => c.float)),
    wide = 240 / list.length,
    every = list.length > 14 ? 2 : 1;
  return html`<svg class="fell" viewBox="0 0 240 74" role="img"
    aria-label=${`${of.side} lost ${n}. The chances were: ${list.map(c => `${c.n}, ${percent(c.float)}`).join('; ')}`}>
    ${list.map((c, i) => {
      const high = Math.max(1, (44 * c.float) / top),
        x = i * wide,
        here = c.n === n;
      return html`<g class=${`fell-bar${c.n ? '' : ' none'}${here ? ' here' : ''}`}><rect x=${x + 1} y=${58 - high}
        width=${wide - 2} height=${high} />
          ${here && html`<path class="needle" d=${`M${x + wide / 2 - 5} ${48 - high}h10l-5 7z`} />`}
          ${(here || i % every === 0) && html`<text x=${x + wide / 2} y="71">${c.n}</text>`}</g>`;
    })}<path class="fell-line" d="M0 58.5h240" /></svg>`;
}
