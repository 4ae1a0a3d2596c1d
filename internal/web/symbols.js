// The symbols of pieces: sixteen shapes, each in a square of 24.
import { html } from './shell.js';

const wheels = [6, 10.7, 15.4, 20].map(x => `M${x - 2} 18.7a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0z`).join('');
const tracks = `M4.6 15.6h15a3.1 3.1 0 0 1 0 6.2h-15a3.1 3.1 0 0 1 0-6.2z${wheels}`;
const shoulders = 'M2.8 23.6c.5-4 4-5.3 9.2-5.3s8.7 1.3 9.2 5.3z';

const drawn = {
  infantry: `M4.8 11a7.2 7.2 0 0 1 14.4 0zM3.2 11.5h17.6v2H3.2zM8.2 14.4h7.6a3.8 3.8 0 0 1-7.6 0z${shoulders}`,
  elite:
    'M4.8 8.6a7.2 7.2 0 0 1 14.4 0zM3.2 9.1h17.6v2H3.2zM8.2 12h7.6a3.8 3.8 0 0 1-7.6 0zM2.8 20.6l9.2-4.2 9.2 4.2v3' +
    'l-9.2-4.2-9.2 4.2z',
  'machine gun':
    'M0 8.4h4.4v-1h7v5h-7v-1H0zM12 6.2h9v6.6h-9zM21.3 7.6h2.3v6.4h-1.6zM13.4 13.2h3.4l6 9.3h-2.9l-4.8-7-4.8 7H7.4z',
  mortar: 'M4 17.6L13.7 1.6l3.6 2.2L7.7 19.9zM12.6 9.4l7 11.2h-2.7L11 11.8zM1.6 20.7h10.6v2.1H1.6z',
  'anti-tank gun':
    'M10.6 8.8L24 6.3v2.6l-13 2.8zM11 3.4l2.5.5-2.4 12-2.5-.5zM10 12.2a5.2 5.2 0 1 1 0 10.4a5.2 5.2 0 1 1 0-10.4zM10 ' +
    '15.4a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM6.8 14.8L0 20.8v2.3l7.9-5.5z',
  artillery:
    'M4.2 9.6L21.3 2.6l1.5 3.5L6.3 13.6zM10 9.8a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM9 12.2a4.3 4.3 0 0 0-3.3 3.3H9' +
    'zM11 12.2v3.3h3.3A4.3 4.3 0 0 0 11 12.2zM5.7 17.5A4.3 4.3 0 0 0 9 20.8v-3.3zM11 17.5v3.3a4.3 4.3 0 0 0 ' +
    '3.3-3.3zM3.8 13.8L0 19.9v2.3l4.7-5.8z',
  tank: `M15.2 7.4H24v2.2h-8.8zM7.4 5.4h6.4l3.3 5.7H4.9zM2.4 11.8h19.2l-1.6 3H4z${tracks}`,
  'assault gun': `M16.4 6h7.4v4.4h-7.4zM4 3.4h10.4l2.9 2.4v6H4zM2.4 12.6h19.2L20 14.8H4z${tracks}`,
  walker:
    'M16.6 4h7v2.5h-7zM6.6 1.2h9l2.5 5.2-2.1 4.7H6.6L4.2 6.9zM6.9 11.9h3.4L7.6 16l2.1 4.6H5.1l-1.4-5.1zM12.7 11.9h3.4' +
    'l3.2 3.6-1.4 5.1h-4.6l2.1-4.6zM3.2 21.2h7.4v2.1H3.2zM12.7 21.2h7.4v2.1h-7.4z',
  flamethrower:
    'M12.4.6c.7 5 7 7.4 7 14.3a7.4 7.4 0 0 1-14.8 0c0-3.7 2.4-5 3-8.8 1.7 1.2 2.5 2.4 2.7 4.2C12.6 8 12.9 4.3 12.4.6' +
    'zM12.1 13.3c-.6 2-2.7 2.6-2.7 5a2.6 2.6 0 0 0 5.2 0c0-2-1.9-2.8-2.5-5z',
  engineers: 'M1.5 6.6h21v4.3h-3v7h-4.2v-7h-1.5v7H9.5v-7H8.2v7H4v-7H1.5z',
  'tank hunters':
    'M0 6.2l3.2-1.4L23.4 8.4l-.6 3.2L3.2 8.6zM9.1 11.6h3.5v4.8H9.1zM15 12.4l2.5.4-.8 3.9h-2.5zM3.4 23.6c.5-4.4 3.7-6 ' +
    '8.6-6s8.1 1.6 8.6 6z',
  sniper:
    'M11 .8h2v3.3A8 8 0 0 1 19.9 11h3.3v2h-3.3a8 8 0 0 1-6.9 6.9v3.3h-2v-3.3A8 8 0 0 1 4.1 13H.8v-2h3.3A8 8 0 0 1 11 ' +
    '4.1zM11 6.2A5.9 5.9 0 0 0 6.2 11H9v2H6.2a5.9 5.9 0 0 0 4.8 4.8V15h2v2.8a5.9 5.9 0 0 0 4.8-4.8H15v-2h2.8A5.9 ' +
    '5.9 0 0 0 13 6.2V9h-2z',
  hero:
    'M5 13.2c0-4.7 3-7.5 7-7.5s7 2.8 7 7.5v9.6h-4.5v-6.5H13v-2.5h3.8v-1.7H7.2v1.7H11v2.5H9.5v6.5H5zM10.9 4.9' +
    'C10.9 1.5 14.5 0 21.2 1.1c-3.7 1-5.6 2.1-6.3 4.4z',
  monster:
    'M12 23c-5 0-7.6-4.3-7.6-8.8 0-2.2.5-4.2 1.3-5.5C3.5 7.6 1.9 5.3 1.9 2.2c2.1 2 4.4 3 6.7 3.3 2.2-.9 4.6-.9 6.8 0 ' +
    '2.3-.3 4.6-1.3 6.7-3.3 0 3.1-1.6 5.4-3.8 6.5.8 1.3 1.3 3.3 1.3 5.5C19.6 18.7 17 23 12 23zM7.3 11.7l3.7 ' +
    '1.9c-.4 1.6-3.5 1.5-3.7-1.9zM16.7 11.7L13 13.6c.4 1.6 3.5 1.5 3.7-1.9zM8.3 17.2l1.5 2.5 1.1-1.8 1.1 1.8 ' +
    '1.1-1.8 1.1 1.8 1.5-2.5z',
  officer: 'M4.4 1h2.2v22H4.4zM7.6 2.2H22l-3.8 5.1 3.8 5.1H7.6z',
};

/** symbols lists the names of the symbols. */
export const symbols = Object.keys(drawn);

/** Symbol is drawn in a square with its corner at x, y. */
export function Symbol({ of, x, y, wide }) {
  return html`<path class="symbol" fill-rule="evenodd" d=${drawn[of] || drawn.infantry}
    transform=${`translate(${x} ${y}) scale(${(wide / 24).toFixed(3)})`} />`;
}

/** Sign is a symbol in running text or in a form, or nothing without a symbol. */
export const Sign = ({ of }) =>
  of &&
  html`<svg class="sign" width="24" height="24" viewBox="0 0 24 24" data-symbol=${of} aria-hidden="true"><${Symbol}
    of=${of} x=${0} y=${0} wide=${24} /></svg>`;
