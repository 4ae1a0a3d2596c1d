// Played actions as the server describes them: sentences, results, and luck. Each action is
// requested once.
import { useEffect, useReducer, useRef } from './vendor/preact-htm.js';
import { isAbort } from './api.js';
import { capital } from './labels.js';

/**
 * useTold keeps the descriptions of current steps. It returns a function from a step to its
 * description, or undefined while there is none.
 */
export function useTold(match, list) {
  const [, changed] = useReducer(n => n + 1, 0),
    kept = useRef(new Map());
  const standing = list.filter(s => s.n && !s.open),
    key = s => `${s.head.seq} ${s.head.kind} ${s.n}`;
  for (const x of match.given?.told || []) {
    const s = standing.find(y => y.n === x.n && y.head.seq <= match.given.upto);
    if (s && !kept.current.has(key(s))) kept.current.set(key(s), x);
  }
  const lacks = s => !kept.current.has(key(s)) || kept.current.get(key(s))?.later;
  const wanted = standing.find(lacks);
  useEffect(() => {
    if (!wanted) return undefined;
    const control = new AbortController();
    match.get(`told?from=${wanted.n}`, control.signal).then(
      ({ of, actions }) => {
        if (of < standing.length) return; // it was undone meanwhile, and the list will say so
        const byNumber = new Map(standing.map(s => [s.n, s]));
        for (const a of actions) if (byNumber.has(a.n)) kept.current.set(key(byNumber.get(a.n)), a);
        const first = actions[0]?.n ?? 0; // the server describes no earlier action
        for (const s of standing) if (!kept.current.has(key(s)) && s.n < first) kept.current.set(key(s), null);
        changed();
      },
      error => {
        if (!isAbort(error)) {
          for (const s of standing) if (s.n >= wanted.n && !kept.current.has(key(s))) kept.current.set(key(s), null);
          changed();
        }
      },
    );
    return () => control.abort();
  }, [wanted && key(wanted), standing.length]);
  return s => (s && s.n ? (kept.current.get(key(s)) ?? null) : null);
}

/** rarity returns how rare a very good or very bad result was. */
export const rarity = told =>
  told?.luck?.badge ? { text: told.luck.rare, badge: told.luck.badge, p: told.luck.as_well } : null;

/**
 * had describes what could be hoped for: they had 47 % for two or more. A line breaks after the
 * sign, not before it.
 */
export const had = told => (told?.luck?.had ? sentence(told.luck.had).replaceAll(' %', '\u00a0%') : '');

/** sentence writes a text as a sentence: with a capital, and with a full stop unless it ends with a mark. */
export const sentence = s => (s ? capital(s).replace(/[^.!?]$/, '$&.') : '');

/**
 * outcome describes the result in a sentence or two, with all numbers and without repeating the
 * headline.
 */
export function outcome(told) {
  if (!told) return '';
  const parts = [...told.came, told.toll].filter(s => s && sentence(s) !== sentence(told.brief || ''));
  return parts.map(sentence).join(' ');
}

/** headline is the result in short, with all numbers. */
export const headline = told =>
  told ? [told.brief && sentence(told.brief), outcome(told)].filter(Boolean).join(' ') : '';
