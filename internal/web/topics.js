// The first screen of the odds page: questions in players' words, by ruleset.
import { AnyDice } from './anydice.js';
import { Likelihood } from './chart.js';
import { html, Trouble, useLoad } from './shell.js';
import { once } from './api.js';
import { write } from './question.js';
import { capital } from './labels.js';
import { percent } from './number.js';
import { oddsPlace } from './places.js';

/** topics fetches all topics. */
export const topics = () => once('topics');

/** asked returns the address of a topic on the odds page. */
export function asked(t) {
  const part = a => ({
    ruleset: t.ruleset,
    procedure: a.procedure,
    example: '',
    set: Object.fromEntries(a.set.map(w => [w.slice(0, w.indexOf('=')), w.slice(w.indexOf('=') + 1)])),
    ruling: {},
    house: {},
    again: [],
    from: [],
    label: t.asks.length > 1 ? a.label : '',
    aim: a.aim || '',
  });
  const [first, ...more] = t.asks.map(part);
  return (
    oddsPlace +
    '?' +
    write({
      ...first,
      more,
      strict: false,
      topic: t.name,
      mode: 'exactly',
      view: 'chart',
      measure: '',
      trials: 0,
      rounds: 0,
    })
  );
}

// Outcomes shows the chance of the hoped-for event in each situation of a topic.
function Outcomes({ t, found }) {
  const one = t.asks.every(a => a.hoped === t.asks[0].hoped),
    many = t.asks.length > 1;
  return html`<span class="outcomes">${one && many && html`<small class="soft">${capital(t.asks[0].hoped)}</small>`}
    ${t.asks.map((a, i) => {
      const x = found?.asks[i],
        told = one ? (many ? a.label : a.hoped) : `${a.label}: ${a.hoped}`;
      return html`<small class="outcome"><span>${capital(told)}</span><b>${x ? percent(x.float) : '…'}</b>
        <${Likelihood} which=${i} chance=${x?.float || 0} /></small>`;
    })}</span>`;
}

/** Topics are offered until something is asked. */
export function Topics({ rulesets, children }) {
  const got = useLoad(topics, []),
    chances = useLoad(() => once('topics/chances'), []);
  const found = t => (chances.value || []).find(c => c.ruleset === t.ruleset && c.name === t.name);
  return html`<main class="bench opening">
    <section class="question" aria-label="The question"><h1>Odds bench</h1>
      <p class="say">Pick a question as players ask it, or ask one of your own. Every answer is exact, with its
        clauses.</p>${children}<${Trouble}
      error=${got.error} /><${AnyDice} /></section>
    <section class="topics" aria-label="Questions by name">${(rulesets || []).map(
      b => html`<div class="of-book" key=${b.ruleset}><h2>${b.short}</h2>
      <ul>${(got.value || [])
        .filter(t => t.ruleset === b.ruleset)
        .map(
          t => html`<li><a class="topic card"
        href=${asked(t)}><b>${t.title}</b><span class="soft">${t.gist}</span><${Outcomes} t=${t} found=${found(t)} />
        </a></li>`,
        )}</ul></div>`,
    )}</section></main>`;
}
