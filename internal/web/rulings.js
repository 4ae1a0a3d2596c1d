// The rulings of a ruleset: each question with its readings.
import { html } from './shell.js';
import { Cite } from './clause.js';

/**
 * Rulings is a list of switches. changed has the readings that are not the default, or not those of the
 * house rules that usual has by path; followed are the rulings that affect an answer.
 */
export function Rulings({ ruleset, rulings, usual = {}, changed, followed, onChange }) {
  const first = r => r.readings.find(y => y.name === usual[`rulings.${r.name}`]) || r.readings[0];
  const put = (r, reading) => {
    const all = { ...changed };
    if (reading === first(r).name) delete all[r.name];
    else all[r.name] = reading;
    onChange(all);
  };
  return html`<div class="rulings">${rulings.map(r => {
    const chosen = r.readings.find(y => y.name === changed[r.name]) || first(r),
      affects = followed && r.name in followed;
    return html`<div key=${r.name} class=${`ruling${affects ? ' followed' : ''}`}>
      <p>${r.question} <${Cite} ruleset=${ruleset} clause=${r.clause} />
      ${affects && html` <span class="flag">affects this answer</span>`}</p>
      <select aria-label=${r.question} value=${chosen.name} onChange=${e => put(r, e.target.value)}>
      ${r.readings.map(
        (y, i) => html`<option value=${y.name}>${y.name}${i === 0 ? ' (default)' : ''}${
          y !== r.readings[0] && y === first(r) ? ' (of this scenario)' : ''
        }: ${y.gist}
      </option>`,
      )}</select>
      <p class="soft small">${chosen.gist}</p></div>`;
  })}</div>`;
}
