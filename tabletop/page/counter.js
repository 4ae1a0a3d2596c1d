// A counter: the shape tells the kind, the fill and a letter tell the side, the
// number is the strength, and what has happened to it stands above it in words.
import { html } from './shell.js';
import { plain } from './number.js';

export const size = { w: 38, h: 28 };

// The shapes by kind, around 0,0.
const shapes = {
  infantry: 'M-19-14h38v28h-38z',
  team: 'M-13-14h26l6 6v16l-6 6h-26l-6-6v-16z',
  gun: 'M-19 0a19 14 0 0 1 38 0v14h-38z',
  vehicle: 'M-12-14h24l9 14l-9 14h-24l-9-14z',
  character: 'M0-18l21 18l-21 18l-21-18z',
  beast: 'M-19-14h38v15q0 13-19 17q-19-4-19-17z',
};

/** halfOf is half the width and half the height of a counter of a kind, with its edge. */
export const halfOf = kind => ({ character: [22, 19], beast: [20, 16], gun: [20, 15] }[kind] || [20, 15]);

/** kinds lists the shapes, for the key. */
export const kinds = Object.keys(shapes);

/** Shape is a counter without its name: also used in lists and in the key. */
export function Shape({ kind, side, letter, strength, floor }) {
  const both = strength > 0;
  return html`<g class=${`counter side-${side}`}>
    <path class="counter-body" d=${shapes[kind] || shapes.infantry} />
    ${side === 1 && html`<path class="counter-band" d=${shapes[kind] || shapes.infantry} fill="url(#hatch)" />`}
    <text class=${`counter-letter${both ? '' : ' alone'}`} x=${!both ? 0 : strength > 9 ? -13 : -9} y=${both ? 4 : 5.5}>${letter}</text>
    ${both && html`<text class=${`counter-strength${strength > 9 ? ' two' : ''}`} x=${strength > 9 ? 2 : 4} y="5.5">${strength}</text>`}
    ${floor && html`<g class="counter-floor"><circle cx="19" cy="-6" r="8" /><text x="19" y="-2.5">${floor}</text></g>`}
  </g>`;
}

/** Hatch is the fill of the second side. */
export const Hatch = () => html`<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0v5" class="hatch" /></pattern>`;

/** describe says in words what a counter shows. */
export function describe(piece, scene) {
  const place = piece.where || piece.structure || '';
  return [
    `${plain(piece.name)}, ${scene.sides[piece.side]} ${piece.kind}`, piece.strength > 0 ? `strength ${piece.strength}` : '',
    ...piece.markers, place ? `at ${plain(place).replaceAll('/', ', ')}` : '',
  ].filter(Boolean).join(', ');
}

/** Chip is a counter in running text or in a list. */
export function Chip({ kind = 'infantry', side, letter, strength = 0, scale = 0.7 }) {
  return html`<svg class="chip" width=${46 * scale} height=${38 * scale} viewBox="-23 -19 46 38" aria-hidden="true"><${Shape} kind=${kind} side=${side} letter=${letter} strength=${strength} /></svg>`;
}

/** SideName is a side with its mark. */
export function SideName({ sides, side, letters }) {
  if (side < 0) return null;
  return html`<span class=${`sided side-${side}`}><${Chip} side=${side} letter=${letters[side]} scale=${0.5} />${sides[side]}</span>`;
}
