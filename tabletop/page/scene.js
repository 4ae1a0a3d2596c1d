// The plan: ground, counters and lines of sight, with pan and zoom.
import { useMemo } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { bounds, centre, layout, levelOf, moved, place, spread } from './geometry.js';
import { useCamera } from './camera.js';
import { Area, Building, Opening, middle, openings } from './terrain.js';
import { Shape, describe, size } from './counter.js';
import { letters, pieces } from './naming.js';
import { inUnit, plain } from './number.js';

const clip = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;
const width = (text, px) => text.length * px * 0.57;

// flags says what has happened to a piece: all of it, or the first and how many more.
function flags(markers, most) {
  const all = markers.join(' · ');
  return all.length <= most || markers.length < 2 ? clip(all, most) : `${clip(markers[0], most - 3)} +${markers.length - 1}`;
}

// badge is the floor of a counter that stands in a structure of several floors.
function badge(piece, structure) {
  if (!structure || structure.floors.length < 2) return '';
  const level = /\((-?\d+)\)$/.exec(piece.floor)?.[1];
  if (level !== undefined) return level === '0' ? 'G' : level;
  return piece.floor === 'ground' ? 'G' : piece.floor === 'cellar' ? 'C' : piece.floor === 'roof' ? 'R' : clip(piece.floor, 2);
}

/** sizeOf is how large counters are drawn: smaller where many stand in little room. */
function sizeOf(scene, room) {
  return Math.max(0.62, Math.min(1, Math.sqrt(0.34 * room / (Math.max(1, pieces(scene).length) * 64 * 58))));
}

// counters finds room for the counters: each in a box with its name and markers.
function counters(scene, plan, project, frame, s0) {
  const small = s0 < 0.8, px = Math.max(9.5, 11 * s0);
  const by = new Map(scene.structures.map(s => [s.name, s]));
  const groups = new Map();
  const boxes = pieces(scene).map(p => {
    const s = by.get(p.structure);
    const world = s ? middle(s, plan.shift.get(levelOf(s))) : moved([p.at], plan.shift.get(plan.base))[0];
    const [ax, ay] = project(world), name = clip(plain(p.name), small ? 10 : 16), tag = flags(p.markers, small ? 11 : 17);
    const w = Math.max(size.w * s0 + 8, width(name, px), tag ? width(tag, px) : 0) + 3, top = tag ? px + 4 : 3, h = top + size.h * s0 + px + 5;
    const key = s ? s.name : p.at.join();
    const box = { piece: p, name, tag, top, s: s0, px, ax, ay, w, h, key, floor: badge(p, s) };
    groups.set(key, [...(groups.get(key) || []), box]);
    return box;
  });
  for (const group of groups.values()) {
    const columns = Math.ceil(Math.sqrt(group.length * 0.8)), w = Math.max(...group.map(b => b.w)), h = Math.max(...group.map(b => b.h)), rows = Math.ceil(group.length / columns);
    group.forEach((b, i) => {
      b.x = b.ax + (i % columns - (columns - 1) / 2) * w - b.w / 2;
      b.y = b.ay + (Math.floor(i / columns) - (rows - 1) / 2) * h - b.h / 2;
    });
  }
  return spread(boxes, frame);
}

// lettering finds room for the names of structures and areas.
function lettering(scene, plan, project, taken, s0, frame) {
  const list = [], f = Math.max(0.82, s0);
  taken.push(frame.tools, { x: 0, y: frame.h - 30, w: scene.unit === 'hex' ? 0 : 120, h: 34 });
  for (const a of scene.areas) if (a.kind === 'spot') { const [x, y] = project(centre(a.outline)); taken.push({ x: x - 6, y: y - 6, w: 12, h: 12 }); }
  const add = (text, outline, cls, px) => {
    const b = bounds(outline.map(project)), w = width(text, px) + 4, h = px + 4, cx = (b.low[0] + b.high[0]) / 2 - w / 2;
    const [, my] = project(centre(outline));
    list.push({ text, cls, px, w, h, tries: [[cx, b.low[1] + 2], [cx, b.high[1] - h - 2], [cx, my - h / 2], [cx, b.low[1] - h - 1], [cx, b.high[1] + 1], [b.high[0] + 3, my - h / 2], [b.low[0] - w - 3, my - h / 2]] });
  };
  if (plan.titles) for (const level of plan.levels) {
    const b = bounds(scene.structures.filter(s => levelOf(s) === level).flatMap(s => moved(s.outline, plan.shift.get(level))).map(project));
    const text = level === 0 ? 'Ground floor' : level < 0 ? 'Cellar' : `Storey ${level}`, w = width(text, 14), h = 16;
    list.push({ text, cls: 'label-storey', px: 13, w, h, tries: [[b.low[0], b.low[1] - h - 1], [b.high[0] - w, b.low[1] - h - 1], [b.low[0], b.high[1] + 1], [b.high[0] + 3, b.high[1] - h]] });
  }
  for (const s of scene.structures) {
    const outline = moved(s.outline, plan.shift.get(levelOf(s)));
    add([plain(s.name), s.condition].filter(Boolean).join(' · '), outline, 'label-building', 12.5 * f);
    for (const m of s.markers) add('★ ' + m.replace('objective of ', ''), outline, 'label-marker', 11 * f);
  }
  for (const a of scene.areas) if (a.label) add(plain(a.name), a.outline, 'label-area', 11 * f);
  return place(list, taken, frame);
}

/** Plan draws a scene. marks is what an action names; lines are lines of sight. */
export function Plan({ scene, chosen, marks, lines = [], hovered, onPick, onHover, still }) {
  const camera = useCamera(room => ({ low: scene.low, high: layout(scene, room).high }));
  const { project, size: box } = camera;
  const plan = useMemo(() => layout(scene, box || undefined), [scene, box]);
  const s0 = sizeOf(scene, camera.room);
  const sign = letters(scene.sides);
  const tools = box && (camera.lying && box.w < 520 ? { x: box.w - 140, y: box.h - 50, w: 140, h: 50 } : { x: box.w - 52, y: 0, w: 52, h: 140 });
  const frame = box && { x: 2, y: 2, w: box.w - 4, h: box.h - 4, tools };
  const doors = useMemo(() => openings(scene, plan), [scene, plan]);
  const placed = useMemo(() => box ? counters(scene, plan, project, frame, s0) : [], [scene, plan, box, camera.scale, project([0, 0]).join()]);
  const labels = useMemo(() => box ? lettering(scene, plan, project, placed.map(b => ({ x: b.x, y: b.y, w: b.w, h: b.h })), s0, frame) : [], [placed]);
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
      <g class="labels" aria-hidden="true">${labels.map(l => html`<text class=${l.cls} x=${(l.x + l.w / 2).toFixed(1)} y=${(l.y + l.px).toFixed(1)} font-size=${l.px}>${l.text}</text>`)}</g>
      ${placed.map(b => html`<${Counter} key=${b.piece.name} box=${b} scene=${scene} letter=${sign[b.piece.side]} chosen=${chosen === b.piece.name} marked=${has('pieces', b.piece.name)} onPick=${pick} onHover=${onHover} still=${still} />`)}
      <${Scale} unit=${scene.unit} scale=${camera.scale} box=${box} />
    </svg>`}
    <div class=${camera.lying ? "plan-tools lying" : "plan-tools"}><button aria-label="Zoom in" onClick=${() => camera.zoom(1.3)}>+</button><button aria-label="Zoom out" onClick=${() => camera.zoom(1 / 1.3)}>−</button><button disabled=${camera.fits} onClick=${camera.fit}>Fit</button></div>
    ${looked && html`<p class=${`plan-caption ${looked.clear ? 'clear' : 'blocked'}`} role="status">${tellLine(looked, scene.unit)}</p>`}
  </div>`;
}

function Counter({ box: b, scene, letter, chosen, marked, onPick, onHover, still }) {
  const p = b.piece, pick = () => onPick({ kind: 'piece', name: p.name });
  const x = b.x + b.w / 2, half = size.h / 2 * b.s, y = b.y + b.top + half;
  return html`<g class=${`piece${chosen ? ' chosen' : ''}${marked ? ' marked' : ''}`} transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      role="button" tabindex=${still ? -1 : 0} aria-pressed=${chosen ? 'true' : 'false'} data-piece=${p.name}
      onClick=${e => { e.stopPropagation(); pick(); }} onKeyDown=${e => (e.key === 'Enter' || e.key === ' ') && (e.preventDefault(), e.stopPropagation(), pick())}
      onPointerEnter=${() => onHover?.(p.name)} onPointerLeave=${() => onHover?.(null)} onFocus=${() => onHover?.(p.name)} onBlur=${() => onHover?.(null)}>
    <title>${describe(p, scene)}</title>
    <rect class="hit" x=${-b.w / 2} y=${-half - b.top} width=${b.w} height=${b.h} />
    <g aria-hidden="true" transform=${`scale(${b.s.toFixed(3)})`}><rect class="halo" x="-25" y="-20" width="50" height="40" rx="8" />
    <${Shape} kind=${p.kind} side=${p.side} letter=${letter} strength=${p.strength} floor=${b.floor} /></g>
    ${b.tag && html`<text aria-hidden="true" class="counter-tag" font-size=${b.px} y=${-half - 4}>${b.tag}</text>`}
    <text aria-hidden="true" class="counter-name" font-size=${b.px} y=${half + b.px}>${b.name}</text>
  </g>`;
}

// Leader ties a counter that had to give way to where it stands.
function Leader({ box: b }) {
  const x = b.x + b.w / 2, y = b.y + b.top + size.h / 2 * b.s;
  if (Math.hypot(x - b.ax, y - b.ay) < 26 * b.s) return null;
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
