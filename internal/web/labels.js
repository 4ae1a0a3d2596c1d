// The names of keys and values: the server's words, never paths.
import { noun, plain } from './number.js';

/** labelOf returns the short name of a key: its label up to the first colon or comma. */
export const labelOf = k => (k ? k.label.split(/[:,]/)[0] : '');

/** textOf returns the name of a value, without its unit. */
export function textOf(k, value) {
  const at = k?.options?.indexOf(value) ?? -1;
  return at >= 0 && k.texts?.[at] !== undefined ? k.texts[at] : plain(String(value));
}

/** symbolOf returns the symbol of the selected unit, or "". */
export const symbolOf = (k, value) => k?.symbols?.[k.options.indexOf(value)] || '';

/** valued returns a value with its unit: 3 hexes. */
export const valued = (k, value) =>
  k.unit && k.kind === 'whole number' ? `${value} ${noun(value, k.unit)}` : textOf(k, value);

/** groupOf returns the name of a part of a situation. */
export const groupOf = (proc, path) => proc.groups.find(g => g.name === path)?.gist || plain(path.replaceAll('.', ' '));

/** capital begins a text with a capital. */
export const capital = text => (text ? text[0].toUpperCase() + text.slice(1) : '');

/** ownName is the name that a player has chosen, or "" for one that the server gave: player 1. */
export const ownName = player => (player && !/^player [12]$/.test(player) ? player : '');

/** wins says that a side wins, in the words of rule.Side.Clause: the Besiegers win, the German side wins. */
export const wins = side =>
  /s$/.test(side) && !/[ouis]s$/.test(side)
    ? `the ${side} win`
    : `the ${side}${side === side.toLowerCase() ? '' : ' side'} wins`;
