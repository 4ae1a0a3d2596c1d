// The form for a situation, made from the keys of a procedure.
import { useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { counted, plain } from './number.js';
import { groupOf, symbolOf, textOf, capital } from './labels.js';
import { Field } from './field.js';
import { SituationValues } from './situationvalues.js';
import { Sign } from './symbols.js';

/** Situation is the form. set has the changed values; faults are shown at their fields. */
export function Situation({ id, proc, example, set, faults, onSet }) {
  const [all, setAll] = useState(false),
    said = new SituationValues(proc, example, set);
  const field = (k, path, of) => html`<${Field} key=${path} id=${`${id}-${path}`} path=${path} k=${k} label=${k.label}
    whole=${of ? `${of}, ${k.label}` : k.label} back="back to what it was"
    value=${said.value(k, path)} own=${set[path] !== undefined} fault=${faults.get(`set.${path}`)}
      put=${v => onSet(said.withValue(path, v), path)} drop=${() => onSet(said.withoutValue(path))} />`;
  return html`<div class="situation">
    ${group(proc.keys).map(g =>
      g.list
        ? html`<${List} key=${g.name} proc=${proc} group=${g} said=${said} fault=${faults.get(`set.${g.name}`)}
          onSet=${onSet} all=${all} field=${field} />`
        : html`<${Fields} key=${g.name} title=${g.name ? groupOf(proc, g.name) : 'In general'} keys=${g.keys} all=${all}
          moved=${k => said.isChanged(k)} field=${k => field(k, k.path, g.name && groupOf(proc, g.name))} />`,
    )}
    <div class="row"><button onClick=${() => setAll(!all)} aria-pressed=${all ? 'true' : 'false'}>
    ${all ? 'Fewer fields' : 'All fields'}</button>
    ${Object.keys(set).length > 0 && html`<button onClick=${() => onSet({})}>Back to the example</button>`}</div>
  </div>`;
}

// group groups keys by their part of the situation.
function group(keys) {
  const out = [];
  const find = (name, list) => {
    let g = out.find(x => x.name === name && x.list === list);
    if (!g) {
      g = { name, list, keys: [] };
      out.push(g);
    }
    return g;
  };
  for (const k of keys) {
    const parts = k.path.split('.');
    const n = parts.indexOf('N');
    if (k.kind === 'list') find(k.path, true).head = k;
    else if (n > 0) find(parts.slice(0, n).join('.'), true).keys.push(k);
    else find(parts.length > 1 ? parts[0] : '', false).keys.push(k);
  }
  return out;
}

// Fields shows the fields of a part: all of them, or the first few and the changed ones.
function Fields({ title, keys, all, moved, field }) {
  const few = keys.length <= 8 ? keys : keys.filter((k, i) => i < 5 || moved(k));
  const shown = all ? keys : few;
  return html`<fieldset><legend>${title}</legend><div class="fields">${shown.map(field)}</div>
    ${
      shown.length < keys.length &&
      html`<p class="soft small">${counted(keys.length - shown.length, 'more fields')} ${
        keys.length - shown.length === 1 ? 'has its default' : 'have their defaults'
      }.</p>`
    }</fieldset>`;
}

// List is a part with several members, each with its fields.
function List({ proc, group: g, said, fault, onSet, all, field }) {
  const title = g.head ? g.head.label : groupOf(proc, g.name),
    one = plain(g.name);
  const count = said.count(g.name),
    most = g.head?.high || 9,
    resize = n => onSet(said.withCount(g.name, n));
  return html`<fieldset class="list" data-list=${g.name}><legend>${title}</legend>
    ${g.head?.note && html`<p class="soft small">${g.head.note}</p>`}
    ${fault && html`<small class="wrong" role="alert">${fault}</small>`}
    <div class="row"><button disabled=${count === 0} onClick=${() => resize(count - 1)}
      aria-label=${`One fewer of ${one}`}>−</button><b>${count}</b><button disabled=${count >= most}
        onClick=${() => resize(count + 1)} aria-label=${`One more of ${one}`}>+</button></div>
    ${Array.from({ length: count }, (_, i) => {
      const keys = g.keys.map(k => ({ k, at: k.path.replace('.N', `.${i + 1}`) })),
        name = said.name(g.name, i);
      const shown = keys.filter(({ k, at }, n) => all || n < 2 || said.isChanged(k, at));
      const value = {
        k: { kind: 'whole number', gist: g.head?.unit, note: g.head?.unit, options: [], texts: [] },
        at: said.head(g.name, i),
      };
      const sign = html`<${Sign} of=${symbolOf(g.keys[0], name)} />`;
      return html`<details key=${i} class="member" open=${i === 0 || all}>
        <summary>${i + 1}. ${sign} ${capital(headOf(g, name))}
        </summary><div class="fields">${shown.map(({ k, at }) => field(k, at, `${one} ${i + 1}`))}
        ${
          g.keys.length === 0 &&
          html`<${Field} k=${value.k} label="value" whole=${`${one} ${i + 1}`} path=${value.at}
          value=${name} put=${v => onSet(said.withValue(value.at, v), value.at)} back="as it was" />`
        }</div></details>`;
    })}
  </fieldset>`;
}

// headOf returns a member's name by its first field.
const headOf = (g, value) => {
  const k = g.keys[0];
  return !k ? value : k.kind === 'whole number' ? `${k.label}: ${value}` : textOf(k, value);
};
