// The odds bench: a question without any match, and its answer.
import { useCallback, useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, show, Bar, Trouble, Voice, useLoad } from './shell.js';
import { book, books, procedure } from './api.js';
import { Rulebook } from './clause.js';
import { Answer, Refusal } from './answer.js';
import { Amiss } from './field.js';
import { Form, faultsOf } from './form.js';
import { address, named, tells, useAnswer, useAsked } from './asked.js';
import { normal } from './said.js';
import { percent, plain } from './number.js';

const nothing = { example: null, set: {}, ruling: {}, house: {}, again: [], from: [], b: null, measure: '', trials: 0, rounds: 0 };

// begun is what the page adds to a question that says too little, so that there is something to look at at once.
function begun(x, shelf, about, proc) {
  if (!x.ruleset) return shelf && { ruleset: 'tideofiron', procedure: 'attack', example: 'worked' };
  if (!x.procedure) return about && { procedure: about.procedures[0] };
  if (!proc) return null;
  const usual = x.example === null && Object.keys(x.set).length === 0 && proc.examples.length ? proc.examples[0].name : null;
  const parts = [x, x.b].filter(Boolean), whole = parts.map(p => ({ set: normal(proc, p.set), example: p.example ?? usual }));
  if (parts.every((p, i) => p.example === whole[i].example && Object.keys(whole[i].set).every(k => whole[i].set[k] === p.set[k]))) return null;
  return { ...whole[0], b: x.b && { ...x.b, ...whole[1] } };
}

// without leaves settings out of a part of a question, by their places: set.KEY, ruling.ID, house.PATH, from.
function without(part, places) {
  const out = Object.fromEntries(named.map(name => [name, { ...part[name] }]));
  if (places.some(at => /^from\b/.test(at))) out.from = [];
  for (const at of places) { const dot = at.indexOf('.'); delete out[at.slice(0, dot)]?.[at.slice(dot + 1)]; }
  return out;
}

// strays tells which faults are settings of the part, and how they are left out.
const strays = (part, put) => ({ has: at => { if (/^from\b/.test(at)) return part.from.length > 0; const dot = at.indexOf('.'); return at.slice(dot + 1) in (part[at.slice(0, dot)] || {}); }, drop: places => put(without(part, places)) });

function Bench() {
  const { x, change: step, fill } = useAsked();
  const shelf = useLoad(books, []);
  const about = useLoad(() => x.ruleset ? book(x.ruleset) : Promise.resolve(null), [x.ruleset]);
  const proc = useLoad(() => x.ruleset && x.procedure ? procedure(x.ruleset, x.procedure) : Promise.resolve(null), [x.ruleset, x.procedure]);
  const known = about.value?.ruleset === x.ruleset ? about.value : null;
  const ready = proc.value?.ruleset === x.ruleset && proc.value.procedure === x.procedure ? proc.value : null;
  useEffect(() => { const more = begun(x, shelf.value, known, ready); if (more) fill(more); }, [x, shelf.value, known, ready]);
  useEffect(() => { if (known && ready) document.title = `${plain(x.procedure)}, ${known.title} · Odds bench · loophole`; }, [known, ready]);
  const { amiss, tell } = useAmiss();
  const name = `${x.ruleset}|${x.procedure}`;
  const a = useAnswer(ready && address(x, 'a'), name), b = useAnswer(ready && x.b && address(x, 'b'), name);
  const got = x.b ? [a, b] : [a];
  const change = (part, what) => step({ trials: 0, ...part }, what);
  const first = got.find(g => g.value)?.value;
  const said = first && !got.some(g => g.asking) ? first.events.slice(0, 3).map(e => `${plain(e.name)} ${Math.round(100 * (e.float ?? e.estimate))} percent`).join(', ') : '';
  return html`<${Amiss.Provider} value=${tell}><${Rulebook.Provider} value=${x.ruleset}><${Bar} at="/odds" /><${Voice} text=${said} />
    <main class="bench">
      <section class="question" aria-label="The question">
        <h1>Odds bench</h1>
        <${Picker} x=${x} shelf=${shelf.value} about=${known} pick=${(ruleset, procedure) => step({ ...nothing, ruleset, procedure })} />
        ${ready && html`<p class="soft">${ready.gist}</p>`}
        <${Trouble} error=${shelf.error || about.error || proc.error} />
        ${ready && html`<${Asking} x=${x} proc=${ready} about=${known} got=${got} change=${change} /><${Jump} got=${got} amiss=${amiss} />`}
      </section>
      <section class="answer" id="answer" aria-label="The answer" aria-busy=${got.some(g => g.asking) ? 'true' : 'false'}>
        ${amiss.length > 0 && html`<div class="not-for">${amiss.map(text => html`<p class="wrong">${text}</p>`)}</div>`}
        ${ready && html`<${Told} title=${`${known?.title ?? x.ruleset}: ${plain(x.procedure)}`} x=${x} proc=${ready} got=${got} step=${step} change=${change} />`}
      </section>
    </main><//><//>`;
}

// useAmiss keeps what fields hold that cannot be asked, a sentence for each.
function useAmiss() {
  const [held, set] = useState(new Map());
  const tell = useCallback((field, text) => set(old => {
    if ((old.get(field) || '') === text) return old;
    const now = new Map(old);
    if (text) now.set(field, text); else now.delete(field);
    return now;
  }), []);
  return { amiss: [...held.values()], tell };
}

// Picker chooses the rulebook and the procedure.
function Picker({ x, shelf, about, pick }) {
  const list = shelf || [], parts = about?.parts || [];
  return html`<label>Rulebook<select value=${x.ruleset} onChange=${e => { const r = list.find(y => y.ruleset === e.target.value); if (r) pick(r.ruleset, r.procedures[0]); }}>${x.ruleset && !list.some(r => r.ruleset === x.ruleset) && html`<option value=${x.ruleset}>${x.ruleset}</option>`}${list.map(r => html`<option value=${r.ruleset} title=${r.title}>${r.title.replace(/ \(.*\)$/, '')}</option>`)}</select></label>
    <label>Procedure<select value=${x.procedure} onChange=${e => pick(x.ruleset, e.target.value)}>${x.procedure && !parts.some(p => p.name === x.procedure) && html`<option value=${x.procedure}>${plain(x.procedure)}</option>`}${parts.map(p => html`<option value=${p.name}>${plain(p.name)}</option>`)}</select></label>`;
}

// Asking is the form; or two of them, each folded to a line that tells it, the second open.
function Asking({ x, proc, about, got, change }) {
  const second = useRef(null), [pressed, press] = useState(false);
  useEffect(() => { if (pressed && x.b) { second.current?.querySelector('summary').focus(); press(false); } }, [pressed, x.b]);
  const common = { proc, about, ruleset: x.ruleset };
  const putB = (part, what) => change({ b: { ...x.b, ...part } }, what);
  const compare = () => { press(true); change({ b: { example: x.example, set: x.set, ruling: x.ruling, house: x.house, again: x.again, from: x.from } }); };
  const strict = html`<label class="tick"><input type="checkbox" checked=${x.strict} onChange=${e => change({ strict: e.target.checked })} />Refuse values that are not published with certainty</label>`;
  if (!x.b) return html`<button onClick=${compare}>Compare with another situation or reading</button><${Form} key="a" id="a" ...${common} part=${x} got=${got[0]} change=${change} />${strict}`;
  return html`<div class="row"><button onClick=${() => change({ b: null })}>Compare no more</button></div>
    <details class="asked first" open=${faultsOf(got[0].error).size > 0}><summary><span><b>First</b> <span class="soft">${tells(x)}</span></span></summary><${Form} key="a" id="a" ...${common} part=${x} got=${got[0]} change=${change} /></details>
    <details class="asked second" open ref=${second}><summary><span><b>Second</b> <span class="soft">${tells(x.b)}</span></span></summary><${Form} key="b" id="b" ...${common} part=${x.b} got=${got[1]} change=${putB} /></details>${strict}`;
}

// Jump tells the answer in a few words where it lies below the form, and leads there;
// or that it is not the answer to what is typed.
function Jump({ got, amiss }) {
  const refused = got.find(g => g.error)?.error, answer = got.find(g => g.value)?.value;
  const text = refused ? (refused.estimate ? 'Too large to be answered exactly' : 'No answer: see why') : answer ? answer.events.filter(e => (e.float ?? e.estimate) > 0).slice(0, 2).map(e => `${plain(e.name)} ${percent(e.float ?? e.estimate)}`).join(', ') || 'The answer' : 'Working it out …';
  return html`<a class=${`jump${amiss.length ? ' wrong' : ''}`} href="#answer" onClick=${e => { e.preventDefault(); document.getElementById('answer').scrollIntoView(); }}><span>${amiss[0] ?? text}</span><b aria-hidden="true">↓</b></a>`;
}

// Told is what comes of it: refusals, and the answers that there are.
function Told({ title, x, proc, got, step, change }) {
  const names = got.length > 1 ? ['The first question', 'The second question'] : ['This question'];
  const puts = [change, part => change({ b: { ...x.b, ...part } })];
  return html`${got.map((g, i) => g.error && html`<${Refusal} error=${g.error} which=${names[i]} many=${got.length > 1} onTrials=${() => step({ trials: 100_000, from: [], b: x.b && { ...x.b, from: [] } })} onDrop=${strays(i ? x.b : x, puts[i])} onAgain=${g.again} />`)}
    ${got.some(g => g.value) ? html`<${Answer} title=${title} x=${x} proc=${proc} got=${got} change=${step} />` : !got.some(g => g.error) && html`<p class="soft">Working it out …</p>`}`;
}

show(html`<${Bench} />`);
