// How chances and numbers are written.

const thin = '\u202f';

/** percent writes a chance; what is not quite 0 or 1 never looks like it. */
export function percent(p) {
  if (p === 0) return `0${thin}%`;
  if (p === 1) return `100${thin}%`;
  if (p < 0.001) return `<${thin}0.1${thin}%`;
  if (p > 0.999) return `>${thin}99.9${thin}%`;
  return `${(100 * p).toFixed(1)}${thin}%`;
}

/** amount writes a number with two decimals, without trailing zeros. */
export const amount = x => String(Number(x.toFixed(2)));

/** large writes a count in words that can be read: 1.2 million. */
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

/** counted writes a count with what is counted: 1 room, 2,000 rooms. */
export const counted = (n, plural) => `${typeof n === 'number' ? n.toLocaleString('en') : n} ${noun(n, plural)}`;

/** inUnit writes a length of the scene, which is in thousandths of a unit. */
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

/** plain turns a name of the record into words: first-squad, first squad. A number keeps its sign. */
export const plain = name => (/^-\d+$/.test(name) ? name : name.replaceAll('-', ' ').replaceAll('_', ' '));

// bands are those of a tally, as 5D6 tally 1/5: 1, 2–5 and 6; one without faces is empty.
function bands(roll) {
  const [, die, cuts] = /D(\d+) tally ?(\S*)$/.exec(roll || '') || [];
  if (!die) return null;
  const ends = [...cuts.split('/').filter(Boolean).map(Number), Number(die)];
  return ends.map((end, i) => {
    const from = (ends[i - 1] || 0) + 1;
    return from > end ? '' : from === end ? String(end) : `${from}–${end}`;
  });
}

/** reading writes what a roll came to: for a tally how many dice fell in each band, as 2 × 1–11, 1 × 12. */
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

/** asking writes how a roll is read: 3D6 count 4+, or 5D6: how many of 1, 2–5, 6. */
export function asking(roll) {
  const list = bands(roll);
  return list ? `${roll.split(' ')[0]}: how many of ${list.filter(Boolean).join(', ')}` : roll;
}

/** short writes a chance on the map, in whole percent; what is possible is never 0, and what may fail never 100. */
export const short = p =>
  p < 1e-12
    ? `0${thin}%`
    : p < 0.005
      ? `<${thin}1${thin}%`
      : p > 0.995 && p < 1 - 1e-12
        ? `>${thin}99${thin}%`
        : `${Math.round(100 * p)}${thin}%`;
