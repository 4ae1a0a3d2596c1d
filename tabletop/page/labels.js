// What keys and their values are called: words of the server, never paths.
import { noun, plain } from './number.js';

/** labelOf is a short name of a key: what stands before the first colon or comma of its label. */
export const labelOf = k => (k ? k.label.split(/[:,]/)[0] : '');

/** textOf is what a value is called, without its unit. */
export function textOf(k, value) {
  const at = k?.options?.indexOf(value) ?? -1;
  return at >= 0 && k.texts?.[at] !== undefined ? k.texts[at] : plain(String(value));
}

/** symbolOf is the symbol of a unit that is chosen, empty for what has none. */
export const symbolOf = (k, value) => k?.symbols?.[k.options.indexOf(value)] || '';

/** valued is a value with its unit: 3 hexes. */
export const valued = (k, value) =>
  k.unit && k.kind === 'whole number' ? `${value} ${noun(value, k.unit)}` : textOf(k, value);

/** groupOf is what a part of a situation is called. */
export const groupOf = (proc, path) => proc.groups.find(g => g.name === path)?.gist || plain(path.replaceAll('.', ' '));

/** upper begins a text with a capital. */
export const upper = text => (text ? text[0].toUpperCase() + text.slice(1) : '');
