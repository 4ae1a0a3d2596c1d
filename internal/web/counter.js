// A counter: the symbol shows the kind, the outline the side, the number the strength. Marks of
// different shapes show its condition; words above it show what has no mark.
import { html } from './shell.js';
import { Symbol } from './symbols.js';

export const size = { w: 42, h: 30 };

// The first side is square and filled, the second hollow with cut corners.
const bodies = ['M-21-15h42v30h-42z', 'M-15-15h30l6 6v18l-6 6h-30l-6-6v-18z'];

/** half is half the width and half the height of a counter, with its edge. */
export const half = [22, 16];

const numbered = /^(\d+) (?:pins?|tokens?|suppression|.*suppress)/i,
  waiting = /opportunity|on watch|ambush|overwatch/i;

// marks divides the markers of a piece into marks with a shape and words.
function marks(piece) {
  const out = { pins: 0, waits: false, words: [] };
  for (const m of piece.markers || []) {
    const n = numbered.exec(m);
    if (n) out.pins = Number(n[1]);
    else if (waiting.test(m)) out.waits = true;
    else if (piece.spent && /^(fatigued|done|spent|activated)$/i.test(m)) continue;
    else if (piece.order && m.toLowerCase() === piece.order.toLowerCase()) continue;
    else out.words.push(m);
  }
  return out;
}

/** worded returns the markers of a piece that no mark shows. */
export const worded = piece => marks(piece).words;

// The notch is outside the edge, in the direction that the piece faces.
function notch(facing) {
  const turn = (facing * Math.PI) / 180,
    dx = Math.sin(turn),
    dy = -Math.cos(turn);
  const far = Math.min(21 / Math.max(1e-6, Math.abs(dx)), 15 / Math.max(1e-6, Math.abs(dy)));
  return `translate(${(dx * far).toFixed(1)} ${(dy * far).toFixed(1)}) rotate(${facing})`;
}

/** Shape is a counter without its name: also used in lists and in the key. */
export function Shape({ piece = {}, side, floor }) {
  const { strength = 0, facing = 0, order, spent } = piece,
    both = strength > 0,
    m = marks(piece);
  return html`<g class=${`counter side-${side}${spent ? ' spent' : ''}`}>
    ${facing > 0 && html`<path class="counter-facing" d="M-6-.5L0-8.5L6-.5z" transform=${notch(facing)} />`}
    <path class="counter-body" d=${bodies[side] || bodies[0]} />
    ${
      both
        ? html`<${Symbol} of=${piece.symbol} x=${strength > 9 ? -19.5 : -18.5} y=${-10.5} wide=${
            strength > 9 ? 19 : 21
          } />`
        : html`<${Symbol} of=${piece.symbol} x=${-12} y=${-12} wide=${24} />`
    }
    ${both && html`<text class=${`counter-strength${strength > 9 ? ' two' : ''}`} x="10.5" y="6">${strength}</text>`}
    ${
      spent &&
      html`<g class="mark-spent"><path class="mark-fold" d="M21 4.5L10.5 15H21z" />
    <path class="mark-tick" d="M15.2 11.3l1.5 1.7 2.7-4" /></g>`
    }
    ${
      order &&
      html`<g class="mark-order" transform="translate(-21 -15)"><rect x="-7" y="-7" width="14" height="14"
      rx="2.5" /><text y="4">${order[0].toUpperCase()}</text></g>`
    }
    ${
      m.waits &&
      !order &&
      html`<g class="mark-waits" transform="translate(-21 -14)">
    <path d="M-9.5 0Q0-9.5 9.5 0Q0 9.5-9.5 0z" /><circle r="2.8" /></g>`
    }
    ${
      m.pins > 0 &&
      html`<g class="mark-pins" transform="translate(-20 13)"><path d="M0-10.5L9.5 6.5H-9.5z" />
    <text y="4.5">${m.pins}</text></g>`
    }
    ${floor && html`<g class="counter-floor"><circle cx="21" cy="-7" r="8" /><text x="21" y="-3.5">${floor}</text></g>`}
  </g>`;
}

/** Hatch is the fill of "something" in the bar of a chance. */
export const Hatch = () =>
  html`<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" class="hatch-ground" /><path d="M0 0v6" class="hatch" /></pattern>`;

/** describe describes a counter in words. */
export function describe(piece, scene) {
  return [
    `${piece.title}, ${scene.sides[piece.side]} ${piece.symbol}`,
    piece.strength > 0 ? `strength ${piece.strength}` : '',
    ...piece.markers,
    piece.order && !piece.markers.some(m => m.toLowerCase() === piece.order.toLowerCase())
      ? `ordered: ${piece.order}`
      : '',
    piece.spent ? 'has acted' : '',
    piece.facing ? `faces ${compass(piece.facing)}` : '',
    whereabouts(piece, scene),
  ]
    .filter(Boolean)
    .join(', ');
}

const points = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
const compass = facing => points[Math.round(facing / 45) % 8];

/** whereabouts returns the place of a piece in players' words. */
export function whereabouts(piece, scene) {
  const s = scene.structures.find(x => x.name === piece.structure);
  if (s)
    return s.floors.length > 1 ? lower(s.floors.find(f => f.name === piece.floor)?.title || s.title) : `in ${s.title}`;
  const area = scene.areas.find(a => a.name === piece.where);
  return area ? `at ${area.title}` : piece.where ? `at ${piece.where.replaceAll('-', ' ').replaceAll('/', ', ')}` : '';
}

const lower = text => text.replace(/^./, c => c.toLowerCase());

/** Chip is a counter in running text or in a list. */
export function Chip({ piece, kind = 'infantry', side, strength = 0, scale = 0.7 }) {
  return html`<svg class="chip" width=${50 * scale} height=${38 * scale} viewBox="-25 -19 50 38" aria-hidden="true">
    <${Shape} piece=${piece || { symbol: kind, strength }} side=${side} /></svg>`;
}

const Mark = ({ side }) => html`<svg class="chip" width="22" height="17" viewBox="-23 -17 46 34" aria-hidden="true">
  <g class=${`counter side-${side}`}><path class="counter-body" d=${bodies[side]} /></g></svg>`;

/** SideName is a side with its mark. */
export function SideName({ sides, side }) {
  if (side < 0) return null;
  return html`<span class=${`sided side-${side}`}><${Mark} side=${side} /> <span class="sided-name">
    ${sides[side]}</span></span>`;
}

/** SideMark is the mark of a side before a sentence. Screen readers read its name. */
export function SideMark({ sides, side }) {
  if (side < 0) return null;
  return html`<span class=${`side-mark side-${side}`} title=${sides[side]}><${Mark} side=${side} /><span class="voice">
    ${sides[side]}: </span></span>`;
}
