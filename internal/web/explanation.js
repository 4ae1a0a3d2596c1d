// The explanation of an answer: every number with its meaning and its clause.
import { html } from './shell.js';
import { Cite } from './clause.js';

const sureness = { certain: '', likely: 'likely', guess: 'a guess' };

/** Explanation is a list of steps, each with its clause. Uncertain defaults are marked. */
export function Explanation({ steps, assumes = [] }) {
  const labelled = new Map(assumes.map(a => [a.clause + a.text, a]));
  return html`<table class="explanation"><tbody>${steps.map(s => {
    const label = labelled.get(s.clause + s.text);
    const told = s.value !== null && s.value !== undefined;
    return html`<tr><td colspan=${told ? null : 2}>${s.text} <${Cite} clause=${s.clause} />
      ${
        label &&
        html`<span class="assumed" title="not published with certainty">assumed${
          sureness[label.confidence] ? ', ' + sureness[label.confidence] : ''
        }</span>`
      }</td>
      ${told && html`<td class="number">${String(s.value)}</td>`}</tr>`;
  })}</tbody></table>
  ${steps.length === 0 && html`<p class="soft">Nothing modifies it.</p>`}`;
}
