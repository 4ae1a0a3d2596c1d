// The first screen of the bench: questions as players put them, rulebook by rulebook.
import { html, Trouble, useLoad } from './shell.js';
import { once } from './api.js';
import { write } from './asked.js';

/** topics are all of them. */
export const topics = () => once('topics');

/** asked is a topic as the address of the bench. */
export function asked(t) {
  const part = a => ({ ruleset: t.ruleset, procedure: a.procedure, example: '', set: Object.fromEntries(a.set.map(w => [w.slice(0, w.indexOf('=')), w.slice(w.indexOf('=') + 1)])), ruling: {}, house: {}, again: [], from: [], label: t.asks.length > 1 ? a.label : '', aim: a.aim || '' });
  const [first, ...more] = t.asks.map(part);
  return '/odds?' + write({ ...first, more, strict: false, topic: t.name, mode: 'exactly', view: 'chart', measure: '', trials: 0, rounds: 0 });
}

/** Topics are offered until something is asked. */
export function Topics({ shelf, children }) {
  const got = useLoad(topics, []);
  return html`<main class="bench opening">
    <section class="question" aria-label="The question"><h1>Odds bench</h1><p class="say">Pick a question as players ask it, or ask one of your own. Every answer is exact, with its clauses.</p>${children}<${Trouble} error=${got.error} /></section>
    <section class="topics" aria-label="Questions by name">${(shelf || []).map(b => html`<div class="of-book" key=${b.ruleset}><h2>${b.title.replace(/ \(.*\)$/, '')}</h2>
      <ul>${(got.value || []).filter(t => t.ruleset === b.ruleset).map(t => html`<li><a class="topic card" href=${asked(t)}><b>${t.title}</b><span class="soft">${t.gist}</span><small>${t.asks.length > 1 ? t.asks.map(a => a.label).join(' or ') : 'one question'}</small></a></li>`)}</ul></div>`)}</section></main>`;
}
