// The rolls of an action: how they are read, and which dice count.
import { asking, reading } from './number.js';

// span returns the faces of a target as the server writes it after the dice: 5+, 3-, =6, 2..4; null for
// any other text.
function span(text, die) {
  let m;
  if ((m = /^(\d+)\+$/.exec(text))) return [Number(m[1]), die];
  if ((m = /^(\d+)-$/.exec(text))) return [1, Number(m[1])];
  if ((m = /^=(\d+)$/.exec(text))) return [Number(m[1]), Number(m[1])];
  if ((m = /^(\d+)\.\.(\d+)$/.exec(text))) return [Number(m[1]), Number(m[2])];
  return text === 'never' ? [1, 0] : null;
}

// told describes the faces of a range: 5 or 6, 4 or more, 3 or less.
function told([low, high], die) {
  if (low > high || low > die) return 'nothing';
  if (low <= 1 && high >= die) return 'every face';
  if (low === high || low === die) return `${low}`;
  if (high >= die) return low === die - 1 ? `${low} or ${die}` : `${low} or more`;
  if (low <= 1) return high === 1 ? '1' : high === 2 ? '1 or 2' : `${high} or less`;
  return `${low} to ${high}`;
}

// one describes a face of a range, so that nobody takes it for a number of dice: a 6, an 8 or more.
function one(range, die) {
  const what = told(range, die);
  return /^\d/.test(what) ? `${/^(8|11|18|8\d)\b/.test(what) ? 'an' : 'a'} ${what}` : what;
}

/** readRoll parses a roll: 12D6 count 5+, D10 3-, 2D6 highest 1, 3D6 sum, 2D20 tally 1/14. */
export function readRoll(roll) {
  const m = /^(\d*)D(\d+)(?: (.*))?$/.exec(roll || '');
  if (!m) return null;
  const rest = m[3] || '',
    many = Number(m[1] || 1),
    die = Number(m[2]);
  const best = /^(highest|lowest) (\d+)$/.exec(rest),
    range = span(rest.replace(/^count /, ''), die);
  return {
    many,
    die,
    best: best && { high: best[1] === 'highest', k: Number(best[2]) },
    range,
    tally: rest.startsWith('tally'),
    test: Boolean(range) && many === 1 && !rest.startsWith('count '),
  };
}

const sorted = faces => [...faces].sort((a, b) => b - a);

/**
 * groupOf returns a roll for the tray: its dice sorted, those that count first, and their result.
 * stopped is the number of its hits that others stopped.
 */
export function groupOf(e, stopped = 0) {
  const r = readRoll(e.roll),
    faces = e.faces || [];
  if (!r) return null;
  const counts = f =>
    r.tally && e.span
      ? inTally(e, f)
      : r.tally && e.came
        ? f <= passes(e)[1]
        : r.range
          ? f >= r.range[0] && f <= r.range[1]
          : true;
  let first = faces.filter(counts),
    rest = faces.filter(f => !counts(f));
  if (r.best) {
    const list = r.best.high ? sorted(faces) : sorted(faces).reverse();
    [first, rest] = [list.slice(0, r.best.k), list.slice(r.best.k)];
  }
  const yes = r.range || (r.tally && (e.counts || e.came)) ? (e.stops === 'counted' ? 'stop' : 'hit') : 'plain',
    no = e.stops === 'others' ? 'stop' : 'miss';
  const live = sorted(first),
    cut = yes === 'hit' ? Math.min(stopped, live.length) : 0;
  const dice = [
    ...live.map((face, i) => ({ face, state: i >= live.length - cut ? 'stopped' : yes })),
    ...sorted(rest).map(face => ({ face, state: no })),
  ];
  return {
    seq: e.seq,
    by: e.by,
    why: e.why,
    clause: e.clause,
    from: e.from,
    die: r.die,
    dice: e.stops === 'others' ? [...dice].reverse() : dice,
    rule: ruleOf(e, r),
    sum: sumOf(e, r, faces.length),
    hits: r.range || (r.tally && (e.counts || e.came)) ? first.length : null,
    stops: e.stops === 'counted' ? first.length : e.stops === 'others' ? rest.length : 0,
    shields: Boolean(e.stops),
  };
}

// passes returns the faces that pass a test written as a tally: those of its lowest band.
const passes = e => [1, Number((/tally (\d+)/.exec(e.roll) || [0, 0])[1])];

// inTally reports whether a face of a tally counts.
const inTally = (e, face) => face >= e.span[0] && face <= e.span[1];

// does returns the word for a die that counts: it hits, or it counts.
const does = e => e.counts?.[2] || e.counts?.[1] || 'counts';

// ruleOf describes which faces count.
function ruleOf(e, r) {
  if (e.reads) return e.reads;
  if (r.tally && e.came) return `${told(passes(e), r.die)} needed`;
  if (r.tally) return asking(e.roll).split(': ')[1] || '';
  if (r.best) return `the ${r.best.high ? 'higher' : 'lower'} counts`;
  if (!r.range) return r.many > 1 ? 'added up' : '';
  const what = one(r.range, r.die);
  return e.stops === 'counted'
    ? `${what} stops`
    : e.stops === 'others'
      ? `${what} fails`
      : r.test
        ? `${told(r.range, r.die)} needed`
        : `${what} ${does(e)}`;
}

// sumOf describes the result of the dice.
function sumOf(e, r, many) {
  if (r.tally && e.came) return e.came[0];
  if (r.tally && !e.span) return reading(e.roll, e.value);
  if (r.tally) {
    const n = e.faces.filter(f => inTally(e, f)).length;
    return `${n} ${e.counts[n === 1 ? 0 : 1]}`;
  }
  if (r.test && e.came) return e.came[0];
  if (r.test) return e.stops ? (e.value ? 'stops it' : 'stops nothing') : e.value ? 'yes' : 'no';
  if (!r.range) return many > 1 || r.best ? `= ${e.value}` : '';
  return e.stops === 'counted'
    ? `stops ${e.value}`
    : e.stops === 'others'
      ? `${e.value} of ${many} fail`
      : e.counts
        ? `${e.value} ${e.counts[e.value === 1 ? 0 : 1]}`
        : `${e.value} of ${many} ${e.value === 1 ? 'counts' : 'count'}`;
}

/**
 * groups returns the rolls of an action, each with the number of its hits that one following roll
 * stopped. If several rolls follow, each saves another piece.
 */
export function groups(entries) {
  const rolls = entries.filter(e => e.kind === 'roll' && e.faces?.length);
  return rolls
    .map((e, i) => {
      const shields = [];
      for (const x of rolls.slice(i + 1)) {
        if (!x.stops) break;
        shields.push(x);
      }
      return groupOf(
        e,
        !e.stops && shields.length === 1 && shields[0].stops === 'counted' ? groupOf(shields[0])?.stops || 0 : 0,
      );
    })
    .filter(Boolean);
}

const few = 30;

/** heaped combines equal dice if there are too many to count. */
export function heaped(dice) {
  if (dice.length <= few) return dice.map(d => ({ ...d, n: 1 }));
  const heaps = new Map();
  for (const d of dice) {
    const key = `${d.face} ${d.state}`;
    heaps.set(key, { ...d, n: (heaps.get(key)?.n || 0) + 1 });
  }
  return [...heaps.values()];
}

/** aloud describes a group for screen readers: 12 dice: 6 5 5 count; 4 4 3 2 do not. */
export function aloud(g) {
  const list = state =>
    g.dice
      .filter(d => state.includes(d.state))
      .map(d => d.face)
      .join(' ');
  const yes = list(['hit', 'plain', 'stopped']),
    shield = list(['stop']),
    no = list(['miss']);
  return [yes, shield && `${shield} stop`, no && (yes || shield ? `not ${no}` : `none of ${no}`)]
    .filter(Boolean)
    .join('; ');
}

/** sameDice says of a step that repeats an undone one why its dice are no news. */
export const sameDice = 'These dice were rolled before the undo. An action that is played again keeps them.';
