// The state from which an answer starts, such as the middle of a fight. The server lists the possible
// states. The player chooses values until one state is left.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html, Trouble, useLoad } from './shell.js';
import { ask } from './api.js';
import { statesAddress } from './question.js';
import { Field } from './field.js';
import { counted, plain } from './number.js';

const any = 'any';

// statesWith returns the states with the chosen values, by the places of the keys.
const statesWith = (table, choices) =>
  table.states.filter(s => Object.entries(choices).every(([i, value]) => s[i] === value));

// withChoice adds a chosen value and drops the choices that no state combines with it.
function withChoice(table, choices, i, value) {
  let next = value === any ? {} : { [i]: value };
  for (const [j, old] of Object.entries(choices))
    if (Number(j) !== i && statesWith(table, { ...next, [j]: old }).length > 0) next = { ...next, [j]: old };
  return next;
}

// choicesOf returns the values of the state that the answer starts from. Its question may name fewer.
const choicesOf = (table, from) =>
  from?.checkpoint !== table.checkpoint
    ? {}
    : Object.fromEntries(
        table.keys.flatMap((k, i) =>
          k.path in from.values
            ? [[i, { true: 'yes', false: 'no' }[from.values[k.path]] ?? String(from.values[k.path])]]
            : [],
        ),
      );

// valuesOf lists the values of a key, in order.
function valuesOf(table, i) {
  const all = [...new Set(table.states.map(s => s[i]))];
  return table.keys[i].kind === 'whole number' ? all.sort((a, b) => a - b) : all.sort();
}

/**
 * StartState shows from which state one of the questions of a page is answered, and lets the player
 * choose it. several says that the page has several questions; put takes the words of the state.
 */
export function StartState({ page, question, several, put }) {
  const from = question.of.from,
    url = statesAddress(page, question.which);
  const [open, setOpen] = useState(from.length > 0);
  const got = useLoad(
    signal => (open || from.length > 0 ? ask(url, { signal }) : Promise.resolve(null)),
    [url, open || from.length > 0],
  );
  const round = plain(question.answer.rounds[0]),
    which = several ? ` (${question.name} question)` : '';
  if (!open && from.length === 0)
    return html`<p class="ask-rounds">
      <button onClick=${() => setOpen(true)}>Start from another ${round} …${which}</button></p>`;
  return html`<div class="start-state"><div class="row measure"><h2>Starting state${which}</h2>
    <button onClick=${() => {
      setOpen(false);
      put([]);
    }}>From the beginning</button></div>
    <${Trouble} error=${got.error} />
    ${
      got.value?.length > 0 &&
      html`<${StateChooser} key=${url} id=${`from-${question.which}`} tables=${got.value}
      from=${question.answer.from} put=${put} />`
    }</div>`;
}

function StateChooser({ id, tables, from, put }) {
  const [name, setName] = useState(from?.checkpoint ?? tables[0].checkpoint),
    [pending, setPending] = useState(null);
  useEffect(() => {
    if (from) {
      setPending(null);
      setName(from.checkpoint);
    }
  }, [from]);
  const table = tables.find(t => t.checkpoint === name) || tables[0],
    choices = pending || choicesOf(table, from),
    fits = statesWith(table, choices).length;
  if (table.states.length === 0)
    return html`<p class="soft">${counted(
      table.many,
      'states',
    )} are possible, too many to list. Add from=KEY=VALUE to the address.</p>`;
  const choose = (i, value) => {
    const next = withChoice(table, choices, i, value),
      found = statesWith(table, next);
    setPending(next);
    if (found.length === 1) put([table.checkpoint, ...table.keys.map((k, n) => `${k.path}=${found[0][n]}`)]);
    else if (from) put([]);
  };
  const change = to => {
    // The choices stay for the keys that both kinds of rounds have.
    let next = {};
    for (const [i, value] of Object.entries(choices)) {
      const j = to.keys.findIndex(k => k.path === table.keys[i].path);
      if (j >= 0 && statesWith(to, { ...next, [j]: value }).length > 0) next = { ...next, [j]: value };
    }
    setName(to.checkpoint);
    setPending(next);
    if (from) put([]);
  };
  const status =
    from && !pending
      ? ''
      : `${fits} of ${counted(table.many, 'states')} ${fits === 1 ? 'fits' : 'fit'}: choose values until one is left.`;
  return html`${
    tables.length > 1 &&
    html`<label class="rounds-many">At the beginning of a<select value=${table.checkpoint}
    onChange=${e => change(tables.find(t => t.checkpoint === e.target.value))}>
      ${tables.map(t => html`<option value=${t.checkpoint}>${plain(t.checkpoint)}</option>`)}</select></label>`
  }
    <div class="fields state-fields">
    ${table.keys.map(
      (k, i) => html`<${Field} key=${k.path} id=${`${id}-${k.path}`}
      k=${{ gist: k.gist, note: k.gist, unit: k.unit, options: [any, ...valuesOf(table, i)] }}
        label=${plain(k.path.replaceAll('.', ' '))} value=${choices[i] ?? any} put=${v => choose(i, v)} />`,
    )}</div>
    <p class="soft" role="status">
    ${status}</p>`;
}
