// A comparison of questions: a summary, the aim and losses of each, and the differences. The
// server computes all of it.
import { html, Trouble, useLoad } from './shell.js';
import { ask } from './api.js';
import { comparisonAddress, nth } from './question.js';
import { Likelihood } from './chart.js';
import { capital } from './labels.js';
import { amount, percent } from './number.js';

// A difference of 0 has no sign: ± is for estimates.
const same = 'same';

const points = x => {
  if (x.float === 0) return same;
  const little = Math.abs(100 * x.float) < 0.05 && x.float !== 0;
  return (x.float > 0 ? '+' : '−') + (little ? '<\u202f0.1' : amount(Math.abs(Math.round(1000 * x.float) / 10)));
};
// mean formats a mean. One that is not 0 never looks like it.
const mean = v => (v !== 0 && Math.abs(v) < 0.005 ? '<\u202f0.01' : amount(v));
const more = (row, x) =>
  row.kind === 'event' ? points(x) : x.float === 0 ? same : `${x.float > 0 ? '+' : '−'}${mean(Math.abs(x.float))}`;

/** Beside is shown once every question has its exact answer. */
export function Beside({ x, whole, all }) {
  const url = whole ? comparisonAddress(x) : '';
  const got = useLoad(
    signal => (url ? ask(url, { signal }).then(value => ({ url, value })) : Promise.resolve(null)),
    [url],
  );
  const c = got.value?.url === url ? got.value.value : null;
  if (!c) return got.error && whole ? html`<${Trouble} error=${got.error} />` : null;
  const full = c.rows.filter(r => r.cells.every(y => y.name)),
    rest = c.rows.filter(r => !r.cells.every(y => y.name));
  return html`<div class="beside-all"><p class="verdict">${c.verdict}</p><${Rows} rows=${full} all=${all} />
    ${
      rest.length > 0 &&
      html`<details class="of-one"><summary>${rest.length} more that only some questions have</summary>
      <${Rows} rows=${rest} all=${all} /></details>`
    }</div>`;
}

function Rows({ rows, all }) {
  if (!rows.length) return null;
  return html`<div class="tabled" tabindex="0" role="region" aria-label="The questions beside each other">
    <table class="beside" style=${{ '--questions': all.length }}>
    <thead><tr><th scope="col"><span class="voice">what</span></th>${all.map(
      (p, i) => html`<th scope="col" class="number"><i class=${`swatch of-${i}`}>
    </i> ${capital(p.part.label || nth[i])}</th>`,
    )}</tr></thead>
    <tbody>${rows.map(
      r => html`<tr class=${r.role || ''}>
      <th scope="row">${capital(r.title)}${
        r.kind === 'measure' && r.unit ? html` <small class="soft">${r.unit}</small>` : ''
      }</th>${r.cells.map(
        (y, i) => html`<td class="number">
      <b>${y.name ? (r.kind === 'event' ? percent(y.float) : mean(y.float)) : '–'}</b>${
        y.more
          ? html` <span class=${`more ${y.more.float > 0 ? 'up' : y.more.float < 0 ? 'dn' : ''}`}
      title=${`against the first${y.more.p ? `: ${y.more.p}` : ''}`}>${more(r, y.more)}</span>`
          : ''
      }${
        r.kind === 'event' && y.name
          ? html`<${Likelihood}
      which=${i} chance=${y.float} />`
          : ''
      }${r.title !== y.title && y.title && r.role === 'aim' ? html`<small class="soft">${y.title}</small>` : ''}</td>`,
      )}</tr>`,
    )}</tbody>
      </table></div>`;
}
