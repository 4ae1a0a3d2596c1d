// The odds bench: a question without any match. The whole question stands in
// the address, so that a link reproduces it.
import { useEffect, useMemo, useRef, useState } from './vendor/preact-htm.js';
import { html, show, Bar, Copy, Trouble, Voice, useLoad, useMedia } from './shell.js';
import { Problem, ask, book, books, isAbort, procedure, word } from './api.js';
import { Cite, Rulebook } from './clause.js';
import { Account } from './account.js';
import { Charts, Events } from './chart.js';
import { Rulings } from './rulings.js';
import { Situation } from './situation.js';
import { large, plain } from './number.js';

/** read takes the question out of an address; write puts it there. b is what a second question has otherwise. */
export function read(search) {
  const q = new URLSearchParams(search);
  const map = name => Object.fromEntries(q.getAll(name).map(x => { const at = x.indexOf('='); return [x.slice(0, at), x.slice(at + 1)]; }));
  return {
    ruleset: q.get('ruleset') || '', procedure: q.get('procedure') || '', example: q.get('example'), set: map('set'), ruling: map('ruling'), house: map('house'), strict: q.get('strict') === 'true',
    b: q.has('compare') ? { example: q.get('bexample') ?? q.get('example'), set: map('bset'), ruling: map('bruling') } : null,
    mode: q.get('mode') || 'exactly', view: q.get('view') || 'chart', measure: q.get('measure') || '', trials: Number(q.get('trials')) || 0,
  };
}

export function write(x) {
  const q = new URLSearchParams();
  const put = (name, map) => { for (const [k, v] of Object.entries(map)) q.append(name, `${k}=${v}`); };
  for (const k of ['ruleset', 'procedure']) if (x[k]) q.set(k, x[k]);
  if (x.example !== null) q.set('example', x.example);
  put('set', x.set); put('ruling', x.ruling); put('house', x.house);
  if (x.strict) q.set('strict', 'true');
  if (x.b) { q.set('compare', 'true'); if (x.b.example !== x.example) q.set('bexample', x.b.example || ''); put('bset', x.b.set); put('bruling', x.b.ruling); }
  if (x.mode !== 'exactly') q.set('mode', x.mode);
  if (x.view !== 'chart') q.set('view', x.view);
  if (x.measure) q.set('measure', x.measure);
  if (x.trials) q.set('trials', x.trials);
  return q.toString();
}

/** address is where the answer to a question is. */
export function address(x, which, kind = '') {
  const part = which === 'b' ? x.b : x, q = new URLSearchParams();
  if (part.example) q.set('example', part.example);
  for (const [k, v] of Object.entries(part.set)) q.append('set', `${k}=${v}`);
  for (const [k, v] of Object.entries(part.ruling)) q.append('ruling', `${k}=${v}`);
  for (const [k, v] of Object.entries(x.house)) q.append('house', `${k}=${v}`);
  if (x.strict) q.set('strict', 'true');
  if (x.trials && kind !== '.svg') q.set('trials', x.trials);
  return `/api/v1/rulesets/${word(x.ruleset)}/procedures/${word(x.procedure)}/odds${kind}?${q}`;
}

// useAnswer asks, a little after the last change, and drops what is out of date.
function useAnswer(url) {
  const [got, set] = useState({});
  useEffect(() => {
    if (!url) { set({}); return undefined; }
    const control = new AbortController();
    set(old => ({ ...old, asking: true }));
    const timer = setTimeout(() => ask(url, { signal: control.signal }).then(
      body => set({ value: body.exactly || body.by_trials || body }),
      error => isAbort(error) || control.signal.aborted || set(old => ({ error, value: error instanceof Problem && error.estimate ? null : old.value, stale: true }))), 180);
    return () => { clearTimeout(timer); control.abort(); };
  }, [url]);
  return got;
}

function Bench() {
  const [x, setX] = useState(() => read(location.search));
  const first = useRef(true);
  const change = part => setX(old => ({ ...old, trials: 0, ...part }));
  useEffect(() => { const heard = () => setX(read(location.search)); addEventListener('popstate', heard); return () => removeEventListener('popstate', heard); }, []);
  useEffect(() => {
    const now = '?' + write(x);
    if (now === location.search || now === '?' && !location.search) return;
    history[first.current ? 'replaceState' : 'pushState'](null, '', '/odds' + now);
    first.current = false;
  }, [x]);
  const shelf = useLoad(books, []);
  const about = useLoad(() => x.ruleset ? book(x.ruleset) : Promise.resolve(null), [x.ruleset]).value;
  const proc = useLoad(() => x.ruleset && x.procedure ? procedure(x.ruleset, x.procedure) : Promise.resolve(null), [x.ruleset, x.procedure]);
  const ready = proc.value && proc.value.ruleset === x.ruleset && proc.value.procedure === x.procedure ? proc.value : null;
  useEffect(() => { // something to look at, at once
    if (!x.ruleset && shelf.value) setX(old => old.ruleset ? old : { ...old, ruleset: 'tideofiron', procedure: 'attack', example: 'worked' });
    else if (ready && x.example === null && Object.keys(x.set).length === 0 && ready.examples.length) {
      const example = ready.examples[0].name;
      setX(old => ({ ...old, example, b: old.b && { ...old.b, example: old.b.example ?? example } }));
    }
  }, [shelf.value, ready]);
  const a = useAnswer(ready && address(x, 'a')), b = useAnswer(ready && x.b && address(x, 'b'));
  const answers = [a, x.b ? b : null].filter(Boolean);
  const pick = (ruleset, name) => setX(old => ({ ...read(''), mode: old.mode, view: old.view, ruleset, procedure: name }));
  const said = a.value && !a.asking ? a.value.events.slice(0, 3).map(e => `${plain(e.name)} ${Math.round(100 * (e.float ?? e.estimate))} percent`).join(', ') : '';
  return html`<${Rulebook.Provider} value=${x.ruleset}><${Bar} at="/odds" /><${Voice} text=${said} />
    <main class="bench">
      <section class="question" aria-label="The question">
        <h1>Odds bench</h1>
        <div class="row"><label class="grow">Rulebook<select value=${x.ruleset} onChange=${e => { const r = shelf.value.find(y => y.ruleset === e.target.value); pick(r.ruleset, r.procedures[0]); }}>${(shelf.value || []).map(r => html`<option value=${r.ruleset}>${r.title}</option>`)}</select></label>
          <label class="grow">Procedure<select value=${x.procedure} onChange=${e => pick(x.ruleset, e.target.value)}>${(about?.parts || []).map(p => html`<option value=${p.name}>${plain(p.name)}</option>`)}</select></label></div>
        <p class="soft">${ready?.gist}</p>
        <${Trouble} error=${shelf.error || proc.error} />
        ${ready && html`<${Question} x=${x} which="a" proc=${ready} about=${about} answer=${a} change=${change} />
        ${x.b ? html`<div class="second"><div class="row"><h2>Against</h2><button onClick=${() => change({ b: null })}>Compare no more</button></div>
            <${Question} x=${x} which="b" proc=${ready} about=${about} answer=${b} change=${change} /></div>`
          : html`<button onClick=${() => change({ b: { example: x.example, set: { ...x.set }, ruling: { ...x.ruling } } })}>Compare with another situation or reading</button>`}
        <label class="tick"><input type="checkbox" checked=${x.strict} onChange=${e => change({ strict: e.target.checked })} />Refuse values that are not published with certainty</label>`}
      </section>
      <section class="answer" aria-label="The answer" aria-busy=${a.asking ? 'true' : 'false'}>
        ${answers.map((got, i) => got.error && html`<${Refusal} error=${got.error} second=${i === 1} onTrials=${() => setX(old => ({ ...old, trials: 100000 }))} />`)}
        ${ready && a.value && html`<${Answer} x=${x} proc=${ready} a=${a} b=${x.b ? b : null} change=${part => setX(old => ({ ...old, ...part }))} />`}
        ${ready && !a.value && !a.error && html`<p class="soft">Working it out …</p>`}
      </section>
    </main><//>`;
}

function Question({ x, which, proc, about, answer, change }) {
  const part = which === 'b' ? x.b : x;
  const put = news => change(which === 'b' ? { b: { ...x.b, ...news } } : news);
  const changed = Object.keys(part.ruling).length, wide = useMedia('(min-width: 901px)');
  const shown = (about?.rulings || []);
  const followed = answer.value?.rulings || {};
  return html`<div class=${`situation-of-${which}`}>
    <label>Example<select value=${part.example || ''} onChange=${e => put({ example: e.target.value, set: {} })}><option value="">none: begin with the defaults</option>${proc.examples.map(e => html`<option value=${e.name}>${plain(e.name)}: ${e.gist}</option>`)}</select></label>
    <details class="form" open=${wide}><summary>Situation${Object.keys(part.set).length ? `: ${Object.keys(part.set).length} changed` : ''}</summary>
    <${Situation} proc=${proc} example=${part.example} set=${part.set} known=${answer.value?.situation} onSet=${set => put({ set })} /></details>
    ${shown.length > 0 && html`<details class="form" open=${changed > 0}><summary>Rulings (${changed || 'none'} changed)</summary>
      <${Rulings} ruleset=${x.ruleset} rulings=${shown} changed=${part.ruling} followed=${followed} onChange=${ruling => put({ ruling })} /></details>`}
  </div>`;
}

function Refusal({ error, second, onTrials }) {
  if (!error.estimate) return html`<${Trouble} error=${error} cite=${c => html`<${Cite} clause=${c} />`} />`;
  return html`<div class="toolarge trouble"><p><b>${second ? 'The second question' : 'This question'} is too large to be answered exactly.</b> It would take ${large(error.estimate.runs)} runs; ${large(error.estimate.budget)} are allowed.</p>
    <button class="main" onClick=${onTrials}>Estimate by 100,000 trials</button></div>`;
}

function Answer({ x, proc, a, b, change }) {
  const names = proc.measures.map(m => m.name);
  const measure = names.includes(x.measure) ? x.measure : names[0];
  const series = useMemo(() => [a, b].filter(y => y?.value).map((y, i) => ({ answer: y.value, name: i ? 'second' : 'first', which: i })), [a.value, b?.value]);
  const estimated = a.value.n > 0 && a.value.exact === false && a.value.seed !== undefined;
  return html`<div class=${[(a.asking || a.stale) && 'stale', estimated && 'by-trials'].filter(Boolean).join(' ')}>
    ${estimated ? html`<p class="estimated"><b>Estimated</b> by ${a.value.n.toLocaleString('en')} trials (seed ${a.value.seed}, ${a.value.generator}); each number with its standard error. This is not exact.</p>`
      : html`<p class="exactly soft">Exact${a.value.method ? `, calculated with ${a.value.method}` : ', as fractions'}. The mass of all outcomes is 1.</p>`}
    <h2>Events</h2><${Events} series=${series} gists=${proc.events} />
    ${measure && html`<div class="row measure"><h2>${plain(measure)}</h2>
        ${names.length > 1 && html`<label><span class="voice">Measure</span><select value=${measure} onChange=${e => change({ measure: e.target.value })}>${proc.measures.map(m => html`<option value=${m.name}>${plain(m.name)}: ${m.unit}</option>`)}</select></label>`}
        <div class="choice" role="group" aria-label="How the chances are added up">${['exactly', 'at least', 'at most'].map(m => html`<button aria-pressed=${x.mode === m ? 'true' : 'false'} onClick=${() => change({ mode: m })}>${m}</button>`)}</div>
        <button aria-pressed=${x.view === 'table' ? 'true' : 'false'} onClick=${() => change({ view: x.view === 'table' ? 'chart' : 'table' })}>Table</button></div>
      <${Charts} series=${series} measure=${measure} mode=${x.mode} view=${x.view} />`}
    <h2>Account</h2>
    ${series.map(s => html`${series.length > 1 && html`<h3>The ${s.name} situation</h3>`}<${Account} steps=${s.answer.account} assumes=${s.answer.assumes} />`)}
    ${a.value.assumes.length > 0 && html`<p class="soft small">${a.value.assumes.length} ${a.value.assumes.length === 1 ? 'value is' : 'values are'} assumed: not published with certainty, and marked so above.</p>`}
    <h2>Take it along</h2>
    <div class="row">${!estimated && html`<a class="button" href=${address(x, 'a', '.svg')} download="odds.svg">SVG</a>`}<a class="button" href=${address(x, 'a', '.csv')} download="odds.csv">CSV</a><a class="button" href=${address(x, 'a')} download="odds.json">JSON</a></div>
    <${Copy} label="Link to this question" text=${location.origin + '/odds?' + write(x)} />
  </div>`;
}

show(html`<${Bench} />`);
