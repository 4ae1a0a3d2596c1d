// The start state of an answer in the middle of a fight. The server lists the possible states;
// each selection narrows them down to one.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html, Trouble, useLoad } from './shell.js';
import { ask } from './api.js';
import { states } from './question.js';
import { Field } from './field.js';
import { counted, plain } from './number.js';

const any = 'any';

// fitting returns the states with the selected values, by the places of the keys.
const fitting = (stage, picks) => stage.states.filter(s => Object.entries(picks).every(([i, value]) => s[i] === value));

// narrowed adds a selected value and drops selections that no state combines with it.
function narrowed(stage, picks, i, value) {
  let next = value === any ? {} : { [i]: value };
  for (const [j, old] of Object.entries(picks))
    if (Number(j) !== i && fitting(stage, { ...next, [j]: old }).length > 0) next = { ...next, [j]: old };
  return next;
}

// pickedIn returns the state that the answer starts from, which its question may name with fewer
// words.
const pickedIn = (stage, from) =>
  from?.stage !== stage.stage
    ? {}
    : Object.fromEntries(
        stage.keys.flatMap((k, i) =>
          k.path in from.values
            ? [[i, { true: 'yes', false: 'no' }[from.values[k.path]] ?? String(from.values[k.path])]]
            : [],
        ),
      );

// valuesOf lists the values of a key, in order.
function valuesOf(stage, i) {
  const all = [...new Set(stage.states.map(s => s[i]))];
  return stage.keys[i].kind === 'whole number' ? all.sort((a, b) => a - b) : all.sort();
}

/**
 * Standing answers one question from a state of its rounds. s is its answer; put takes the words
 * of the state.
 */
export function Standing({ x, s, many, put }) {
  const from = s.of.from,
    url = states(x, s.which);
  const [open, setOpen] = useState(from.length > 0);
  const got = useLoad(
    signal => (open || from.length > 0 ? ask(url, { signal }) : Promise.resolve(null)),
    [url, open || from.length > 0],
  );
  const round = plain(s.answer.rounds[0]),
    which = many ? ` (${s.name} question)` : '';
  if (!open && from.length === 0)
    return html`<p class="ask-rounds">
      <button onClick=${() => setOpen(true)}>Start from another ${round} …${which}</button></p>`;
  return html`<div class="taken-up"><div class="row measure"><h2>Starting state${which}</h2>
    <button onClick=${() => {
      setOpen(false);
      put([]);
    }}>From the beginning</button></div>
    <${Trouble} error=${got.error} />
    ${
      got.value?.length > 0 &&
      html`<${Picking} key=${url} id=${`from-${s.which}`} stages=${got.value}
      from=${s.answer.from} put=${put} />`
    }</div>`;
}

function Picking({ id, stages, from, put }) {
  const [name, setName] = useState(from?.stage ?? stages[0].stage),
    [pending, setPending] = useState(null);
  useEffect(() => {
    if (from) {
      setPending(null);
      setName(from.stage);
    }
  }, [from]);
  const stage = stages.find(t => t.stage === name) || stages[0],
    picks = pending || pickedIn(stage, from),
    fits = fitting(stage, picks).length;
  if (stage.states.length === 0)
    return html`<p class="soft">${counted(
      stage.many,
      'states',
    )} are possible, too many to list. Add from=KEY=VALUE to the address.</p>`;
  const pick = (i, value) => {
    const next = narrowed(stage, picks, i, value),
      found = fitting(stage, next);
    setPending(next);
    if (found.length === 1) put([stage.stage, ...stage.keys.map((k, n) => `${k.path}=${found[0][n]}`)]);
    else if (from) put([]);
  };
  const change = to => {
    // with the keys that both kinds of rounds have
    let next = {};
    for (const [i, value] of Object.entries(picks)) {
      const j = to.keys.findIndex(k => k.path === stage.keys[i].path);
      if (j >= 0 && fitting(to, { ...next, [j]: value }).length > 0) next = { ...next, [j]: value };
    }
    setName(to.stage);
    setPending(next);
    if (from) put([]);
  };
  return html`${
    stages.length > 1 &&
    html`<label class="rounds-many">At the beginning of a<select value=${stage.stage}
    onChange=${e => change(stages.find(t => t.stage === e.target.value))}>
      ${stages.map(t => html`<option value=${t.stage}>${plain(t.stage)}</option>`)}</select></label>`
  }
    <div class="fields standing">
    ${stage.keys.map(
      (k, i) => html`<${Field} key=${k.path} id=${`${id}-${k.path}`}
      k=${{ gist: k.gist, note: k.gist, unit: k.unit, options: [any, ...valuesOf(stage, i)] }}
        label=${plain(k.path.replaceAll('.', ' '))} value=${picks[i] ?? any} put=${v => pick(i, v)} />`,
    )}</div>
    <p class="soft" role="status">
    ${
      from && !pending
        ? ''
        : `${fits} of ${counted(stage.many, 'states')} ${fits === 1 ? 'fits' : 'fit'}: choose values until one is left.`
    }</p>`;
}
