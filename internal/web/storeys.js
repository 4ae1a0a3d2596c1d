// An opened structure on the map: a plate for each storey, the roof on top, with its pieces. A
// tap on a plate or piece works as on the map.
import { useEffect, useRef } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { bounds } from './geometry.js';
import { Shape, describe } from './counter.js';
import { levelName, nobody } from './naming.js';
import { short } from './number.js';

const head = 44,
  beside = 118; // the names of the storeys, left of their plates

// plateSize returns the size of a plate, and the step from one to the next. A plate shows its structure larger than
// the map does, and laid down. It is so low that n plates fit into the window, but at least 64 pixels high.
function plateSize(a, n, box) {
  const wide = Math.max(176, Math.min(2.5 * a.hx, 260, box.w - 16)),
    high = Math.max(64, Math.min(0.72 * wide * (a.hy / Math.max(a.hx, 1)), 128, (box.h - head - 12) / n - 8));
  return { wide, high, step: high + 8 };
}

/**
 * Storeys is drawn over the place of its structure, the lowest storey where it is, within the
 * window.
 */
export function Storeys({ scene, name, secret, at, box, lit, chosen, marks, onPick, onClose }) {
  const s = scene.structures.find(x => x.name === name),
    a = at.get(`structure:${name}`),
    me = useRef(null);
  useEffect(() => {
    const key = e => {
      if (e.key === 'Escape') {
        e.stopPropagation();
        onClose();
      }
    };
    addEventListener('keydown', key, true);
    return () => removeEventListener('keydown', key, true);
  }, []);
  if (!s || !a) return null;
  const { wide, high, step } = plateSize(a, s.floors.length, box),
    tall = head + s.floors.length * step,
    room = a.x - wide / 2 - beside > 2 && tall < box.h,
    left = Math.max(4, Math.min(box.w - wide - 4, a.x - wide / 2)),
    top = Math.max(2, Math.min(box.h - tall - 2, a.y + high / 2 - tall + 8));
  const up = top + head + high / 2,
    low = up + (s.floors.length - 1) * step,
    px = n => n.toFixed(1);
  return html`<svg class="plate-ties" viewBox=${`0 0 ${box.w} ${box.h}`} aria-hidden="true">
      ${[-1, 1].map(side => {
        const x = left + wide / 2 + side * (wide / 2 - 5);
        return html`<path d=${`M${px(x)} ${px(up)}V${px(low)}L${px(a.x + side * a.hx)} ${px(a.y)}`} />`;
      })}</svg>
    <section ref=${me} class=${`storeys${room ? ' named-beside' : ''}`} aria-label=${`Storeys of ${s.title}`}
      style=${{ left: `${left}px`, top: `${top}px`, width: `${wide}px`, maxHeight: `${box.h - 4}px` }}
      onPointerDown=${e => e.stopPropagation()}>
    <header><b>${s.title}</b>${s.condition && html` <span class="flag">${s.condition}</span>`}
    <button class="quiet" aria-label=${`Close ${s.title}`} onClick=${onClose}>✕</button></header>
    <ol>${[...s.floors].reverse().map(
      f => html`<${Plate} key=${f.name} scene=${scene} structure=${s} floor=${f} secret=${secret} wide=${wide}
      high=${high} lit=${lit} chosen=${chosen} marks=${marks} onPick=${onPick} onClose=${onClose} />`,
    )}</ol>
  </section>`;
}

// slab returns the outline of a structure, laid down.
function slab(outline, wide, high) {
  const b = bounds(outline),
    kx = (wide - 10) / (b.high[0] - b.low[0] || 1),
    ky = (high - 16) / (b.high[1] - b.low[1] || 1);
  return (
    'M' +
    outline
      .map(([x, y]) => `${(5 + (x - b.low[0]) * kx).toFixed(1)} ${(4 + (b.high[1] - y) * ky).toFixed(1)}`)
      .join('L') +
    'Z'
  );
}

function Plate({ scene, structure: s, floor: f, secret, wide, high, lit, chosen, marks, onPick, onClose }) {
  const key = `${s.name}/${f.name}`,
    d = slab(s.outline, wide, high),
    way =
      lit?.get(`floor:${key}`)?.ways[0] ||
      (f === s.floors[0] && lit?.get(`structure:${s.name}`)?.ways.find(w => !w.tag?.zones));
  // A plate without actions closes the structure.
  const tap = () => (way ? onPick({ kind: 'floor', name: key, structure: s.name, floor: f.name }) : onClose());
  return html`<li class=${`plate${way ? ' lit' : ''}${marks?.floors.has(key) ? ' marked' : ''}`}
    style=${{ height: `${high + 8}px` }}>
    <svg class="slab" width=${wide} height=${high} aria-hidden="true"><path class="slab-edge" d=${d}
      transform="translate(0 7)" /><path class="slab-floor" d=${d} /><path class="slab-boards" d=${d} /></svg>
    <button class="plate-name" onClick=${tap}><span class="storey-name">${levelName(f)}${
      f.note && html`<small> ${f.note}</small>`
    }</span><span class="voice"> (${f.title}) </span>
      ${!f.pieces.length && html`<span class="voice"> ${nobody(secret)} </span>`}
      ${way?.tag?.zones && way.tag.p > 0 && html`<b class="plate-chance">${short(way.tag.p)}</b>`}</button>
    <div class="plate-pieces">${f.pieces.map(p => {
      const w = lit?.get(`piece:${p.name}`)?.ways[0];
      return html`<button
        class=${`inside${chosen === p.name ? ' chosen' : ''}${marks?.pieces.has(p.name) ? ' marked' : ''}`}
          aria-pressed=${chosen === p.name ? 'true' : 'false'} data-inside=${p.name}
            onClick=${() => onPick({ kind: 'piece', name: p.name })}>
      <svg width="46" height="36" viewBox="-25 -19 50 38" aria-hidden="true"><${Shape} piece=${p} side=${p.side} />
      </svg><span class="voice">${describe({ ...p, structure: s.name, floor: f.name }, scene)}</span>
      ${w?.tag?.p > 0 && html`<b class="plate-chance">${short(w.tag.p)}</b>`}</button>`;
    })}</div>
  </li>`;
}
