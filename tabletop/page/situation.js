// The form for a situation, made of the keys of a procedure.
import { useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { plain } from './number.js';
import { Field } from './field.js';

// at finds a value in what the server says the situation is.
function at(tree, path) {
  let here = tree;
  for (const part of path.split('.')) {
    if (here === null || here === undefined) return undefined;
    here = Array.isArray(here) ? here[Number(part) - 1] : here[part];
  }
  return here;
}

const written = v => v === true ? 'yes' : v === false ? 'no' : v === undefined || v === null || typeof v === 'object' ? undefined : String(v);

const truth = { true: 'yes', on: 'yes', 1: 'yes', false: 'no', off: 'no', 0: 'no' };

// keyOf finds the key that a path names. A part stands for the first of its fields.
function keyOf(proc, path) {
  const parts = path.split('.');
  const fits = k => { const words = k.path.split('.'); return parts.every((p, i) => p === words[i] || words[i] === 'N' && /^\d+$/.test(p)) && words; };
  return proc.keys.find(k => fits(k)?.length === parts.length) || proc.keys.find(fits);
}

/** normal writes settings as the form does: with whole paths, as options are written, and yes for true. */
export function normal(proc, set) {
  return Object.fromEntries(Object.entries(set).map(([path, value]) => {
    const k = keyOf(proc, path);
    if (!k) return [path, value];
    const whole = [path, ...k.path.split('.').slice(path.split('.').length)].join('.');
    if (k.kind === 'yes-no') return [whole, truth[value.toLowerCase()] || value.toLowerCase()];
    return [whole, k.options.find(o => o.toLowerCase() === value.toLowerCase()) || value];
  }));
}

// worded reads the words of an example, as long as no answer tells the whole situation.
function worded(proc, example) {
  const words = proc.examples.find(e => e.name === example)?.words.split(/\s+/).filter(Boolean) || [];
  return normal(proc, Object.fromEntries(words.map(w => { const at = w.indexOf('='); return [w.slice(0, at), w.slice(at + 1)]; })));
}

/** Situation is the form. set is what was changed; known is the whole situation of the last answer; faults are told at their fields. */
export function Situation({ id, proc, example, set, known, faults, onSet }) {
  const [all, setAll] = useState(false);
  const usual = known ? {} : worded(proc, example);
  const moved = k => set[k.path] !== undefined || usual[k.path] !== undefined || known && written(at(known, k.path)) !== undefined && written(at(known, k.path)) !== k.default;
  const drop = path => { const rest = { ...set }; delete rest[path]; onSet(rest); };
  const field = (k, path, skip, usually = usual) => html`<${Field} key=${path} id=${`${id}-${path}`} k=${k} label=${plain(path.slice(skip ? skip.length + 1 : 0).replaceAll('.', ' '))} whole=${plain(path.replaceAll('.', ' '))} back="back to the example"
    value=${set[path] ?? written(at(known, path)) ?? usually[path] ?? k.default} own=${set[path] !== undefined} fault=${faults.get(`set.${path}`)} put=${v => onSet({ ...set, [path]: v }, path)} drop=${() => drop(path)} />`;
  return html`<div class="situation">
    ${group(proc.keys).map(g => g.list ? html`<${List} key=${g.name} group=${g} set=${set} known=${known} usual=${usual} fault=${faults.get(`set.${g.name}`)} onSet=${onSet} all=${all} field=${field} />`
      : html`<${Fields} key=${g.name} name=${g.name} keys=${g.keys} all=${all} moved=${moved} field=${k => field(k, k.path, g.name)} />`)}
    <div class="row"><button onClick=${() => setAll(!all)} aria-pressed=${all ? 'true' : 'false'}>${all ? 'Fewer fields' : 'All fields'}</button>${Object.keys(set).length > 0 && html`<button onClick=${() => onSet({})}>Back to the example</button>`}</div>
  </div>`;
}

// group puts keys together by the part of the situation that they belong to.
function group(keys) {
  const out = [];
  const find = (name, list) => { let g = out.find(x => x.name === name && x.list === list); if (!g) { g = { name, list, keys: [] }; out.push(g); } return g; };
  for (const k of keys) {
    const parts = k.path.split('.');
    const n = parts.indexOf('N');
    if (k.kind === 'list') find(k.path, true).head = k;
    else if (n > 0) find(parts.slice(0, n).join('.'), true).keys.push(k);
    else find(parts.length > 1 ? parts[0] : '', false).keys.push(k);
  }
  return out;
}

// Fields shows the fields of a part: all of them, or those that say something.
function Fields({ name, keys, all, moved, field }) {
  const few = keys.length <= 8 ? keys : keys.filter((k, i) => i < 5 || moved(k));
  const shown = all ? keys : few;
  return html`<fieldset><legend>${name ? plain(name) : 'In general'}</legend><div class="fields">${shown.map(field)}</div>
    ${shown.length < keys.length && html`<p class="soft small">${keys.length - shown.length} more stand at their defaults.</p>`}</fieldset>`;
}

// listed reads what a list holds: how many, the head of each (the first of its
// fields, by which an element is written), and the same list at another length.
function listed(g, set, known, usual) {
  const have = at(known, g.name), given = set[g.name] ?? usual[g.name] ?? (known ? undefined : g.head?.default);
  const count = given !== undefined ? given.split(',').filter(Boolean).length : Array.isArray(have) ? have.length : 0;
  const head = i => g.keys[0]?.path.replace('.N', `.${i + 1}`);
  const first = g.keys[0]?.options.find(o => o !== 'none') || '1';
  const name = i => given?.split(',')[i] || written(at(known, head(i) || `${g.name}.${i + 1}`)) || (i > 0 ? name(i - 1) : first);
  const resized = n => {
    const rest = Object.fromEntries(Object.entries(set).filter(([p]) => { const m = p.startsWith(g.name + '.') && Number(p.slice(g.name.length + 1).split('.')[0]); return !m || m <= n; }));
    return { ...rest, [g.name]: Array.from({ length: n }, (_, i) => name(i)).join(',') };
  };
  return { count, head, name, resized };
}

// List is a part that may be there several times: so many of them, each with its fields.
function List({ group: g, set, known, usual, fault, onSet, all, field }) {
  const { count, head, name, resized } = listed(g, set, known, usual), most = g.head?.high || 9;
  return html`<fieldset class="list"><legend>${plain(g.name)}</legend><p class="soft small">${g.head?.gist}</p>
    ${fault && html`<small class="wrong" role="alert">${fault}</small>`}
    <div class="row"><button disabled=${count === 0} onClick=${() => onSet(resized(count - 1))} aria-label=${`One fewer of ${plain(g.name)}`}>−</button><b>${count}</b><button disabled=${count >= most} onClick=${() => onSet(resized(count + 1))} aria-label=${`One more of ${plain(g.name)}`}>+</button></div>
    ${Array.from({ length: count }, (_, i) => {
      const keys = g.keys.map(k => ({ ...k, at: k.path.replace('.N', `.${i + 1}`) }));
      const said = keys.filter((k, n) => all || n < 2 || set[k.at] !== undefined || (written(at(known, k.at)) ?? k.default) !== k.default);
      const put = v => onSet({ ...set, [g.name]: Array.from({ length: count }, (_, n) => n === i ? v : name(n)).join(',') }, `${g.name}.${i}`);
      return html`<details key=${i} class="member" open=${i === 0 || all}><summary>${i + 1}. ${plain(name(i))} ${g.keys[0]?.unit ?? ''}</summary><div class="fields">${said.map(k => field(k, k.at, `${g.name}.${i + 1}`, { [head(i)]: name(i), ...usual }))}
        ${g.keys.length === 0 && html`<${Field} k=${{ kind: 'whole number', gist: g.head?.unit }} label="value" whole=${`${plain(g.name)} ${i + 1}`} value=${name(i)} put=${put} back="as it was" />`}</div></details>`;
    })}
  </fieldset>`;
}
