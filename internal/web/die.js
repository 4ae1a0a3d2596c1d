// A die: six-sided ones have pips, others a number in their outline.
import { html } from './shell.js';

// Where the pips of a face are, on a die of 24 by 24.
const places = {
  nw: [6.5, 6.5],
  ne: [17.5, 6.5],
  w: [6.5, 12],
  c: [12, 12],
  e: [17.5, 12],
  sw: [6.5, 17.5],
  se: [17.5, 17.5],
};
const pips = [
  [],
  ['c'],
  ['nw', 'se'],
  ['nw', 'c', 'se'],
  ['nw', 'ne', 'sw', 'se'],
  ['nw', 'ne', 'c', 'sw', 'se'],
  ['nw', 'ne', 'w', 'e', 'sw', 'se'],
];

// The outlines of dice with other numbers of faces; dice without an entry are round.
const square =
  'M5 1.5h14a3.5 3.5 0 0 1 3.5 3.5v14a3.5 3.5 0 0 1-3.5 3.5h-14a3.5 3.5 0 0 1-3.5-3.5v-14a3.5 3.5 0 0 1 3.5-3.5z';
const outlines = {
  2: 'M1.5 12a10.5 10.5 0 1 0 21 0a10.5 10.5 0 1 0-21 0z',
  3: square,
  4: 'M12 1L23.5 22H.5z',
  5: square,
  6: square,
  8: 'M12 .5L23 12L12 23.5L1 12z',
  10: 'M12 .5L23.5 10v4.5L12 23.5L.5 14.5V10z',
  12: 'M12 .8L23 9L18.8 22.5H5.2L1 9z',
  20: 'M12 .5L22.5 6.3v11.4L12 23.5L1.5 17.7V6.3z',
};

/**
 * Die draws one die. state is hit, miss, stop, stopped or plain; n is the number of dice that it
 * stands for; at is its place in the order in which dice roll.
 */
export function Die({ die, face, state = 'plain', n = 1, at = 0 }) {
  const outline = outlines[die] || outlines[2],
    low = die === 4 ? 19.5 : die === 12 ? 17.5 : 16.4;
  return html`<span class=${`a-die is-${state}`} data-face=${face} data-count=${n > 1 ? n : null} aria-hidden="true"
    style=${{ '--at': at }}><svg viewBox="0 0 24 24"><path class="body" d=${outline} />${
      die === 6
        ? pips[face]?.map(p => html`<circle class="pip" cx=${places[p][0]} cy=${places[p][1]} r="2.35" />`)
        : html`<text x="12" y=${low} font-size=${face > 99 ? 8.5 : die === 4 ? 10 : 12}>${face}</text>`
    }${state === 'stopped' && html`<path class="stroke" d="M2 22L22 2" />`}</svg>${n > 1 && html`<b>×${n}</b>`}</span>`;
}
