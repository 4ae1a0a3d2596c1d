// The bar of a chance, from the preview to the record: grey for nothing, pale gold for less than something, gold for
// something, red for everything. Hatching shows the same without colour.
import { html } from './shell.js';
import { percent } from './number.js';

const present = zones =>
  [
    ['nothing', zones.nothing],
    ['slight', zones.slight],
    ['some', zones.some],
    ['all', zones.all],
  ].filter(([, z]) => z?.float > 1e-12);

// Equal names for something and everything are told apart.
const nameOf = (zones, which) =>
  which === 'some' && zones.some.name === zones.all.name ? 'in part' : zones[which].name;

/** Zones is the bar, with the meaning of its parts. */
export function Zones({ zones, bare }) {
  if (!zones) return null;
  let x = 0;
  const parts = present(zones).map(([which, z]) => {
    const at = x;
    x += z.float;
    return { which, at, wide: z.float, name: nameOf(zones, which) };
  });
  return html`<div class=${`zones${bare ? ' bare' : ''}`}>
    <svg class="zones-bar" viewBox="0 0 1000 26" preserveAspectRatio="none" aria-hidden="true">
    ${parts.map(
      p => html`<rect class=${`zone zone-${p.which}`} x=${(1000 * p.at).toFixed(1)}
      width=${(1000 * p.wide).toFixed(1)} height="26" />`,
    )}</svg>
    ${
      !bare &&
      html`<ul class="zones-key">
    ${parts.map(
      p => html`<li><svg width="12" height="12" aria-hidden="true"><rect class=${`zone zone-${p.which}`}
      width="12" height="12" /></svg> <b>${percent(p.wide)}</b> ${p.name}</li>`,
    )}</ul>`
    }
  </div>`;
}

// ticks returns round numbers from 0 to most, in at most many steps.
function ticks(most, many) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find(s => most / s <= many) || 1000;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/**
 * Losses is the distribution of a side's losses. A tail too small to see is cut off, with a note.
 */
export function Losses({ losses, unit = 'lost' }) {
  const list = losses.chances,
    last = list.findLastIndex(c => c.float >= 0.0005),
    cut = list.slice(last + 1).filter(c => c.float > 1e-12);
  if (list.length < 2) return null;
  const shown = list.slice(0, Math.max(last, 1) + 1),
    most = shown.at(-1).n,
    top = Math.max(...shown.map(c => c.float));
  const w = 340,
    h = 84,
    each = w / (most + 1),
    wide = Math.min(46, each * 0.76),
    end = list.at(-1).n;
  const x = n => (n + 0.5) * each;
  return html`<figure class="losses">
    <svg viewBox=${`0 -16 ${w} ${h + 34}`} role="img" aria-label=${`${losses.side} ${unit}: ${shown
      .filter(c => c.float > 0)
      .map(c => `${c.n}: ${percent(c.float)}`)
      .join(', ')}`}>
      ${shown
        .filter(c => c.float > 0)
        .map(c => {
          const tall = Math.max(1, (h * c.float) / top);
          return html`<rect class=${`zone zone-${c.n === 0 ? 'nothing' : c.n === end && !cut.length ? 'all' : 'some'}`}
            x=${(x(c.n) - wide / 2).toFixed(1)} y=${(h - tall).toFixed(1)} width=${wide.toFixed(1)}
              height=${tall.toFixed(1)} />
                ${
                  each > 40 &&
                  html`<text class="losses-value" x=${x(c.n).toFixed(1)} y=${(h - tall - 4).toFixed(1)}>
                ${percent(c.float)}</text>`
                }`;
        })}
      <path class="losses-base" d=${`M0 ${h}h${w}`} />
      ${ticks(most, 14).map(n => html`<text x=${x(n).toFixed(1)} y=${h + 14}>${n}</text>`)}
    </svg>
    <figcaption>${losses.side} ${unit}: ${losses.mean.toFixed(1)} on average${
      cut.length > 0 && html`; ${cut[0].n}${cut.length > 1 ? ' and more' : ''}: below 0.1 %, not drawn`
    }</figcaption>
  </figure>`;
}
