// The structures taken apart: a row for each storey, from the roof down.
import { html } from './shell.js';
import { levelOf, wallAt } from './geometry.js';
import { Shape, describe } from './counter.js';
import { letters, storeyName } from './naming.js';
import { looks } from './terrain.js';
import { counted, plain } from './number.js';

const floorWords = { ground: storeyName(0), cellar: storeyName(-1), roof: 'Roof', rubble: 'Rubble' };
// FloorName is the storey, or the room and the storey that it is on.
function FloorName({ name, structure }) {
  const [, room, level] = /^(.*) \((-?\d+)\)$/.exec(name) || [];
  if (!room) return floorWords[name] || (/^\d+$/.test(name) ? storeyName(name) : plain(name));
  if (room === structure) return storeyName(level);
  // A number, for the room itself may be called a floor: the second floor of a row is not its second storey.
  return html`<span>${plain(room)} <small>${level === '0' ? 'ground floor' : `storey ${level}`}</small></span>`;
}

/** Floors shows every structure as slices. */
export function Floors({ scene, chosen, marks, onPick, onHover }) {
  const sign = letters(scene.sides);
  const list = [...scene.structures].sort((a, b) => levelOf(b) - levelOf(a));
  return html`<div class="floors">
    ${list.map(s => html`<${Slices} key=${s.name} scene=${scene} structure=${s} sign=${sign} chosen=${chosen} marks=${marks} onPick=${onPick} onHover=${onHover} />`)}
    ${list.length === 0 && html`<p class="soft">There are no buildings here.</p>`}
    ${scene.hidden > 0 && html`<p class="soft small">${counted(scene.hidden, 'models')} ${scene.hidden === 1 ? 'is' : 'are'} not on the table, or not seen.</p>`}
  </div>`;
}

function Slices({ scene, structure: s, sign, chosen, marks, onPick, onHover }) {
  const doors = scene.openings.filter(o => o.name.startsWith(s.name + '/') || wallAt(o.at, [s.outline]).away < 60);
  return html`<section class=${`slices ${looks(s)}${marks?.structures.has(s.name) ? ' chosen' : ''}`}>
    <h3><button class="slices-name" onClick=${() => onPick({ kind: 'structure', name: s.name })}>${plain(s.name)}</button>
      ${s.condition && html`<span class="flag flag-hurt">${s.condition}</span>`}
      ${s.markers.map(m => html`<span class="flag">★ ${m}</span>`)}</h3>
    <ol>${[...s.floors].reverse().map(f => html`<li class=${marks?.floors.has(s.name + '/' + f.name) ? 'chosen' : ''}>
      <button class="storey" onClick=${() => onPick({ kind: 'floor', name: s.name + '/' + f.name })}><${FloorName} name=${f.name} structure=${s.name} /></button>
      ${f.note && html`<span class="storey-note">${f.note}</span>`}
      <span class="storey-pieces">${f.pieces.map(p => html`<${Inside} piece=${{ ...p, structure: s.name }} scene=${scene} letter=${sign[p.side]} chosen=${chosen === p.name} marked=${marks?.pieces.has(p.name)} onPick=${onPick} onHover=${onHover} />`)}
        ${f.pieces.length === 0 && html`<span class="soft small">empty</span>`}</span>
    </li>`)}</ol>
    ${doors.length > 0 && html`<p class="doors small"><span class="soft">Openings</span> ${doors.map(o => html`<span class=${`door${marks?.openings.has(o.name) ? ' chosen' : ''}`}>${plain(o.name.split('/').pop())} <i>${o.kind}</i></span>`)}</p>`}
  </section>`;
}

function Inside({ piece: p, scene, letter, chosen, marked, onPick, onHover }) {
  return html`<button class=${`inside${chosen ? ' chosen' : ''}${marked ? ' marked' : ''}`} aria-pressed=${chosen ? 'true' : 'false'}
      onClick=${() => onPick({ kind: 'piece', name: p.name })} onPointerEnter=${() => onHover?.(p.name)} onPointerLeave=${() => onHover?.(null)} onFocus=${() => onHover?.(p.name)} onBlur=${() => onHover?.(null)}>
    <svg width="44" height="36" viewBox="-22 -18 44 36" aria-hidden="true"><${Shape} kind=${p.kind} side=${p.side} letter=${letter} strength=${p.strength} /></svg>
    <span><b>${plain(p.name)}</b><span class="voice">, ${describe(p, scene).slice(plain(p.name).length + 2)}</span>${p.markers.length > 0 && html`<br /><span class="inside-tag">${p.markers.join(' · ')}</span>`}</span>
  </button>`;
}
