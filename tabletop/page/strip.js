// The strip of zones: nothing, something, all that it could, as likely as they were,
// with a needle where it fell.
import { html } from './shell.js';
import { percent } from './number.js';

const names = ['nothing', 'some', 'all'];

// needleAt is where it fell, on the strip from nothing to all: above it lies what is better.
function needleAt(told, edges) {
  const { zone, luck } = told, from = edges[zone], to = edges[zone + 1];
  if (zone === 0) return (from + to) / 2;
  const at = 1 - luck.as_well.float, rim = Math.min(0.006, (to - from) / 2);
  return Math.max(from + rim, Math.min(to - rim, at + rim));
}

/** Strip draws the zones of what is told of an action; with labels, their names and chances below it. */
export function Strip({ told, labels }) {
  const z = told?.luck?.zones;
  if (!z) return null;
  const list = names.map((n, i) => ({ i, name: z[n]?.name ?? '', p: z[n]?.float ?? 0 }));
  const edges = [0, list[0].p, list[0].p + list[1].p, 1], at = needleAt(told, edges);
  const seen = list.filter(x => x.p > 0), says = seen.map(x => `${x.name} ${percent(x.p)}`).join(', ');
  return html`<div class="zones-strip" role="img" aria-label=${`${says}. It came to: ${list[told.zone].name || names[told.zone]}`}>
    <div class="strip">${seen.map(x => html`<span class=${`zone zone-${x.i}`} style=${{ width: `${100 * x.p}%` }}></span>`)}<i class="needle" style=${{ left: `${100 * at}%` }}></i></div>
    ${labels && html`<p class="strip-names" aria-hidden="true">${seen.map(x => html`<span class=${x.i === told.zone ? 'fell' : ''}><i class=${`zone zone-${x.i}`}></i> ${x.name} <b>${percent(x.p)}</b></span>`)}</p>`}</div>`;
}
