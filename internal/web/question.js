// The question of the odds page. Its address contains all of it, so that a link reproduces it and
// the browser's back button undoes each step.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { Problem, ask, isAbort, encoded } from './api.js';
import { plain } from './number.js';
import { labelOf, textOf } from './labels.js';
import { inFolder, oddsPlace } from './places.js';

export const modes = ['exactly', 'at least', 'at most'];
const views = ['chart', 'table'];

/** settingKinds are the parameters with the settings of a question, each as KEY=VALUE. */
export const settingKinds = ['set', 'ruling', 'house'];

// readSettings reads the KEY=VALUE words of a question and skips others. again keeps words that give a
// key a second value, so that the server rejects them: the page does not guess which one is meant.
function readSettings(q, prefix = '') {
  const out = { set: {}, ruling: {}, house: {}, again: [] };
  for (const from of settingKinds)
    for (const given of q.getAll(prefix + from)) {
      const [name, word] =
        from === 'house' && given.startsWith('rulings.') ? ['ruling', given.slice('rulings.'.length)] : [from, given];
      const at = word.indexOf('='),
        key = word.slice(0, at),
        value = word.slice(at + 1),
        map = out[name];
      if (at < 1) continue;
      if (Object.hasOwn(map, key) && map[key] !== value) out.again.push([name, `${key}=${map[key]}`]);
      map[key] = value;
    }
  return out;
}

// words returns the words of all parameters of a name.
const words = (q, name) => q.getAll(name).join(' ').split(/\s+/).filter(Boolean);

const whole = (text, most) => Math.min(most, Math.max(0, Math.floor(Number(text) || 0)));

const alike = (a, b) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([k, v]) => b[k] === v);

/** letters prefix the parameters of each question in an address. */
export const letters = ['', 'b', 'c', 'd'];

/** parts returns all questions: the first, which x itself is, and those beside it. */
export const parts = x => [x, ...x.more];

/**
 * read reads the questions from an address; write writes them. more has the second and later ones. Each
 * takes the ruleset, procedure, example and house rules that its own parameters leave out from the first.
 */
export function read(search) {
  const q = new URLSearchParams(search),
    one = (name, list) => (list.includes(q.get(name)) ? q.get(name) : list[0]);
  const told = at => ({ label: q.get(at + 'label') || '', aim: q.get(at + 'aim') || '', from: words(q, at + 'from') });
  const a = {
    ruleset: q.get('ruleset') || '',
    procedure: q.get('procedure') || '',
    example: q.get('example'),
    ...readSettings(q),
    ...told(''),
  };
  const many = q.has('compare') ? Math.min(3, Math.max(1, Math.floor(Number(q.get('compare')) || 1))) : 0;
  const more = letters.slice(1, 1 + many).map(at => {
    const ruleset = q.get(at + 'ruleset') ?? a.ruleset,
      procedure = q.get(at + 'procedure') ?? a.procedure,
      b = readSettings(q, at),
      same = ruleset === a.ruleset && procedure === a.procedure;
    return {
      ruleset,
      procedure,
      example: q.get(at + 'example') ?? (same ? a.example : null),
      ...b,
      house: q.has(at + 'house') || ruleset !== a.ruleset ? b.house : a.house,
      ...told(at),
    };
  });
  return {
    ...a,
    more,
    strict: q.get('strict') === 'true',
    topic: q.get('topic') || '',
    mode: one('mode', modes),
    view: one('view', views),
    measure: q.get('measure') || '',
    trials: whole(q.get('trials'), 1e6),
    rounds: whole(q.get('rounds'), 1000),
  };
}

// writeQuestion writes one question into an address.
function writeQuestion(q, at, x, first) {
  const put = (name, map) => {
    for (const [k, v] of Object.entries(map)) q.append(at + name, `${k}=${v}`);
  };
  const same = first && x.ruleset === first.ruleset && x.procedure === first.procedure;
  if (!first || x.ruleset !== first.ruleset) {
    if (x.ruleset) q.set(at + 'ruleset', x.ruleset);
  }
  if (!first || !same) {
    if (x.procedure) q.set(at + 'procedure', x.procedure);
  }
  if (!same ? x.example !== null : x.example !== first.example) q.set(at + 'example', x.example || '');
  put('set', x.set);
  put('ruling', x.ruling);
  if (!first || x.ruleset !== first.ruleset) put('house', x.house);
  else if (!alike(x.house, first.house)) {
    put('house', x.house);
    if (!q.has(at + 'house')) q.set(at + 'house', '');
  }
  for (const [name, word] of x.again) q.append(at + name, word);
  for (const w of x.from) q.append(at + 'from', w);
  for (const k of ['label', 'aim']) if (x[k]) q.set(at + k, x[k]);
}

export function write(x) {
  const q = new URLSearchParams();
  writeQuestion(q, '', x);
  if (x.strict) q.set('strict', 'true');
  if (x.more.length) q.set('compare', x.more.length === 1 ? 'true' : x.more.length);
  x.more.forEach((p, i) => writeQuestion(q, letters[i + 1], p, x));
  if (x.topic) q.set('topic', x.topic);
  if (x.mode !== modes[0]) q.set('mode', x.mode);
  if (x.view !== views[0]) q.set('view', x.view);
  if (x.measure) q.set('measure', x.measure);
  if (x.trials) q.set('trials', x.trials);
  if (x.rounds) q.set('rounds', x.rounds);
  return q.toString();
}

// parameters returns a question as the server takes it.
function parameters(x, part) {
  const q = new URLSearchParams();
  if (part.example) q.set('example', part.example);
  for (const name of settingKinds) for (const [k, v] of Object.entries(part[name])) q.append(name, `${k}=${v}`);
  for (const [name, word] of part.again) q.append(name, word);
  if (x.strict) q.set('strict', 'true');
  return q;
}

const procedureOf = p => `/api/v1/rulesets/${encoded(p.ruleset)}/procedures/${encoded(p.procedure)}`;

/** statesAddress returns the address of a question's possible start states. */
export const statesAddress = (x, which) => `${procedureOf(parts(x)[which])}/states?${parameters(x, parts(x)[which])}`;

/** changesAddress returns the address of an event's chances with one change of the question. */
export const changesAddress = (x, which, event) => {
  const q = parameters(x, parts(x)[which]);
  if (event) q.set('event', event);
  return `${procedureOf(parts(x)[which])}/changes?${q}`;
};

/** comparisonAddress returns the address of the comparison of all questions. */
export function comparisonAddress(x) {
  const q = new URLSearchParams();
  parts(x).forEach((p, i) => {
    const one = parameters(x, p);
    one.set('label', p.label || nth[i]);
    if (p.aim) one.set('aim', p.aim);
    q.append('ask', `${p.ruleset}/${p.procedure}?${one}`);
  });
  return `/api/v1/compare?${q}`;
}

/** nth are the names of the questions. */
export const nth = ['first', 'second', 'third', 'fourth'];

/** address returns the address of a question's answer. */
export function address(x, which, kind = '') {
  const part = parts(x)[which],
    q = parameters(x, part);
  for (const w of part.from) q.append('from', w);
  if (x.trials && kind !== '.svg') q.set('trials', x.trials);
  if (x.rounds && !x.trials && kind !== '.svg') q.set('rounds', x.rounds);
  return `${procedureOf(part)}/odds${kind}?${q}`;
}

/** summaryOf says on one line what a question changes, in the words of its procedure. */
export function summaryOf(part, proc, most = 5) {
  const labels = new Map((proc?.keys || []).map(k => [k.path, k])),
    short = k =>
      labelOf(labels.get(k.replace(/\.\d+\./, '.N.')) || labels.get(k)) ||
      plain(k.replace(/^(facts|tables)\./, '').replaceAll('.', ' '));
  const told = map =>
    Object.entries(map).map(([k, v]) => `${short(k)} ${textOf(labels.get(k.replace(/\.\d+\./, '.N.')), v)}`);
  const from =
    part.from.length > 0
      ? [
          `from ${part.from
            .map(w =>
              w
                .split('=')
                .map(p => plain(p.replaceAll('.', ' ')))
                .join(' '),
            )
            .join(', ')}`,
        ]
      : [];
  const list = [
    ...(part.label
      ? [part.label]
      : [
          part.example ? `“${plain(part.example)}”` : 'the defaults',
          ...told(part.set),
          ...told(part.ruling),
          ...told(part.house),
        ]),
    ...from,
  ];
  return list.slice(0, most).join(' · ') + (list.length > most ? ` and ${list.length - most} more` : '');
}

// resolved keeps only the form's values for keys with two values, once the user changes the form.
// It removes the name of a question that has changed.
function resolved(old, part) {
  const touched = p => p && [...settingKinds, 'example', 'procedure'].some(name => name in p),
    x = { ...old, ...part };
  const own = touched(part),
    list =
      part.more &&
      x.more.map((p, i) =>
        p !== old.more[i] && old.more.length === x.more.length ? { ...p, again: [], label: '' } : p,
      );
  return {
    ...x,
    again: own ? [] : x.again,
    label: own && !('label' in part) ? '' : x.label,
    more: list || x.more,
    topic: own || list ? '' : x.topic,
  };
}

/**
 * useAsked returns the question of the page. change makes a step of the user, which "back"
 * undoes. what names a field; typing in one field without a pause is one step. fill adds values
 * without a step.
 */
export function useAsked() {
  const [x, set] = useState(() => read(location.search));
  const step = useRef({ pushes: false, what: '', at: 0 });
  useEffect(() => {
    const heard = () => {
      step.current.what = '';
      set(read(location.search));
    };
    addEventListener('popstate', heard);
    return () => removeEventListener('popstate', heard);
  }, []);
  useEffect(() => {
    const now = '?' + write(x),
      { pushes } = step.current;
    step.current.pushes = false;
    if (now === location.search || (now === '?' && !location.search)) return;
    history[pushes ? 'pushState' : 'replaceState'](null, '', oddsPlace + now);
  }, [x]);
  const change = (part, what = '') => {
    const last = step.current,
      now = performance.now();
    step.current = { pushes: last.pushes || !what || what !== last.what || now - last.at > 1000, what, at: now };
    set(old => resolved(old, part));
  };
  return { x, change, fill: part => set(old => ({ ...old, ...part })) };
}

/**
 * useAnswer asks a short time after the last change and drops outdated answers. kept is the last
 * answer of the same procedure, which stays while a question has an error.
 */
export function useAnswer(url, procedure) {
  const [got, set] = useState({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!url) {
      set({});
      return undefined;
    }
    const control = new AbortController();
    const answered = value => set({ url, value, kept: { procedure, value } });
    const failed = error =>
      isAbort(error) ||
      control.signal.aborted ||
      set(({ value, kept }) => ({ url, error, stale: true, value: error instanceof Problem ? null : value, kept }));
    set(old => ({ ...old, asking: true, rough: false, stopped: false }));
    // Where the program runs in the browser, decimals come first: fractions take twice as long.
    const rough = inFolder && !/[?&](trials|floats)=/.test(url);
    const wanted = async () => {
      if (rough) {
        const value = await ask(`${url}&floats=true`, { signal: control.signal });
        if (!control.signal.aborted)
          set(old => ({ ...old, url, value, error: null, stale: false, rough: true, kept: { procedure, value } }));
      }
      answered(await ask(url, { signal: control.signal }));
    };
    const timer = setTimeout(() => wanted().catch(failed), 180);
    const since = Date.now(),
      stop = () => {
        control.abort();
        set(old => ({ ...old, url, asking: false, stopped: true }));
      };
    set(old => ({ ...old, since, stop }));
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [url, turn]);
  // An effect runs after the page is painted: until then the last answer must not be shown for
  // this question.
  return {
    ...got,
    asking: got.asking || (Boolean(url) && got.url !== url),
    again: () => setTurn(turn + 1),
    kept: got.kept?.procedure === procedure ? got.kept.value : null,
  };
}
