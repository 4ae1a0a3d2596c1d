// The chance of each event by the end of each round, for a question that is played in rounds: a
// table with as many rounds as fit, which can be extended.
import { html } from './shell.js';
import { percent, plain } from './number.js';

const usual = 8,
  steps = [4, 8, 12, 20, 50, 100];

/** ByRound follows the events of one answer or two through the rounds. */
export function ByRound({ x, series, change }) {
  const checkpoint = plain(series.flatMap(s => s.answer.rounds || [])[0]),
    all = series.filter(s => s.answer.within?.length);
  const pick = html`<label class="rounds-many">${plain(`${checkpoint}s`)}<select value=${x.rounds}
    onChange=${e => change({ rounds: Number(e.target.value) })}>
      ${[...new Set([...steps, x.rounds])].sort((a, b) => a - b).map(n => html`<option value=${n}>${n}</option>`)}
      </select></label>`;
  if (!x.rounds)
    return html`<h2 class="ask-rounds">By the ${checkpoint}</h2><p class="ask-rounds">
      <button onClick=${() => change({ rounds: usual })}>
      How likely is each event within so many ${checkpoint}s?</button></p>`;
  return html`<div class="row measure"><h2>By the ${checkpoint}</h2>${pick}
    <button onClick=${() => change({ rounds: 0 })}>Leave out</button></div>
    ${all.map(s => s.answer.within.map(w => html`<${Followed} w=${w} name=${series.length > 1 ? s.name : ''} />`))}`;
}

function Followed({ w, name }) {
  const many = w.events[0]?.chances.length || 0,
    first = w.events.some(e => e.chances[0].float > 0) ? 0 : 1;
  const counts = [...Array(many).keys()].slice(first);
  return html`<div class="tabled" tabindex="0" role="region"
    aria-label=${`Chances within so many ${plain(w.checkpoint)}s${name && `, the ${name} question`}`}>
      <table class="by-round">
    <thead><tr><th scope="col">${name ? `${name}: ` : ''}within ${plain(w.checkpoint)}s</th>
    ${counts.map(n => html`<th scope="col">${n}</th>`)}</tr></thead>
    <tbody>${w.events.map(
      e => html`<tr><th scope="row">${plain(e.name)}</th>
    ${counts.map(n => html`<td>${percent(e.chances[n].float)}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}
