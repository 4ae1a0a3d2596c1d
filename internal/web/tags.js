// The actions of a selected piece on the map: possible destinations are highlighted, and each
// target shows its main chance.
import { html } from './shell.js';
import { bounds, centre, levelOf, moved } from './geometry.js';
import { size } from './counter.js';
import { openingBox } from './terrain.js';
import { short } from './number.js';
import { clip, width } from './textmetrics.js';

/**
 * anchors returns where the things of a scene are drawn, by kind and name: middle, half size, and
 * outline if there is one.
 */
export function anchors({ scene, plan, project, placed, doors }) {
  const at = new Map();
  const shape = (key, outline, shift) => {
    const points = moved(outline, shift).map(project),
      b = bounds(points),
      c = centre(points);
    at.set(key, { x: c[0], y: c[1], hx: (b.high[0] - b.low[0]) / 2, hy: (b.high[1] - b.low[1]) / 2, points });
  };
  for (const a of scene.areas) {
    shape(`area:${a.name}`, a.outline, plan.shift.get(plan.base));
    if (a.kind === 'spot') Object.assign(at.get(`area:${a.name}`), { spot: true, hx: 16, hy: 16 });
  }
  for (const s of scene.structures) {
    shape(`structure:${s.name}`, s.outline, plan.shift.get(levelOf(s)));
    for (const f of s.floors) at.set(`floor:${s.name}/${f.name}`, at.get(`structure:${s.name}`));
  }
  for (const o of doors) {
    const b = openingBox(o, project);
    at.set(`opening:${o.name}`, { x: b.x + b.w / 2, y: b.y + b.h / 2, hx: b.w / 2, hy: b.h / 2 });
  }
  for (const b of placed)
    for (const p of b.heap || [b.piece])
      at.set(`piece:${p.name}`, { x: b.x + b.w / 2, y: b.y + b.top + (size.h / 2) * b.s, hx: 21 * b.s, hy: 15 * b.s });
  return at;
}

// hasChance reports whether dice decide the action and it may succeed.
const hasChance = way => way.tag && (way.tag.zones || way.tag.error) && way.tag.p > 1e-12;

// placeKey returns the key of the place where a thing is highlighted and has its tag: of a floor its structure.
const placeKey = thing => (thing.kind === 'floor' ? `structure:${thing.structure}` : `${thing.kind}:${thing.name}`);

/**
 * placeTags places each tag beside its target, off other tags and counters. A structure has one tag: the best of
 * its own and those of its floors.
 */
export function placeTags({ lit, at, placed, box, tools, house, aimed }) {
  const small = box.w < 520,
    wanted = new Map();
  for (const { thing, ways } of lit.values()) {
    const way = ways.find(hasChance),
      key = placeKey(thing);
    if (!way || !at.has(key) || (house && thing.structure === house)) continue;
    if (!wanted.has(key) || wanted.get(key).way.tag.p < way.tag.p) wanted.set(key, { key, thing, way });
  }
  const list = aimed ? [...wanted.values()].filter(t => aimed.keys.includes(t.key)).slice(0, 1) : [...wanted.values()];
  const taken = [tools],
    bodies = placed.map(b => ({ x: b.x + b.w / 2 - 21 * b.s, y: b.y + b.top, w: 42 * b.s, h: 30 * b.s }));
  const over = (a, b) =>
    Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
    Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
  return list.map(t => {
    const tag = aimed?.tag || t.way.tag,
      text = `${tag.error ? '≈ ' : ''}${short(tag.p || 0)}`,
      word = small && !aimed ? '' : tag.best || '';
    const w = Math.max(word ? width(word, 11) + 14 : 0, width(text, 15, 'sans', 700) + 14),
      h = word ? 40 : 24,
      a = at.get(t.key),
      hy = Math.min(a.hy, 40),
      hx = Math.min(a.hx, 60);
    let best = null;
    for (const [dx, dy, cost] of [
      [0, -hy - h / 2 - 5, 0],
      [0, hy + h / 2 + 16, 30],
      [hx + w / 2 + 6, 0, 20],
      [-hx - w / 2 - 6, 0, 20],
      [hx + w / 2, -hy - h / 2, 60],
      [-hx - w / 2, -hy - h / 2, 60],
      [0, -hy - h * 1.5 - 8, 120],
      [0, hy + h * 1.5 + 18, 130],
    ]) {
      const r = {
        x: Math.max(2, Math.min(box.w - w - 2, a.x + dx - w / 2)),
        y: Math.max(2, Math.min(box.h - h - 2, a.y + dy - h / 2)),
        w,
        h,
      };
      const price = cost + taken.reduce((n, b) => n + over(r, b) * 3, 0) + bodies.reduce((n, b) => n + over(r, b), 0);
      if (!best || price < best.price) best = { ...r, price };
    }
    taken.push(best);
    return { ...best, key: t.key, thing: t.thing, text, word, zones: tag.zones, aimed: Boolean(aimed) };
  });
}

const path = points => 'M' + points.map(p => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join('L') + 'Z';

// reason splits a reason into its first part and the rest.
function reason(text) {
  const [head, rest] = text.split(/: (.+)/);
  return [clip(head, 30), rest ? clip(rest, 34) : ''];
}

/**
 * placeNo places the reason why a target cannot be hit: beside the target, where nothing else is.
 */
export function placeNo({ no, at, placed, box, tools, tags }) {
  if (box.w < 520) return [];
  const taken = [tools, ...tags],
    bodies = placed.map(b => ({ x: b.x, y: b.y, w: b.w, h: b.h })),
    list = [];
  const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  for (const n of no) {
    const a = at.get(`piece:${n.target}`);
    if (!a) continue;
    const lines = reason(n.why.text),
      w = Math.max(width(lines[0], 12, 'sans', 700), width(lines[1], 11)) + 14,
      h = lines[1] ? 36 : 22;
    for (const [dx, dy] of [
      [0, -a.hy - h / 2 - 5],
      [a.hx + w / 2 + 5, 0],
      [-a.hx - w / 2 - 5, 0],
      [0, a.hy + h / 2 + 16],
    ]) {
      const r = { x: a.x + dx - w / 2, y: a.y + dy - h / 2, w, h };
      if (r.x < 2 || r.y < 2 || r.x + w > box.w - 2 || r.y + h > box.h - 2) continue;
      if (taken.some(t => meet(r, t)) || bodies.some(t => meet(r, t))) continue;
      taken.push(r);
      list.push({ ...r, key: n.target, lines });
      break;
    }
  }
  return list;
}

/** Lit draws the highlighted places: dashed, and with a ring if there is no outline. */
export function Lit({ lit, at, aimed, pointed, onPick }) {
  const drawn = new Map();
  for (const [key, x] of lit) {
    const a = at.get(key);
    if (!a || x.thing.kind === 'piece' || x.thing.kind === 'opening') continue;
    const where = placeKey(x.thing),
      go = x.ways.some(w => !hasChance(w));
    drawn.set(where, {
      a,
      thing: x.thing,
      go: go || drawn.get(where)?.go,
      pointed: pointed === key || drawn.get(where)?.pointed,
    });
  }
  return html`<g class=${`lit${aimed ? ' aimed' : ''}`}>${[...drawn].map(([key, { a, thing, go, pointed: on }]) => {
    const cls = `${go ? 'go' : 'can'}${on ? ' pointed' : ''}${aimed?.keys.includes(key) ? ' goal' : ''}`,
      press = e => onPick(thing.kind === 'floor' ? { kind: 'structure', name: thing.structure } : thing, e);
    return a.spot || a.points.length < 3
      ? html`<g class=${cls} data-lit=${key} onClick=${press}><circle cx=${a.x.toFixed(1)} cy=${a.y.toFixed(1)} r="22"
        class="hit" /><circle cx=${a.x.toFixed(1)} cy=${a.y.toFixed(1)} r="13" class="ring" /></g>`
      : html`<path class=${cls} data-lit=${key} d=${path(a.points)} onClick=${press} />`;
  })}</g>`;
}

/** Tags draws the tags at the targets, and the line from the acting piece to its target. */
export function Tags({ tags, no = [], at, aimed, onPick }) {
  return html`${aimed && html`<${Aimed} aimed=${aimed} at=${at} />`}
    ${no.map(
      t => html`<g key=${`no ${t.key}`} class="no-tag" data-no=${t.key}
      transform=${`translate(${t.x.toFixed(1)} ${t.y.toFixed(1)})`}
        onClick=${() => onPick({ kind: 'piece', name: t.key })}><rect class="tag-body" width=${t.w.toFixed(1)}
          height=${t.h} rx="5" /><text class="tag-why" x=${(t.w / 2).toFixed(1)} y="15">${t.lines[0]}</text>
            ${t.lines[1] && html`<text class="tag-word" x=${(t.w / 2).toFixed(1)} y="29">${t.lines[1]}</text>`}</g>`,
    )}
    ${tags.map(
      t => html`<g key=${t.key} class=${`tag${t.aimed ? ' picked' : ''}`} data-tag=${t.key}
        transform=${`translate(${t.x.toFixed(1)} ${t.y.toFixed(1)})`} onClick=${() => onPick(t.thing)}>
      <rect class="tag-body" width=${t.w.toFixed(1)} height=${t.h} rx="5" />
      <text class="tag-chance" x=${(t.w / 2).toFixed(1)} y=${t.word ? 16 : 17}>${t.text}</text>
      ${t.word && html`<text class="tag-word" x=${(t.w / 2).toFixed(1)} y="29">${t.word}</text>`}
      ${t.word && t.zones && html`<${Strip} zones=${t.zones} x=${5} y=${33} w=${t.w - 10} h=${4} />`}</g>`,
    )}`;
}

// Strip is the bar of a chance within a drawing.
function Strip({ zones, x, y, w, h }) {
  let from = x;
  return ['nothing', 'slight', 'some', 'all'].map(z => {
    const wide = w * (zones[z]?.float || 0),
      at = from;
    from += wide;
    return (
      wide > 0.01 &&
      html`<rect class=${`zone zone-${z}`} x=${at.toFixed(1)} y=${y} width=${wide.toFixed(1)} height=${h} />`
    );
  });
}

// Aimed is the line from the acting and supporting pieces to the target.
function Aimed({ aimed, at }) {
  const to = at.get(aimed.keys.find(k => at.has(k)));
  const line = (from, cls) => {
    const a = at.get(`piece:${from}`);
    return (
      a &&
      to &&
      a !== to &&
      html`<path class=${cls} d=${`M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`} />`
    );
  };
  return html`<g class="aims">${aimed.helpers.map(n => line(n, 'aim-help'))}${line(aimed.leader, 'aim-line')}</g>`;
}
