// The form for a situation, made of the keys of a procedure.
import { useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { plain } from './number.js';

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

// worded reads the words of an example, as long as no answer tells the whole
// situation: the name of a part stands for the first of its fields.
function worded(proc, example) {
  const words = proc.examples.find(e => e.name === example)?.words || '', out = {};
  for (const w of words.split(/\s+/).filter(Boolean)) {
    const [path, value] = w.split('=');
    const key = proc.keys.find(k => k.path === path) || proc.keys.find(k => k.path.startsWith(path + '.'));
    if (key) out[key.kind === 'list' || key.path.includes('.N.') ? path : key.path] = value;
  }
  return out;
}

/** Situation is the form. set is what was changed; known is the whole situation of the last answer. */
export function Situation({ proc, example, set, known, onSet }) {
  const [all, setAll] = useState(false);
  const put = (path, value) => onSet({ ...set, [path]: value });
  const drop = path => { const rest = { ...set }; delete rest[path]; onSet(rest); };
  const groups = group(proc.keys), usual = known ? {} : worded(proc, example);
  const moved = k => set[k.path] !== undefined || usual[k.path] !== undefined || known && written(at(known, k.path)) !== undefined && written(at(known, k.path)) !== k.default;
  return html`<div class="situation">
    ${groups.map(g => g.list ? html`<${List} key=${g.name} group=${g} set=${set} known=${known} usual=${usual} put=${put} onSet=${onSet} all=${all} />` : html`<${Fields} key=${g.name} name=${g.name} keys=${g.keys} all=${all} moved=${moved} field=${k => html`<${Field} key=${k.path} k=${k} path=${k.path} skip=${g.name} set=${set} known=${known} usual=${usual} put=${put} drop=${drop} />`} />`)}
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

function Field({ k, path, skip, set, known, usual, put, drop }) {
  const value = set[path] ?? written(at(known, path)) ?? usual[path] ?? k.default;
  const own = set[path] !== undefined;
  const label = plain(path.slice(skip ? skip.length + 1 : 0).replaceAll('.', ' '));
  let input;
  if (k.kind === 'yes-no') input = html`<select value=${value} onChange=${e => put(path, e.target.value)}><option value="no">no</option><option value="yes">yes</option></select>`;
  else if (k.options.length > 0) input = html`<select value=${value} onChange=${e => put(path, e.target.value)}>${k.options.map(o => html`<option value=${o}>${plain(o)}</option>`)}${!k.options.includes(value) && html`<option value=${value}>${value}</option>`}</select>`;
  else if (k.kind === 'whole number') input = html`<input type="number" inputmode="numeric" min=${k.low} max=${k.high} value=${value} onInput=${e => /^-?\d+$/.test(e.target.value) && put(path, e.target.value)} />`;
  else input = html`<input value=${value} onChange=${e => put(path, e.target.value)} />`;
  return html`<div class=${`field${own ? ' own' : ''}`}><label title=${k.gist}><span>${label}${k.unit && !label.includes(k.unit) ? html` <i class="soft">${k.unit}</i>` : ''}</span>${input}</label>
    ${own && html`<button class="quiet reset" onClick=${() => drop(path)} aria-label=${`${label}: back to the example`} title="Back to the example">↺</button>`}<small class="soft">${k.gist}</small></div>`;
}

// List is a part that may be there several times: so many of them, each with its fields.
function List({ group: g, set, known, usual, put, onSet, all }) {
  const have = at(known, g.name);
  const given = set[g.name] ?? usual[g.name];
  const count = given !== undefined ? given.split(',').filter(Boolean).length : Array.isArray(have) ? have.length : 0;
  // An element is written by its head: the first of its fields.
  const head = i => g.keys[0]?.path.replace('.N', `.${i + 1}`);
  const first = g.keys[0]?.options.find(o => o !== 'none') || '1';
  const name = i => given?.split(',')[i] || written(at(known, head(i) || `${g.name}.${i + 1}`)) || (i > 0 ? name(i - 1) : first);
  const resize = n => {
    const rest = Object.fromEntries(Object.entries(set).filter(([p]) => { const m = p.startsWith(g.name + '.') && Number(p.slice(g.name.length + 1).split('.')[0]); return !m || m <= n; }));
    onSet({ ...rest, [g.name]: Array.from({ length: n }, (_, i) => name(i)).join(',') });
  };
  const drop = path => { const rest = { ...set }; delete rest[path]; onSet(rest); };
  return html`<fieldset class="list"><legend>${plain(g.name)}</legend><p class="soft small">${g.head?.gist}</p>
    <div class="row"><button disabled=${count === 0} onClick=${() => resize(count - 1)} aria-label="One fewer">−</button><b>${count}</b><button disabled=${count >= (g.head?.high || 9)} onClick=${() => resize(count + 1)} aria-label="One more">+</button></div>
    ${Array.from({ length: count }, (_, i) => {
      const keys = g.keys.map(k => ({ ...k, at: k.path.replace('.N', `.${i + 1}`) }));
      const said = keys.filter((k, n) => all || n < 2 || set[k.at] !== undefined || (written(at(known, k.at)) ?? k.default) !== k.default);
      return html`<details class="member" open=${i === 0 || all}><summary>${i + 1}. ${plain(name(i))}</summary><div class="fields">${said.map(k => html`<${Field} key=${k.at} k=${k} path=${k.at} skip=${`${g.name}.${i + 1}`} set=${set} known=${known} usual=${{ [head(i)]: name(i), ...usual }} put=${put} drop=${drop} />`)}
        ${g.keys.length === 0 && html`<div class="field"><label><span>value</span><input value=${name(i)} onChange=${e => { const l = Array.from({ length: count }, (_, n) => n === i ? e.target.value : name(n)); put(g.name, l.join(',')); }} /></label></div>`}</div></details>`;
    })}
  </fieldset>`;
}
