// The structures as a list: a row for each storey, from the roof down. It gives screen readers
// and paper the content of the map.
import { html } from './shell.js';
import { levelOf, wallAt } from './geometry.js';
import { Shape, describe } from './counter.js';
import { levelName, nobody } from './naming.js';
import { looks } from './terrain.js';
import { counted } from './number.js';

/** Floors shows every structure as a list of storeys. secret says that pieces may be hidden. */
export function Floors({ scene, secret, chosen, marks, onPick, onHover }) {
  const list = [...scene.structures].sort((a, b) => levelOf(b) - levelOf(a));
  return html`<div class="floors">
    ${list.map(
      s => html`<${Slices} key=${s.name} scene=${scene} structure=${s} secret=${secret} chosen=${chosen} marks=${marks}
      onPick=${onPick} onHover=${onHover} />`,
    )}
    ${list.length === 0 && html`<p class="soft">There are no buildings here.</p>`}
    ${
      scene.hidden > 0 &&
      html`<p class="soft small">${counted(scene.hidden, 'models')} ${
        scene.hidden === 1 ? 'is' : 'are'
      } not on the table${secret ? ', or not seen' : ''}.</p>`
    }
  </div>`;
}

function Slices({ scene, structure: s, secret, chosen, marks, onPick, onHover }) {
  const doors = scene.openings.filter(o => o.name.startsWith(s.name + '/') || wallAt(o.at, [s.outline]).away < 60);
  return html`<section class=${`slices ${looks(s)}${marks?.structures.has(s.name) ? ' chosen' : ''}`}>
    <h3><button class="slices-name" onClick=${() => onPick({ kind: 'structure', name: s.name })}>${s.title}</button>
      ${s.condition && html`<span class="flag flag-hurt">${s.condition}</span>`}
      ${s.markers.map(m => html`<span class="flag">★ ${m}</span>`)}</h3>
    <ol>${[...s.floors].reverse().map(
      f => html`<li class=${marks?.floors.has(s.name + '/' + f.name) ? 'chosen' : ''}>
      <button class="storey" onClick=${() =>
        onPick({
          kind: 'floor',
          name: s.name + '/' + f.name,
          structure: s.name,
          floor: f.name,
        })}>${levelName(f)}</button>
      ${f.note && html`<span class="storey-note">${f.note}</span>`}
      <span class="storey-pieces">
      ${f.pieces.map(
        p => html`<${Inside} piece=${{ ...p, structure: s.name, floor: f.name }} scene=${scene}
        chosen=${chosen === p.name} marked=${marks?.pieces.has(p.name)} onPick=${onPick} onHover=${onHover} />`,
      )}
        ${f.pieces.length === 0 && html`<span class="soft small">${nobody(secret)}</span>`}</span>
    </li>`,
    )}</ol>
    ${
      doors.length > 0 &&
      html`<p class="doors small">
        <span class="soft">Openings</span> ${doors.map(
          o =>
            html`<button class=${`quiet door${marks?.openings.has(o.name) ? ' chosen' : ''}`}
            onClick=${() => onPick({ kind: 'opening', name: o.name })}>${o.title}${
              !o.title.toLowerCase().includes(o.kind) && html` <i>${o.kind}</i>`
            }</button>`,
        )}</p>`
    }
  </section>`;
}

function Inside({ piece: p, scene, chosen, marked, onPick, onHover }) {
  return html`<button class=${`inside${chosen ? ' chosen' : ''}${marked ? ' marked' : ''}`}
    aria-pressed=${chosen ? 'true' : 'false'}
      onClick=${() => onPick({ kind: 'piece', name: p.name })} onPointerEnter=${() => onHover?.(p.name)}
        onPointerLeave=${() => onHover?.(null)} onFocus=${() => onHover?.(p.name)} onBlur=${() => onHover?.(null)}>
    <svg width="46" height="36" viewBox="-25 -19 50 38" aria-hidden="true"><${Shape} piece=${p} side=${p.side} /></svg>
    <span><b>${p.title}</b><span class="voice">, ${describe(p, scene).slice(p.title.length + 2)}</span>
    ${p.markers.length > 0 && html`<br /><span class="inside-tag">${p.markers.join(' · ')}</span>`}</span>
  </button>`;
}
