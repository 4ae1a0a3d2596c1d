// Formats of chances and numbers.

const thin = '\u202f';

/** percent formats a chance. A chance that is not exactly 0 or 1 never looks like it. */
export function percent(p) {
  if (p === 0) return `0${thin}%`;
  if (p === 1) return `100${thin}%`;
  if (p < 0.001) return `<${thin}0.1${thin}%`;
  if (p > 0.999) return `>${thin}99.9${thin}%`;
  return `${(100 * p).toFixed(1)}${thin}%`;
}

/** amount formats a number with at most two decimals. */
export const amount = x => String(Number(x.toFixed(2)));

/** large formats a large count in words: 1.2 million. */
export function large(n) {
  if (n >= 1e15) return n.toExponential(1).replace('e+', ' × 10^');
  for (const [size, name] of [
    [1e12, 'trillion'],
    [1e9, 'billion'],
    [1e6, 'million'],
  ]) {
    if (n >= size) return `${amount(n / size)} ${name}`;
  }
  return Math.round(n).toLocaleString('en');
}

const irregular = { men: 'man', dice: 'die', feet: 'foot' };

const singular = word =>
  irregular[word] ??
  (/(ch|sh|ss|x)es$/.test(word)
    ? word.slice(0, -2)
    : /ss$/.test(word)
      ? word
      : /ies$/.test(word)
        ? word.slice(0, -3) + 'y'
        : word.replace(/s$/, ''));

/** noun makes a plural agree with a count, as Noun of package format does: one room, 2 rooms. */
export function noun(n, plural) {
  if (Number(n) !== 1) return plural;
  return plural.replace(/^(.*? )??(\S+)( of .*)?$/, (_, first = '', last, rest = '') => first + singular(last) + rest);
}

/** counted formats a count with its noun: 1 room, 2,000 rooms. */
export const counted = (n, plural) => `${typeof n === 'number' ? n.toLocaleString('en') : n} ${noun(n, plural)}`;

/** inUnit formats a length of the scene, given in thousandths of a unit. */
export function inUnit(length, unit) {
  const n = amount(length / 1000);
  if (unit === 'inch') return `${n}″`;
  if (unit === 'foot') return `${n} ft`;
  return `${n} ${noun(n, unit === 'hex' ? 'hexes' : unit + 's')}`;
}

/** clipped shortens a fraction of hundreds of digits. */
export function clipped(text, most = 60) {
  return text.length > most
    ? `${text.slice(0, most / 2)} … ${text.slice(-most / 4)} (${text.length} characters)`
    : text;
}

/**
 * plain turns a name of the record into words: first-squad, first squad. A number keeps its sign.
 */
export const plain = name => (/^-\d+$/.test(name) ? name : name.replaceAll('-', ' ').replaceAll('_', ' '));

// bands returns the bands of a tally: 5D6 tally 1/5 has 1, 2–5 and 6. A band without faces is
// empty.
function bands(roll) {
  const [, die, cuts] = /D(\d+) tally ?(\S*)$/.exec(roll || '') || [];
  if (!die) return null;
  const ends = [...cuts.split('/').filter(Boolean).map(Number), Number(die)];
  return ends.map((end, i) => {
    const from = (ends[i - 1] || 0) + 1;
    return from > end ? '' : from === end ? String(end) : `${from}–${end}`;
  });
}

/**
 * reading formats the result of a roll: for a tally the number of dice in each band, as 2 × 1–11,
 * 1 × 12.
 */
export function reading(roll, value) {
  const list = bands(roll);
  if (!list) return value;
  return (
    list
      .map((band, i) => [Math.floor(value / 2 ** (16 * i)) % 2 ** 16, band])
      .filter(([n, band]) => n && band)
      .map(([n, band]) => `${n} × ${band}`)
      .join(', ') || 'none'
  );
}

/** asking formats how a roll is read: 3D6 count 4+, or 5D6: how many of 1, 2–5, 6. */
export function asking(roll) {
  const list = bands(roll);
  return list ? `${roll.split(' ')[0]}: how many of ${list.filter(Boolean).join(', ')}` : roll;
}

/**
 * short formats a chance on the map in whole percent: below 1 as <1 % and above 99 as >99 %, unless it is exactly
 * 0 or 1.
 */
export const short = p =>
  p < 1e-12
    ? `0${thin}%`
    : p < 0.005
      ? `<${thin}1${thin}%`
      : p >= 0.995 && p < 1 - 1e-12
        ? `>${thin}99${thin}%`
        : `${Math.round(100 * p)}${thin}%`;
