// A house taken apart where it stands: a plate for each storey, the roof on top, with
// who is on it. Tapping a plate, or somebody on it, is tapping the map.
import { useEffect, useRef } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { bounds } from './geometry.js';
import { Shape, describe } from './counter.js';
import { levelName } from './naming.js';
import { short } from './number.js';

const wide = 216, high = 84;

/** Storeys stand beside the middle of their house, within the window. */
export function Storeys({ scene, name, at, box, lit, chosen, marks, onPick, onClose }) {
  const s = scene.structures.find(x => x.name === name), a = at.get(`structure:${name}`), me = useRef(null);
  useEffect(() => {
    const key = e => { if (e.key === 'Escape') { e.stopPropagation(); onClose(); } };
    addEventListener('keydown', key, true);
    return () => removeEventListener('keydown', key, true);
  }, []);
  if (!s || !a) return null;
  const rows = Math.min(s.floors.length, Math.max(1, Math.floor((box.h - 50) / high)));
  const tall = rows * high + 40, left = a.x + a.hx + 14 + wide <= box.w ? a.x + a.hx + 8 : a.x - a.hx - 14 - wide >= 0 ? a.x - a.hx - 8 - wide : Math.max(4, Math.min(box.w - wide - 4, a.x - wide / 2));
  const top = Math.max(4, Math.min(box.h - tall - 4, a.y - tall / 2));
  return html`<section ref=${me} class="storeys" aria-label=${`Storeys of ${s.title}`} style=${{ left: `${left}px`, top: `${top}px`, width: `${Math.min(wide, box.w - 8)}px`, maxHeight: `${box.h - 8}px` }} onPointerDown=${e => e.stopPropagation()}>
    <header><b>${s.title}</b>${s.condition && html` <span class="flag">${s.condition}</span>`}<button class="quiet" aria-label=${`Close ${s.title}`} onClick=${onClose}>✕</button></header>
    <ol>${[...s.floors].reverse().map(f => html`<${Plate} key=${f.name} scene=${scene} structure=${s} floor=${f} lit=${lit} chosen=${chosen} marks=${marks} onPick=${onPick} />`)}</ol>
  </section>`;
}

// slab is the outline of a house, laid down.
function slab(outline) {
  const b = bounds(outline), kx = 206 / (b.high[0] - b.low[0] || 1), ky = 62 / (b.high[1] - b.low[1] || 1);
  return 'M' + outline.map(([x, y]) => `${(5 + (x - b.low[0]) * kx).toFixed(1)} ${(4 + (b.high[1] - y) * ky).toFixed(1)}`).join('L') + 'Z';
}

function Plate({ scene, structure: s, floor: f, lit, chosen, marks, onPick }) {
  const key = `${s.name}/${f.name}`, d = slab(s.outline), way = lit?.get(`floor:${key}`)?.ways[0] || f === s.floors[0] && lit?.get(`structure:${s.name}`)?.ways.find(w => !w.tag?.zones);
  const tap = () => onPick({ kind: 'floor', name: key, structure: s.name, floor: f.name });
  return html`<li class=${`plate${way ? ' lit' : ''}${marks?.floors.has(key) ? ' marked' : ''}`}>
    <svg class="slab" viewBox="0 0 216 76" aria-hidden="true"><path class="slab-edge" d=${d} transform="translate(0 6)" /><path class="slab-floor" d=${d} /></svg>
    <button class="plate-name" onClick=${tap} aria-label=${`${f.title}${f.note ? `, ${f.note}` : ''}${f.pieces.length ? '' : ', nobody seen'}`}>${levelName(f)}${f.note && html`<small>${f.note}</small>`}${way?.tag?.zones && way.tag.p > 0 && html`<b class="plate-chance">${short(way.tag.p)}</b>`}</button>
    <div class="plate-pieces">${f.pieces.map(p => { const w = lit?.get(`piece:${p.name}`)?.ways[0]; return html`<button class=${`inside${chosen === p.name ? ' chosen' : ''}${marks?.pieces.has(p.name) ? ' marked' : ''}`} aria-pressed=${chosen === p.name ? 'true' : 'false'} data-inside=${p.name} onClick=${() => onPick({ kind: 'piece', name: p.name })}>
      <svg width="46" height="36" viewBox="-25 -19 50 38" aria-hidden="true"><${Shape} piece=${p} side=${p.side} /></svg><span class="voice">${describe({ ...p, structure: s.name, floor: f.name }, scene)}</span>${w?.tag?.p > 0 && html`<b class="plate-chance">${short(w.tag.p)}</b>`}</button>`; })}</div>
  </li>`;
}
