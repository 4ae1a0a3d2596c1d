// The plan: ground, counters, lines of sight, and what the chosen piece can do, lit
// where it can be done, with pan and zoom.
import { useLayoutEffect, useMemo, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { inside, layout, levelOf, moved } from './geometry.js';
import { useCamera } from './camera.js';
import { Area, Building, Opening, openings } from './terrain.js';
import { Shape, describe, size } from './counter.js';
import { plot, sizeOf } from './plotting.js';
import { Lit, Tags, anchors, placeTags } from './tags.js';
import { Storeys } from './storeys.js';
import { titleOf } from './naming.js';
import { inUnit } from './number.js';

const reach = 22; // pixels around a finger

/**
 * Plan draws a scene. marks is what an action names; lines are lines of sight; lit is what the chosen piece can act on,
 * ready are the pieces that can act. over draws more above all of it, given where things are.
 */
export function Plan({ scene, chosen, marks, lines = [], lit, aimed, ready, house, hovered, onPick, onNear, onHover, onHouse, over, still }) {
  const camera = useCamera(room => ({ low: scene.low, high: layout(scene, room).high }));
  const { project, size: box } = camera;
  const plan = useMemo(() => layout(scene, box || undefined), [scene, box]);
  const s0 = sizeOf(scene, camera.room);
  const tools = box && (camera.lying && box.w < 520 ? { x: box.w - 140, y: box.h - 50, w: 140, h: 50 } : { x: box.w - 52, y: 0, w: 52, h: 140 });
  const doors = useMemo(() => openings(scene, plan), [scene, plan]);
  const where = project([0, 0]).join();
  const { placed, labels } = useMemo(() => box ? plot({ scene, plan, project, box, tools, doors, s0 }) : { placed: [], labels: [] }, [scene, plan, box, camera.scale, where]);
  const at = useMemo(() => anchors({ scene, plan, project, placed, doors }), [scene, plan, placed, where]);
  const tags = useMemo(() => box && lit ? placeTags({ lit, at, placed, box, tools, house, aimed }) : [], [lit, at, box, aimed, house]);
  const shift = useShift(camera.frame, aimed, at);
  const [pointed, setPointed] = useState(null); // by arrow keys, among what is lit
  const pick = (thing, e) => {
    if (camera.dragged()) return;
    const near = e && beneath(e, placed, camera.frame.current.querySelector('.plan-drawing'));
    if (near?.list.length > 1) onNear?.(near); else onPick?.(thing);
  };
  const keys = e => {
    const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!lit?.size || e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.('.storeys')) return;
    if (to) { const next = toward(to, pointed && lit.has(pointed) ? pointed : null, lit, at, chosen); if (next) { e.preventDefault(); e.stopPropagation(); setPointed(next); onHover?.(lit.get(next).thing.kind === 'piece' ? lit.get(next).thing.name : null); } }
    if (e.key === 'Enter' && pointed && lit.has(pointed) && !aimed) { e.preventDefault(); e.stopPropagation(); onPick?.(lit.get(pointed).thing); setPointed(null); }
  };
  const looked = hovered && lines.find(l => l.target === hovered);
  const has = (kind, name) => marks?.[kind]?.has(name);
  return html`<div class=${`plan${aimed ? ' aiming' : ''}`} ref=${camera.frame} tabindex="0" role="group" aria-label=${`${scene.title}: plan. Arrow keys ${lit?.size ? 'go among what the chosen piece can act on, Enter chooses it' : 'move it'}; plus and minus zoom, 0 fits it.`} onKeyDownCapture=${keys} ...${camera.hears}>
    ${box && html`<svg class="plan-drawing" style=${shift} viewBox=${`0 0 ${box.w} ${box.h}`} role="group" aria-label="Plan" onClick=${e => e.target === e.currentTarget && !camera.dragged() && onPick?.(null)}>
      ${scene.areas.map(a => html`<${Area} key=${a.name} area=${a} project=${project} chosen=${has('areas', a.name)} onPick=${pick} />`)}
      ${scene.structures.map(s => html`<${Building} key=${s.name} structure=${s} project=${project} by=${plan.shift.get(levelOf(s))} chosen=${has('structures', s.name)} onPick=${pick} />`)}
      ${lit && html`<${Lit} lit=${lit} at=${at} aimed=${aimed} pointed=${pointed} onPick=${pick} />`}
      ${doors.map(o => html`<${Opening} opening=${o} project=${project} chosen=${has('openings', o.name)} lit=${lit?.has(`opening:${o.name}`)} onPick=${pick} />`)}
      <g class="sights">${lines.map(l => html`<${Sight} line=${l} scene=${scene} plan=${plan} project=${project} strong=${l === looked} faint=${looked && l !== looked} />`)}</g>
      ${placed.map(b => html`<${Leader} box=${b} />`)}
      <g class=${scene.unit === 'hex' ? 'labels hexes' : 'labels'} aria-hidden="true">${labels.map(l => html`<${Lines} cls=${l.cls} lines=${l.lines} px=${l.px} x=${l.x + l.w / 2} y=${l.y + l.px} />`)}</g>
      ${placed.map(b => html`<${Counter} key=${b.piece.name} box=${b} scene=${scene} chosen=${chosen} marked=${has('pieces', b.piece.name)} ready=${ready?.has(b.piece.name)} pointed=${pointed === `piece:${b.piece.name}`} onPick=${pick} onHover=${onHover} still=${still} />`)}
      <${Scale} unit=${scene.unit} scale=${camera.scale} box=${box} />
    </svg>`}
    ${box && html`<svg class="plan-tags" style=${shift} viewBox=${`0 0 ${box.w} ${box.h}`} aria-hidden="true">${over?.({ at, project, box, placed })}<${Tags} tags=${tags} at=${at} aimed=${aimed} onPick=${thing => !camera.dragged() && onPick?.(thing)} /></svg>`}
    ${box && house && html`<${Storeys} key=${house} scene=${scene} name=${house} at=${at} box=${box} lit=${lit} chosen=${chosen} marks=${marks} onPick=${onPick} onClose=${() => onHouse?.(null)} />`}
    <div class=${`plan-tools${camera.lying ? ' lying' : ''}`}><button aria-label="Zoom in" onClick=${() => camera.zoom(1.3)}>+</button><button aria-label="Zoom out" onClick=${() => camera.zoom(1 / 1.3)}>−</button><button aria-label="Fit the plan" disabled=${camera.fits} onClick=${camera.fit}>⤢</button></div>
    ${looked && html`<p class=${`plan-caption ${looked.clear ? 'clear' : 'blocked'}`}>${tellLine(looked, scene)}</p>`}
  </div>`;
}

// useShift moves the drawing up, where a sheet lies over those who are aimed with and at.
function useShift(frame, aimed, at) {
  const [up, setUp] = useState(0);
  useLayoutEffect(() => {
    const sheet = document.querySelector('.rail'), spots = aimed ? [`piece:${aimed.leader}`, ...aimed.keys].map(k => at.get(k)).filter(Boolean) : [];
    const measure = () => {
      const box = frame.current?.getBoundingClientRect(), over = sheet?.getBoundingClientRect();
      if (!box) return;
      const free = over && over.left < box.right - 9 ? Math.min(box.height, over.top - box.top) : box.height; // a rail beside it covers nothing
      const low = Math.max(...spots.map(s => s.y + Math.min(s.hy, 30) + 44)), high = Math.min(...spots.map(s => s.y - Math.min(s.hy, 30) - 10));
      setUp(!spots.length || free >= box.height - 2 || low <= free ? 0 : Math.max(0, Math.min(low - free, high)));
    };
    measure();
    if (!sheet || !aimed) return undefined;
    const watch = new ResizeObserver(() => requestAnimationFrame(measure));
    const soon = requestAnimationFrame(() => watch.observe(sheet)); // not while sizes are being told
    return () => { cancelAnimationFrame(soon); watch.disconnect(); };
  }, [aimed, at]);
  return up ? { transform: `translateY(${-up}px)` } : undefined;
}

// beneath are the pieces that a tap may mean: a finger is wide, a mouse is not; of a heap nobody knows which.
function beneath(e, placed, frame) {
  const r = frame.getBoundingClientRect(), x = e.clientX - r.left, y = e.clientY - r.top, finger = e.pointerType === 'touch' || e.pointerType === 'pen';
  if (!e.clientX && !e.clientY) return null; // by a key
  const centre = b => [b.x + b.w / 2, b.y + b.top + size.h / 2 * b.s];
  const list = placed.filter(b => { const [cx, cy] = centre(b); return finger ? Math.hypot(cx - x, cy - y) <= reach : b.heap && Math.abs(cx - x) < 21 * b.s && Math.abs(cy - y) < 15 * b.s; });
  return { x, y, list: [...new Set(list.flatMap(b => b.heap || [b.piece]).map(p => p.name))] };
}

// toward is what lies next in a direction, seen from what is pointed at, or from the chosen piece.
function toward([dx, dy], from, lit, at, chosen) {
  const start = at.get(from || `piece:${chosen}`);
  if (!start) return [...lit.keys()].find(k => at.has(k));
  let best = null, least = Infinity;
  for (const key of lit.keys()) {
    const p = at.get(key);
    if (!p || key === from) continue;
    const x = p.x - start.x, y = p.y - start.y, along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 4 && along + 2 * across < least) { least = along + 2 * across; best = key; }
  }
  return best;
}

function Counter({ box: b, scene, chosen: name, marked, ready, pointed, onPick, onHover, still }) {
  const p = b.piece, heap = b.heap || [p], pick = e => onPick({ kind: 'piece', name: p.name }, e);
  const chosen = heap.some(x => x.name === name);
  const x = b.x + b.w / 2, half = size.h / 2 * b.s, y = b.y + b.top + half, house = scene.structures.find(s => s.name === p.structure);
  return html`<g class=${`piece${chosen ? ' chosen' : ''}${marked ? ' marked' : ''}${ready ? ' ready' : ''}${pointed ? ' pointed' : ''}`} transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      role="button" tabindex=${still ? -1 : 0} aria-pressed=${name === p.name ? 'true' : 'false'} data-piece=${p.name} data-title=${p.title} data-house=${house?.title} data-fan=${b.fan || null} data-heap=${b.heap ? heap.length : null}
      onClick=${e => { e.stopPropagation(); pick(e); }} onKeyDown=${e => (e.key === 'Enter' || e.key === ' ') && !e.repeat && (e.preventDefault(), e.stopPropagation(), onPick({ kind: 'piece', name: p.name }))}
      onPointerEnter=${() => onHover?.(p.name)} onPointerLeave=${() => onHover?.(null)} onFocus=${() => onHover?.(p.name)} onBlur=${() => onHover?.(null)}>
    <title>${[p, ...heap.filter(x => x !== p)].map(x => describe(x, scene)).join('; ')}</title>
    <rect class="hit" x=${-b.w / 2} y=${-half - b.top} width=${b.w} height=${b.h} />
    ${b.tag && html`<text aria-hidden="true" class="counter-tag" font-size=${b.px} y=${-half - 4}>${b.tag}</text>`}
    <g aria-hidden="true" transform=${`scale(${b.s.toFixed(3)})`}><rect class="halo" x="-25.5" y="-19.5" width="51" height="39" rx="5" />
    <${Shape} piece=${p} side=${p.side} floor=${b.heap ? `×${heap.length}` : b.floor} /></g>
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
    <title>${tellLine(line, scene)}</title>
    <line x1=${a[0].toFixed(1)} y1=${a[1].toFixed(1)} x2=${b[0].toFixed(1)} y2=${b[1].toFixed(1)} />
  </g>`;
}

// tellLine says in words what a line shows.
const tellLine = (l, scene) => `${titleOf(scene, l.piece)} to ${titleOf(scene, l.target)}: ${[l.length ? inUnit(l.length, scene.unit) : '', l.clear ? 'clear' : 'blocked', l.text].filter(Boolean).join(', ')}`;

// Scale is a ruler: the longest of some usual lengths that is short on the screen.
function Scale({ unit, scale, box }) {
  if (unit === 'hex') return null;
  const long = [24, 12, 6, 3, 1].find(n => n * 1000 * scale < box.w / 4) || 1, px = long * 1000 * scale;
  return html`<g class="ruler" transform=${`translate(10 ${box.h - 12})`} aria-hidden="true"><path d=${`M0-5v5h${px.toFixed(1)}v-5`} /><text x=${px / 2} y="-4">${inUnit(long * 1000, unit)}</text></g>`;
}
