// What is asked on the bench. The whole of it stands in the address, so that a
// link reproduces it, and every step of the user can be taken back.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { Problem, ask, isAbort, word } from './api.js';
import { plain } from './number.js';

export const modes = ['exactly', 'at least', 'at most'];
const views = ['chart', 'table'];

export const named = ['set', 'ruling', 'house'];

// part reads the KEY=VALUE words of a question; what is none of these is left out.
// again keeps the words that give a key another value once more, for the server to
// refuse: which one is meant is not for the page to guess.
function part(q, prefix = '') {
  const out = { set: {}, ruling: {}, house: {}, again: [] };
  for (const from of named) for (const given of q.getAll(prefix + from)) {
    const [name, word] = from === 'house' && given.startsWith('rulings.') ? ['ruling', given.slice('rulings.'.length)] : [from, given];
    const at = word.indexOf('='), key = word.slice(0, at), value = word.slice(at + 1), map = out[name];
    if (at < 1) continue;
    if (Object.hasOwn(map, key) && map[key] !== value) out.again.push([name, `${key}=${map[key]}`]);
    map[key] = value;
  }
  return out;
}

// words are those of all parameters of a name, however they were dealt out to them.
const words = (q, name) => q.getAll(name).join(' ').split(/\s+/).filter(Boolean);

const whole = (text, most) => Math.min(most, Math.max(0, Math.floor(Number(text) || 0)));

const alike = (a, b) => Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([k, v]) => b[k] === v);

/** read takes the question out of an address; write puts it there. b is what a second question has otherwise. */
export function read(search) {
  const q = new URLSearchParams(search), one = (name, list) => list.includes(q.get(name)) ? q.get(name) : list[0];
  const a = part(q), b = part(q, 'b');
  return {
    ruleset: q.get('ruleset') || '', procedure: q.get('procedure') || '', example: q.get('example'), ...a, from: words(q, 'from'), strict: q.get('strict') === 'true',
    b: q.has('compare') ? { example: q.get('bexample') ?? q.get('example'), ...b, house: q.has('bhouse') ? b.house : a.house, from: words(q, 'bfrom') } : null,
    mode: one('mode', modes), view: one('view', views), measure: q.get('measure') || '', trials: whole(q.get('trials'), 1e6), rounds: whole(q.get('rounds'), 1000),
  };
}

export function write(x) {
  const q = new URLSearchParams();
  const put = (name, map) => { for (const [k, v] of Object.entries(map)) q.append(name, `${k}=${v}`); };
  for (const k of ['ruleset', 'procedure']) if (x[k]) q.set(k, x[k]);
  if (x.example !== null) q.set('example', x.example);
  put('set', x.set); put('ruling', x.ruling); put('house', x.house);
  for (const [name, word] of x.again) q.append(name, word);
  for (const w of x.from) q.append('from', w);
  if (x.strict) q.set('strict', 'true');
  if (x.b) {
    q.set('compare', 'true');
    if (x.b.example !== x.example) q.set('bexample', x.b.example || '');
    put('bset', x.b.set); put('bruling', x.b.ruling);
    for (const [name, word] of x.b.again) q.append('b' + name, word);
    for (const w of x.b.from) q.append('bfrom', w);
    if (!alike(x.b.house, x.house)) { put('bhouse', x.b.house); if (!q.has('bhouse')) q.set('bhouse', ''); }
  }
  if (x.mode !== modes[0]) q.set('mode', x.mode);
  if (x.view !== views[0]) q.set('view', x.view);
  if (x.measure) q.set('measure', x.measure);
  if (x.trials) q.set('trials', x.trials);
  if (x.rounds) q.set('rounds', x.rounds);
  return q.toString();
}

// parameters are a question as the server takes it.
function parameters(x, part) {
  const q = new URLSearchParams();
  if (part.example) q.set('example', part.example);
  for (const name of named) for (const [k, v] of Object.entries(part[name])) q.append(name, `${k}=${v}`);
  for (const [name, word] of part.again) q.append(name, word);
  if (x.strict) q.set('strict', 'true');
  return q;
}

const procedureOf = x => `/api/v1/rulesets/${word(x.ruleset)}/procedures/${word(x.procedure)}`;

/** states is where the states are that a question can be taken up in. */
export const states = (x, which) => `${procedureOf(x)}/standings?${parameters(x, which === 'b' ? x.b : x)}`;

/** address is where the answer to a question is. */
export function address(x, which, kind = '') {
  const part = which === 'b' ? x.b : x, q = parameters(x, part);
  for (const w of part.from) q.append('from', w);
  if (x.trials && kind !== '.svg') q.set('trials', x.trials);
  if (x.rounds && !x.trials && kind !== '.svg') q.set('rounds', x.rounds);
  return `${procedureOf(x)}/odds${kind}?${q}`;
}

/** tells says on one line what a question has of its own. */
export function tells(part, most = 5) {
  const told = map => Object.entries(map).map(([k, v]) => `${plain(k.replace(/^(facts|tables)\./, '').replaceAll('.', ' '))} ${plain(v)}`);
  const from = part.from.length > 0 ? [`from ${part.from.map(w => w.split('=').map(p => plain(p.replaceAll('.', ' '))).join(' ')).join(', ')}`] : [];
  const list = [part.example ? `“${plain(part.example)}”` : 'the defaults', ...told(part.set), ...told(part.ruling), ...told(part.house), ...from];
  return list.slice(0, most).join(' · ') + (list.length > most ? ` and ${list.length - most} more` : '');
}

// resolved takes what the form shows where the address said two things, once the user has touched a form.
function resolved(x, part) {
  const touched = p => p && named.some(name => name in p);
  return { ...x, again: touched(part) ? [] : x.again, b: x.b && { ...x.b, again: touched(part.b) ? [] : x.b.again } };
}

/**
 * useAsked is the question of the page. change is a step of the user: "back"
 * takes it back. what names a field; what is typed into one field without a
 * rest is one step. fill is what the page adds by itself.
 */
export function useAsked() {
  const [x, set] = useState(() => read(location.search));
  const step = useRef({ pushes: false, what: '', at: 0 });
  useEffect(() => {
    const heard = () => { step.current.what = ''; set(read(location.search)); };
    addEventListener('popstate', heard);
    return () => removeEventListener('popstate', heard);
  }, []);
  useEffect(() => {
    const now = '?' + write(x), { pushes } = step.current;
    step.current.pushes = false;
    if (now === location.search || now === '?' && !location.search) return;
    history[pushes ? 'pushState' : 'replaceState'](null, '', '/odds' + now);
  }, [x]);
  const change = (part, what = '') => {
    const last = step.current, now = performance.now();
    step.current = { pushes: last.pushes || !what || what !== last.what || now - last.at > 1000, what, at: now };
    set(old => resolved({ ...old, ...part }, part));
  };
  return { x, change, fill: part => set(old => ({ ...old, ...part })) };
}

/**
 * useAnswer asks, a little after the last change, and drops what is out of date.
 * kept is the last answer of the same procedure, which stays while a question is
 * refused.
 */
export function useAnswer(url, procedure) {
  const [got, set] = useState({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!url) { set({}); return undefined; }
    const control = new AbortController();
    const answered = value => set({ url, value, kept: { procedure, value } });
    const failed = error => isAbort(error) || control.signal.aborted || set(({ value, kept }) => ({ url, error, stale: true, value: error instanceof Problem ? null : value, kept }));
    set(old => ({ ...old, asking: true }));
    const timer = setTimeout(() => ask(url, { signal: control.signal }).then(answered, failed), 180);
    return () => { clearTimeout(timer); control.abort(); };
  }, [url, turn]);
  // An effect comes after the page was painted: until then the last answer must not pass for this one.
  return {
    ...got, asking: got.asking || Boolean(url) && got.url !== url, again: () => setTurn(turn + 1),
    kept: got.kept?.procedure === procedure ? got.kept.value : null,
  };
}
