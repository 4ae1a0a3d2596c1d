// The plan: ground, counters and lines of sight, with pan and zoom.
import { useMemo } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { inside, layout, levelOf, moved } from './geometry.js';
import { useCamera } from './camera.js';
import { Area, Building, Opening, openings } from './terrain.js';
import { Shape, describe, size } from './counter.js';
import { letters } from './naming.js';
import { plot, sizeOf } from './plotting.js';
import { inUnit, plain } from './number.js';

/** Plan draws a scene. marks is what an action names; lines are lines of sight. */
export function Plan({ scene, chosen, marks, lines = [], hovered, onPick, onHover, still }) {
  const camera = useCamera(room => ({ low: scene.low, high: layout(scene, room).high }));
  const { project, size: box } = camera;
  const plan = useMemo(() => layout(scene, box || undefined), [scene, box]);
  const s0 = sizeOf(scene, camera.room);
  const sign = letters(scene.sides);
  const tools = box && (camera.lying && box.w < 520 ? { x: box.w - 140, y: box.h - 50, w: 140, h: 50 } : { x: box.w - 52, y: 0, w: 52, h: 140 });
  const doors = useMemo(() => openings(scene, plan), [scene, plan]);
  const { placed, labels } = useMemo(() => box ? plot({ scene, plan, project, box, tools, doors, s0 }) : { placed: [], labels: [] }, [scene, plan, box, camera.scale, project([0, 0]).join()]);
  const pick = thing => { if (!camera.dragged()) onPick?.(thing); };
  const looked = hovered && lines.find(l => l.target === hovered);
  const has = (kind, name) => marks?.[kind]?.has(name);
  return html`<div class="plan" ref=${camera.frame} tabindex="0" role="group" aria-label=${`${scene.title}: plan. Arrow keys move it, plus and minus zoom, 0 fits it.`} ...${camera.hears}>
    ${box && html`<svg class="plan-drawing" viewBox=${`0 0 ${box.w} ${box.h}`} role="group" aria-label="Plan">
      ${scene.areas.map(a => html`<${Area} key=${a.name} area=${a} project=${project} chosen=${has('areas', a.name)} onPick=${pick} />`)}
      ${scene.structures.map(s => html`<${Building} key=${s.name} structure=${s} project=${project} by=${plan.shift.get(levelOf(s))} chosen=${has('structures', s.name)} onPick=${pick} />`)}
      ${doors.map(o => html`<${Opening} opening=${o} project=${project} chosen=${has('openings', o.name)} onPick=${pick} />`)}
      <g class="sights">${lines.map(l => html`<${Sight} line=${l} scene=${scene} plan=${plan} project=${project} strong=${l === looked} faint=${looked && l !== looked} />`)}</g>
      ${placed.map(b => html`<${Leader} box=${b} />`)}
      <g class=${scene.unit === 'hex' ? 'labels hexes' : 'labels'} aria-hidden="true">${labels.map(l => html`<${Lines} cls=${l.cls} lines=${l.lines} px=${l.px} x=${l.x + l.w / 2} y=${l.y + l.px} />`)}</g>
      ${placed.map(b => html`<${Counter} key=${b.piece.name} box=${b} scene=${scene} letter=${sign[b.piece.side]} chosen=${chosen} marked=${has('pieces', b.piece.name)} onPick=${pick} onHover=${onHover} still=${still} />`)}
      <${Scale} unit=${scene.unit} scale=${camera.scale} box=${box} />
    </svg>`}
    <div class=${camera.lying ? "plan-tools lying" : "plan-tools"}><button aria-label="Zoom in" onClick=${() => camera.zoom(1.3)}>+</button><button aria-label="Zoom out" onClick=${() => camera.zoom(1 / 1.3)}>−</button><button disabled=${camera.fits} onClick=${camera.fit}>Fit</button></div>
    ${looked && html`<p class=${`plan-caption ${looked.clear ? 'clear' : 'blocked'}`} role="status">${tellLine(looked, scene.unit)}</p>`}
  </div>`;
}

function Counter({ box: b, scene, letter, chosen: name, marked, onPick, onHover, still }) {
  const p = b.piece, heap = b.heap || [p], pick = () => onPick({ kind: 'piece', name: p.name });
  // Each click on a heap chooses the next of those that lie in it.
  const chosen = heap.some(x => x.name === name), next = () => onPick({ kind: 'piece', name: heap[(heap.findIndex(x => x.name === name) + 1) % heap.length].name });
  const x = b.x + b.w / 2, half = size.h / 2 * b.s, y = b.y + b.top + half;
  return html`<g class=${`piece${chosen ? ' chosen' : ''}${marked ? ' marked' : ''}`} transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      role="button" tabindex=${still ? -1 : 0} aria-pressed=${name === p.name ? 'true' : 'false'} data-piece=${p.name} data-house=${p.structure && plain(p.structure)} data-fan=${b.fan || null} data-heap=${b.heap ? heap.length : null}
      onClick=${e => { e.stopPropagation(); next(); }} onKeyDown=${e => (e.key === 'Enter' || e.key === ' ') && (e.preventDefault(), e.stopPropagation(), pick())}
      onPointerEnter=${() => onHover?.(p.name)} onPointerLeave=${() => onHover?.(null)} onFocus=${() => onHover?.(p.name)} onBlur=${() => onHover?.(null)}>
    <title>${[p, ...heap.filter(x => x !== p)].map(x => describe(x, scene)).join('; ')}</title>
    <rect class="hit" x=${-b.w / 2} y=${-half - b.top} width=${b.w} height=${b.h} />
    ${b.tag && html`<text aria-hidden="true" class="counter-tag" font-size=${b.px} y=${-half - 4}>${b.tag}</text>`}
    <g aria-hidden="true" transform=${`scale(${b.s.toFixed(3)})`}><rect class="halo" x="-26" y="-17.5" width="52" height="34" rx="6" />
    <${Shape} kind=${p.kind} side=${p.side} letter=${letter} strength=${p.strength} floor=${b.heap ? `×${heap.length}` : b.floor} /></g>
    <${Lines} cls="counter-name" lines=${b.lines} px=${b.px} x=${0} y=${half + b.px} />
  </g>`;
}

// Lines are words below each other.
function Lines({ cls, lines, px, x, y }) {
  return html`<text aria-hidden="true" class=${cls} font-size=${px}>${lines.map((l, i) => html`<tspan x=${x.toFixed(1)} y=${(y + i * (px + 1)).toFixed(1)}>${l}</tspan>`)}</text>`;
}

// Leader ties a counter that had to give way to where it stands. One that is still in its house needs none.
function Leader({ box: b }) {
  const x = b.x + b.w / 2, y = b.y + b.top + size.h / 2 * b.s;
  if (Math.hypot(x - b.ax, y - b.ay) < 26 * b.s || b.of && inside([x, y], b.cell)) return null;
  return html`<g class="leader"><line x1=${x.toFixed(1)} y1=${y.toFixed(1)} x2=${b.ax.toFixed(1)} y2=${b.ay.toFixed(1)} /><circle cx=${b.ax.toFixed(1)} cy=${b.ay.toFixed(1)} r="3" /></g>`;
}

function Sight({ line, scene, plan, project, strong, faint }) {
  const levels = new Map(scene.structures.flatMap(s => s.floors.flatMap(f => f.pieces.map(p => [p.name, levelOf(s)]))));
  const shift = name => plan.shift.get(levels.get(name) ?? plan.base);
  const [a, b] = [project(moved([line.from], shift(line.piece))[0]), project(moved([line.to], shift(line.target))[0])];
  return html`<g class=${`sight ${line.clear ? 'clear' : 'blocked'}${strong ? ' strong' : ''}${faint ? ' faint' : ''}`}>
    <title>${tellLine(line, scene.unit)}</title>
    <line x1=${a[0].toFixed(1)} y1=${a[1].toFixed(1)} x2=${b[0].toFixed(1)} y2=${b[1].toFixed(1)} />
  </g>`;
}

// tellLine says in words what a line shows.
const tellLine = (l, unit) => `${plain(l.piece)} to ${plain(l.target)}: ${[l.length ? inUnit(l.length, unit) : '', l.clear ? 'clear' : 'blocked', l.text].filter(Boolean).join(', ')}`;

// Scale is a ruler: the longest of some usual lengths that is short on the screen.
function Scale({ unit, scale, box }) {
  if (unit === 'hex') return null;
  const long = [24, 12, 6, 3, 1].find(n => n * 1000 * scale < box.w / 4) || 1, px = long * 1000 * scale;
  return html`<g class="ruler" transform=${`translate(10 ${box.h - 12})`} aria-hidden="true"><path d=${`M0-5v5h${px.toFixed(1)}v-5`} /><text x=${px / 2} y="-4">${inUnit(long * 1000, unit)}</text></g>`;
}
