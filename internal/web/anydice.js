// The exact result of an expression in dice notation. The notation is in docs/dice.md.
import { useState } from './vendor/preact-htm.js';
import { ask } from './api.js';
import { modes } from './question.js';
import { Charts, Likelihood } from './chart.js';
import { amount, clipped, percent } from './number.js';
import { html, useLoad } from './shell.js';

// The example expressions, and what each shows.
const examples = [
  ['4d6kh3 >= 16', 'the best three of four'],
  ['19d6 5+ >= 9', 'how many show 5 or more'],
  ['(10d6 3+)d6 4+', 'hits, and wounds of the hits'],
  ['d20+7 vs d20+4', 'who wins'],
  ['2d6!!', 'dice that explode'],
  ['draw(2, {axis:5, allies:4}) =axis', 'out of a bag'],
  ['largest(5d6) >= 3', 'three of a kind'],
];

const asked = () => new URLSearchParams(location.search).get('dice') || '';

/** AnyDice answers an expression, which is part of the address. */
export function AnyDice() {
  const [text, setText] = useState(asked),
    [from, setFrom] = useState(asked),
    [mode, setMode] = useState(modes[0]);
  const got = useLoad(
    signal => (from ? ask(`dice?q=${encodeURIComponent(from)}`, { signal }) : Promise.resolve(null)),
    [from],
  );
  const put = expression => {
    setText(expression);
    setFrom(expression);
    history.replaceState(null, '', expression ? `?dice=${encodeURIComponent(expression)}` : location.pathname);
  };
  const a = got.value?.expression === from && !got.error ? got.value : null;
  return html`<section class="any-dice" aria-label="Any dice"><h2>Any dice</h2>
    <form class="row" onSubmit=${e => {
      e.preventDefault();
      put(text.trim());
    }}><label class="grow">Dice notation<input value=${text} placeholder=${examples[0][0]} autocomplete="off"
      autocapitalize="off" spellcheck="false" maxlength="1000" onInput=${e => setText(e.target.value)} /></label>
    <button class="main" disabled=${!text.trim()}>Calculate</button></form>
    ${got.loading && from && html`<p class="soft" role="status">Calculating …</p>`}
    ${got.error && from && !got.loading && html`<pre class="wrong" role="alert">${got.error.message}</pre>`}
    ${
      a &&
      html`<div class="answer" aria-live="polite">${a.chance && html`<${Chance} name=${a.expression} ...${a.chance} />`}
      ${(a.names || []).map(n => html`<${Chance} key=${n.name} ...${n} />`)}
      ${a.number && html`<${Total} number=${a.number} mode=${mode} setMode=${setMode} />`}
      ${a.notes.map(n => html`<p class="small soft">${n}</p>`)}</div>`
    }
    <details><summary>Notation</summary><p class="dice-examples row">${examples.map(
      ([expression, gist]) => html`<button type="button" class="quiet" onClick=${() => put(expression)}>
        <code>${expression}</code> <small class="soft">${gist}</small></button>`,
    )}</p></details></section>`;
}

// Chance is a named chance.
function Chance({ name, p, float }) {
  return html`<p class="dice-chance"><span>${name}</span><b>${percent(float)}</b>
    <${Likelihood} which=${0} chance=${float} /><small class="soft"><code>${clipped(p)}</code>${
      float > 0 && float < 0.5 ? `, 1 in ${amount(1 / float)}` : ''
    }</small></p>`;
}

// Total is the distribution of a number.
function Total({ number, mode, setMode }) {
  const series = [{ name: '', which: 0, answer: { expected: { measures: { it: { ...number, unit: 'in all' } } } } }];
  return html`<div class="row" role="group" aria-label="How to show the chances">${modes.map(
    m => html`<button type="button" aria-pressed=${m === mode ? 'true' : 'false'} onClick=${() => setMode(m)}>
    ${m}</button>`,
  )}</div><${Charts} series=${series} measure="it" mode=${mode} view="chart" />`;
}
