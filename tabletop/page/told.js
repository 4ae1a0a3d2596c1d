// What was done, as the server tells it: sentences, what came of them, how likely
// it was. An action is asked for once.
import { useEffect, useReducer, useRef } from './vendor/preact-htm.js';
import { isAbort } from './api.js';
import { percent } from './number.js';

/** useTold keeps what is told of the steps that stand. It returns a function from a step to what is told of it, or nothing yet. */
export function useTold(match, list) {
  const [, changed] = useReducer(n => n + 1, 0), kept = useRef(new Map());
  const standing = list.filter(s => s.n && !s.open), key = s => `${s.head.seq} ${s.head.kind} ${s.n}`;
  const wanted = standing.find(s => !kept.current.has(key(s)));
  useEffect(() => {
    if (!wanted) return undefined;
    const control = new AbortController();
    match.get(`told?from=${wanted.n}`, control.signal).then(({ of, actions }) => {
      if (of < standing.length) return; // it was taken back meanwhile, and the list will say so
      const byNumber = new Map(standing.map(s => [s.n, s]));
      for (const a of actions) if (byNumber.has(a.n)) kept.current.set(key(byNumber.get(a.n)), a);
      for (const s of standing) if (!kept.current.has(key(s)) && s.n < (actions[0]?.n ?? 0)) kept.current.set(key(s), null); // longer ago than is told
      changed();
    }, error => { if (!isAbort(error)) { for (const s of standing) if (s.n >= wanted.n) kept.current.set(key(s), null); changed(); } });
    return () => control.abort();
  }, [wanted && key(wanted), standing.length]);
  return s => s && s.n ? kept.current.get(key(s)) ?? null : null;
}

/** oneIn writes a chance as one in so many. */
export const oneIn = p => p > 0 ? `1 in ${Math.round(1 / p).toLocaleString('en')}` : '';

const seldom = 1 / 6;

/** rarity is how seldom it goes so well, or so badly, where that is worth a word. */
export function rarity(told) {
  const luck = told?.luck;
  if (!luck) return null;
  if (told.zone > 0 && luck.as_well.float < seldom) return { p: luck.as_well, text: `This well or better: ${oneIn(luck.as_well.float)}`, badge: `${oneIn(luck.as_well.float)}` };
  const miss = luck.zones?.nothing;
  if (told.zone === 0 && miss && miss.float > 0 && miss.float < seldom) return { p: miss, miss: true, text: `Nothing at all: ${oneIn(miss.float)}`, badge: `${oneIn(miss.float)}` };
  return null;
}

/** had says what there was to hope for: they had 47 % for something or more. */
export function had(told, who) {
  const z = told?.luck?.zones;
  if (!z || z.nothing.float === 1) return '';
  const some = z.some && z.some.float > 0;
  return `${who} had ${percent(1 - z.nothing.float)} for ${some ? 'something or more' : `“${z.all?.name ?? 'all'}”`}.`;
}

/** lostBy lists losses: Soviet 4. */
export const lostBy = told => (told?.losses || []).map(l => `${l.side} ${l.n}`).join(', ');

const sentence = s => s ? s.replace(/^./, c => c.toUpperCase()).replace(/[^.!?]$/, '$&.') : '';

/** outcome is what came of it in a sentence or two, with all numbers. */
export function outcome(told) {
  if (!told) return '';
  const parts = told.came.map(sentence);
  if (told.losses.length) parts.push(`Lost: ${lostBy(told)}.`);
  return parts.join(' ');
}

export { sentence };
