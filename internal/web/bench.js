// The odds page: one to four questions without a match, side by side, and their answers.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, show, Bar, Trouble, Voice, useLoad } from './shell.js';
import { book, books, procedure } from './api.js';
import { Rulebook } from './clause.js';
import { Answer, Refusal } from './answer.js';
import { Amiss, useAmiss } from './field.js';
import { Form, faultsOf } from './form.js';
import { address, nth, parts, settingKinds, summaryOf, useAnswer, useAsked } from './question.js';
import { capital } from './labels.js';
import { normalize } from './situationvalues.js';
import { percent, plain } from './number.js';
import { Sentence } from './sentence.js';
import { Topics, topics } from './topics.js';
import { oddsPlace } from './places.js';
import { Waiting } from './waiting.js';

const nothing = { example: null, set: {}, ruling: {}, house: {}, again: [], from: [], label: '', aim: '' };
const most = 4;

// completion returns the procedure, or the example and settings, that a question lacks for the page to
// show an answer at once; null if it lacks nothing.
function completion(part, about, proc) {
  if (!part.ruleset) return null;
  if (!part.procedure) return about && { procedure: about.procedures[0] };
  if (!proc) return null;
  const usual =
    part.example === null && Object.keys(part.set).length === 0 && proc.examples.length ? proc.examples[0].name : null;
  const whole = { set: normalize(proc, part.set), example: part.example ?? usual };
  return part.example === whole.example && Object.keys(whole.set).every(k => whole.set[k] === part.set[k])
    ? null
    : whole;
}

// without removes settings from a question, by their places: set.KEY, ruling.ID, house.PATH,
// from.
function without(part, places) {
  const out = Object.fromEntries(settingKinds.map(name => [name, { ...part[name] }]));
  if (places.some(at => /^from\b/.test(at))) out.from = [];
  for (const at of places) {
    const dot = at.indexOf('.');
    delete out[at.slice(0, dot)]?.[at.slice(dot + 1)];
  }
  return out;
}

// removable finds the settings of a part that can be left out, and drops them.
const removable = (part, put) => ({
  has: at => {
    if (/^from\b/.test(at)) return part.from.length > 0;
    const dot = at.indexOf('.');
    return at.slice(dot + 1) in (part[at.slice(0, dot)] || {});
  },
  drop: places => put(without(part, places)),
});

// usePart returns one question with its ruleset, procedure and answer, or undefined if there is no
// such question.
function usePart(x, i) {
  const part = parts(x)[i],
    { ruleset = '', procedure: name = '' } = part || {};
  const about = useLoad(() => (ruleset ? book(ruleset) : Promise.resolve(null)), [ruleset]);
  const proc = useLoad(() => (ruleset && name ? procedure(ruleset, name) : Promise.resolve(null)), [ruleset, name]);
  const known = about.value?.ruleset === ruleset ? about.value : null;
  const ready = proc.value?.ruleset === ruleset && proc.value.procedure === name ? proc.value : null;
  const got = useAnswer(ready && address(x, i), `${ruleset}|${name}`);
  return part && { part, which: i, about: known, proc: ready, got, error: about.error || proc.error };
}

function Bench() {
  const { x, change: step, fill } = useAsked();
  const rulesets = useLoad(books, []),
    named = useLoad(() => (x.topic ? topics() : Promise.resolve(null)), [x.topic]);
  const all = [usePart(x, 0), usePart(x, 1), usePart(x, 2), usePart(x, 3)].filter(Boolean),
    [first] = all;
  useEffect(() => {
    const more = all.map(p => completion(p.part, p.about, p.proc));
    if (more.some(Boolean)) fill({ ...more[0], more: x.more.map((p, i) => ({ ...p, ...more[i + 1] })) });
  }, [x, ...all.map(p => p.about), ...all.map(p => p.proc)]);
  const topic = (named.value || []).find(t => t.name === x.topic && t.ruleset === x.ruleset),
    title = topic?.title || first.proc?.title;
  useEffect(() => {
    if (title && first.about) document.title = `${title}, ${first.about.short} · Odds bench · loophole`;
  }, [title, first.about]);
  const { amiss, tell } = useAmiss(),
    got = all.map(p => p.got);
  const change = (part, what) => step({ trials: 0, ...part }, what);
  const puts = all.map((p, i) =>
    i === 0
      ? change
      : (part, what) => change({ more: x.more.map((y, k) => (k === i - 1 ? { ...y, ...part } : y)) }, what),
  );
  const answer = got.find(g => g.value)?.value;
  const said =
    answer && !got.some(g => g.asking)
      ? answer.events
          .slice(0, 3)
          .map(e => `${plain(e.name)} ${percent(e.float ?? e.estimate)}`)
          .join(', ')
      : '';
  const pick = (i, ruleset, procedure) =>
    i === 0
      ? step({
          ...nothing,
          ruleset,
          procedure,
          topic: '',
          trials: 0,
          ...(x.more.length ? {} : { measure: '', rounds: 0 }),
        })
      : puts[i]({ ...nothing, ruleset, procedure });
  const picker = p =>
    html`<${Picker} part=${p.part} rulesets=${rulesets.value} about=${p.about}
      pick=${(...what) => pick(p.which, ...what)} />`;
  if (!x.ruleset)
    return html`<${Rulebook.Provider} value=""><${Bar} at="Odds bench" /><${Trouble} error=${rulesets.error} />
      <${Topics} rulesets=${rulesets.value}><div class="what row">${picker(first)}</div><//><//>`;
  return html`<${Amiss.Provider} value=${tell}><${Rulebook.Provider} value=${x.ruleset}>
    <${Bar} at="Odds bench" /><${Voice}
    text=${said} />
    <main class="bench">
      <header class="asked-of"><div class="row"><h1>${title || 'Odds bench'}</h1><a class="button other"
        href=${oddsPlace}>Other questions</a></div>${topic && html`<p class="soft">${topic.gist}</p>`}
        <${Trouble} error=${rulesets.error || all.find(p => p.error)?.error} />
        <div class=${`sentences of-${all.length}`}>${all.map(
          (p, i) => html`<section class="q" key=${i}
            aria-label=${all.length > 1 ? `The ${nth[i]} question` : 'The question in a sentence'}>
            <div class="what row">${
              all.length > 1 &&
              html`<b><i class=${`swatch of-${i}`}>
            </i> ${capital(p.part.label || nth[i])}</b>`
            }${picker(p)}${
              i > 0 &&
              html`<button class="quiet leave"
            onClick=${() => change({ more: x.more.filter((_, k) => k !== i - 1) })}
            aria-label=${`Leave the ${nth[i]} question out`}>✕</button>`
            }</div>
          ${
            p.proc &&
            html`<${Sentence} proc=${p.proc} part=${p.part}
            onSet=${(set, what) => puts[i]({ set }, `${i}.${what}`)} />`
          }</section>`,
        )}</div></header>
      <section class="answer" id="answer" aria-label="The answer"
        aria-busy=${got.some(g => g.asking) ? 'true' : 'false'}>
        ${amiss.length > 0 && html`<div class="not-for">${amiss.map(text => html`<p class="wrong">${text}</p>`)}</div>`}
        <${Waiting} got=${got} />
        ${first.proc && html`<${Told} x=${x} all=${all} step=${step} puts=${puts} />`}
      </section>
      <section class="question" aria-label="The question">
        ${
          first.proc &&
          html`<${Asking} x=${x} all=${all} change=${change} puts=${puts} /><${Jump} got=${got}
          amiss=${amiss} />`
        }
      </section>
    </main><//><//>`;
}

// Picker selects the ruleset and the procedure of a question.
function Picker({ part: x, rulesets, about, pick }) {
  const list = rulesets || [],
    of = about?.parts || [],
    titles = about?.titles || {};
  return html`<label><span class="voice">Rulebook</span><select value=${x.ruleset} onChange=${e => {
    const r = list.find(y => y.ruleset === e.target.value);
    if (r) pick(r.ruleset, r.procedures[0]);
  }}>${!x.ruleset && html`<option value="">Choose a rulebook …</option>`}${
    x.ruleset && !list.some(r => r.ruleset === x.ruleset) && html`<option value=${x.ruleset}>${x.ruleset}</option>`
  }${list.map(
    r => html`<option value=${r.ruleset}
    title=${r.title}>${r.short}</option>`,
  )}</select></label>
    ${
      x.ruleset &&
      html`<label><span class="voice">Procedure</span><select value=${x.procedure}
      onChange=${e => pick(x.ruleset, e.target.value)}>${
        x.procedure &&
        !of.some(p => p.name === x.procedure) &&
        html`<option value=${x.procedure}>${plain(x.procedure)}</option>`
      }${of.map(
        p => html`<option value=${p.name}
      title=${p.gist}>${titles[p.name] || capital(plain(p.name))}</option>`,
      )}</select></label>`
    }`;
}

// Asking shows the cards of one question. Of several, it folds each into one line and puts the
// last open one first.
function Asking({ x, all, change, puts }) {
  const last = useRef(null),
    [pressed, press] = useState(false),
    [one] = all;
  // The comparison stays in view while the answers above it grow, until the user scrolls.
  useEffect(() => {
    if (!pressed || all.length < 2) return undefined;
    const head = last.current.querySelector('summary'),
      watch = new ResizeObserver(() => head.scrollIntoView({ block: 'center' })),
      leave = () => press(false);
    head.focus();
    watch.observe(document.getElementById('answer'));
    const ends = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
    for (const e of ends) addEventListener(e, leave, { passive: true });
    return () => {
      watch.disconnect();
      for (const e of ends) removeEventListener(e, leave);
    };
  }, [pressed, all.length]);
  const compare = () => {
    const { ruleset, procedure, example, set, ruling, house, again, from, aim } = one.part;
    press(true);
    change({ more: [...x.more, { ruleset, procedure, example, set, ruling, house, again, from, aim, label: '' }] });
  };
  const strict = html`<label class="tick"><input type="checkbox" checked=${x.strict}
    onChange=${e => change({ strict: e.target.checked })} />Refuse values that are not published with
    certainty</label>`;
  const form = p =>
    p.proc &&
    html`<${Form} key=${p.which} id=${'abcd'[p.which]} proc=${p.proc} about=${p.about} ruleset=${p.part.ruleset}
      part=${p.part} got=${p.got} change=${puts[p.which]} />`;
  if (all.length === 1)
    return html`<button onClick=${compare}>Compare with another situation or reading</button>${form(one)}${strict}`;
  return html`<div class="row">
    <button onClick=${() => change({ more: [] })}>Stop comparing</button>${
      all.length < most &&
      html`<button class="beside-too"
    onClick=${compare}>Add a question</button>`
    }</div>
    ${all.map(
      (p, i) => html`<details key=${i} class=${`asked ${nth[i]}`}
      open=${i === all.length - 1 || faultsOf(p.got.error).size > 0} ref=${i === all.length - 1 ? last : null}>
      <summary><span><b>${capital(nth[i])}</b> <span class="soft">${summaryOf(p.part, p.proc)}</span></span>
      </summary>${form(p)}</details>`,
    )}${strict}`;
}

// Jump is a link to the answer, with a short form of it, while the answer is out of view. If the text of a
// field cannot be used, it shows what is wrong there instead.
function Jump({ got, amiss }) {
  const refused = got.find(g => g.error)?.error,
    answer = got.find(g => g.value)?.value;
  const text = refused
    ? refused.estimate
      ? 'Too large to be answered exactly'
      : 'No answer: see the reason'
    : answer
      ? answer.events
          .filter(e => (e.float ?? e.estimate) > 0)
          .slice(0, 2)
          .map(e => `${plain(e.name)} ${percent(e.float ?? e.estimate)}`)
          .join(', ') || 'The answer'
      : 'Calculating …';
  return html`<a class=${`jump${amiss.length ? ' wrong' : ''}`} href="#answer" onClick=${e => {
    e.preventDefault();
    document.getElementById('answer').scrollIntoView();
  }}><span>${amiss[0] ?? text}</span><b aria-hidden="true">↑</b></a>`;
}

// Told shows the answers, or why there are none.
function Told({ x, all, step, puts }) {
  const got = all.map(p => p.got),
    name = i => (all.length > 1 ? `The ${nth[i]} question` : 'This question');
  const trials = () => step({ trials: 100_000, from: [], more: x.more.map(p => ({ ...p, from: [] })) });
  return html`${got.map(
    (g, i) =>
      g.error &&
      html`<${Refusal} error=${g.error} which=${name(i)} many=${all.length > 1}
    onTrials=${trials} removable=${removable(all[i].part, puts[i])} onAgain=${g.again} />`,
  )}
    ${
      got.some(g => g.value)
        ? html`<${Answer} x=${x} all=${all} change=${step}
      puts=${puts} />`
        : !got.some(g => g.error || g.stopped) && html`<p class="soft">Calculating …</p>`
    }`;
}

show(html`<${Bench} />`);
