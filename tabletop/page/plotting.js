// What stands and is written on the plan: counters with their names, and the names
// of structures, areas and storeys. It is done in pixels, after the plan was projected,
// so that all of it stays legible at any zoom and gives way to what it would cover.
import { bounds, centre, inside, levelOf, moved } from './geometry.js';
import { Room, columns, costs, settle } from './placing.js';
import { broken, clip, shortened, width } from './words.js';
import { middle, openingBox } from './terrain.js';
import { size } from './counter.js';
import { pieces, storeyName } from './naming.js';
import { plain } from './number.js';

const gap = 3; // pixels between two things

/** sizeOf is how large counters are drawn, from 0.66 to 1: smaller where many stand in little room. */
export function sizeOf(scene, room) {
  return Math.max(0.66, Math.min(1, Math.sqrt(0.34 * room / (Math.max(1, pieces(scene).length) * 64 * 58))));
}

/** plot returns the counters and labels of a scene with their places. */
export function plot({ scene, plan, project, box, tools, doors, s0 }) {
  const room = new Room({ x: 2, y: 2, w: box.w - 4, h: box.h - 4 });
  const drawn = structure => moved(structure.outline, plan.shift.get(levelOf(structure))).map(project);
  const houses = scene.structures.map(s => ({ name: s.name, points: drawn(s) }));
  room.take(tools);
  for (const h of houses) room.build(h.name, h.points);
  for (const o of doors) room.take(openingBox(o, project), costs.opening);
  const spots = scene.areas.filter(a => a.kind === 'spot');
  for (const a of spots) { const [x, y] = project(centre(a.outline)); room.take({ x: x - 6, y: y - 6, w: 12, h: 12, at: [x, y] }, costs.spot); }
  if (scene.unit !== 'hex') room.take({ x: 0, y: box.h - 30, w: Math.min(130, box.w / 4), h: 30 }, costs.opening);
  const placed = settle(counters(scene, plan, project, box, s0, houses), room).map(({ item, at }) => ({ ...item, ...at.form, ...at }));
  // A label that would have to cover something is left out: the storeys beside the plan have all names.
  const labels = settle(lettering({ scene, plan, project, s0, houses }), room, 1).filter(l => l.at && l.at.cost < 60).map(({ item, at }) => ({ ...item, ...at.form, ...at }));
  return { placed, labels };
}

// flags says what has happened to a piece: all of it, or the first and how many more.
function flags(markers, most) {
  const all = markers.join(' · ');
  return all.length <= most || markers.length < 2 ? clip(all, most) : `${clip(markers[0], most - 3)} +${markers.length - 1}`;
}

// badge is the floor of a counter that stands in a structure of several floors.
function badge(piece, structure) {
  if (!structure || structure.floors.length < 2) return '';
  const level = /\((-?\d+)\)$/.exec(piece.floor)?.[1];
  if (level !== undefined) return level;
  return { ground: '0', cellar: 'C', roof: 'R' }[piece.floor] || clip(piece.floor, 2);
}

// forms are the ways to write a counter: its name on a line, on two, shortened.
function forms(name, tag, s0, px) {
  const top = tag ? px + 4 : 3, most = 20;
  const form = (lines, cost) => ({
    lines, cost, top, w: Math.max(size.w * s0 + 6, ...lines.map(l => width(l, px)), tag ? width(tag, px, 'sans', 700) : 0) + gap,
    h: top + size.h * s0 + lines.length * (px + 1) + gap, eye: top + size.h * s0 / 2,
  });
  const two = broken(name).map(l => clip(l, most));
  const list = [form([clip(name, most)], 0)];
  if (two.length > 1) list.push(form(two, 3));
  const short = shortened(name);
  if (name.length > 10 && short !== name) list.push(form([short], 60), form(broken(short), 64));
  return list;
}

// counters are the pieces, each with where it would like to be.
function counters(scene, plan, project, box, s0, houses) {
  const px = Math.max(10, 11 * s0), by = new Map(scene.structures.map(s => [s.name, s])), groups = new Map();
  const items = pieces(scene).map(p => {
    const s = by.get(p.structure), tag = flags(p.markers, s0 < 0.8 ? 13 : 17);
    const world = s ? middle(s, plan.shift.get(levelOf(s))) : moved([p.at], plan.shift.get(plan.base))[0];
    const [ax, ay] = project(world);
    const cell = s ? houses.find(h => h.name === s.name).points : cellOf(p.at, scene)?.map(q => project(moved([q], plan.shift.get(plan.base))[0]));
    const item = { piece: p, tag, s: s0, px, ax, ay, of: s?.name, cell, floor: badge(p, s), forms: forms(plain(p.name), tag, s0, px), away: ax < 2 || ay < 2 || ax > box.w - 2 || ay > box.h - 2 };
    const key = s ? s.name : p.at.join();
    groups.set(key, [...(groups.get(key) || []), item]);
    return item;
  });
  for (const group of groups.values()) range(group);
  return items;
}

// cellOf is the smallest area that a point lies in.
function cellOf(at, scene) {
  const extent = a => { const b = bounds(a.outline); return (b.high[0] - b.low[0]) * (b.high[1] - b.low[1]); };
  return scene.areas.filter(a => a.kind !== 'spot' && inside(at, a.outline)).sort((a, b) => extent(a) - extent(b))[0]?.outline;
}

// range lines those up that stand at one place, in the form that fits it.
function range(group) {
  const b = group[0].cell && bounds(group[0].cell), room = b && { w: b.high[0] - b.low[0] - 8, h: b.high[1] - b.low[1] - 8 };
  const most = (of, nth) => Math.max(...group.map(i => (i.forms[nth] || i.forms[0])[of]));
  const fits = n => { const c = columns(group.length, most('w', n), most('h', n), room); return c * most('w', n) <= room.w && Math.ceil(group.length / c) * most('h', n) <= room.h; };
  const nth = room && !fits(0) ? 1 : 0, w = most('w', nth), h = most('h', nth);
  const wide = columns(group.length, w, h, room), rows = Math.ceil(group.length / wide);
  group.forEach((item, i) => {
    const row = Math.floor(i / wide), inRow = Math.min(wide, group.length - row * wide);
    item.x = item.ax + (i % wide - (inRow - 1) / 2) * w;
    item.y = item.ay + (row - (rows - 1) / 2) * h;
  });
}

const tied = (x, y, left, top, cost) => ({ tied: true, x, y, left, top, cost });

// around are the places of a name: within an outline, along its edges, then outside.
function around(points) {
  const { low: [x1, y1], high: [x2, y2] } = bounds(points), [, my] = centre(points), cx = (x1 + x2) / 2, list = [];
  const row = (y, top, cost) => list.push(tied(cx, y, 0.5, top, cost), tied(x1 + 3, y, 0, top, cost + 2), tied(x2 - 3, y, 1, top, cost + 2.5));
  row(y1 + 3, 0, 0); row(y1 + 9, 0, 3); row(y2 - 3, 1, 4); row(y2 - 9, 1, 6);
  list.push(tied(cx, my, 0.5, 0.5, 7));
  row(y1 - 1, 1, 8); row(y1 - 9, 1, 11); row(y2 + 2, 0, 10); row(y2 + 10, 0, 13);
  for (const [y, more] of [[my, 0], [y1 + 8, 2], [y2 - 8, 2]]) for (const out of [4, 11]) list.push(tied(x2 + out, y, 0, 0.5, 12 + more + out / 4), tied(x1 - out, y, 1, 0.5, 13 + more + out / 4));
  return list;
}

// beside are the places of the name of a spot, as maps name points.
function beside([x, y]) {
  const near = [tied(x + 8, y, 0, 0.5, 0), tied(x - 8, y, 1, 0.5, 1), tied(x, y - 7, 0.5, 1, 2), tied(x, y + 8, 0.5, 0, 3), tied(x + 7, y - 6, 0, 1, 3), tied(x + 7, y + 6, 0, 0, 3), tied(x - 7, y - 6, 1, 1, 4), tied(x - 7, y + 6, 1, 0, 4)];
  // Where a counter stands on the spot, its name goes to the counter's side.
  const far = [24, 32].flatMap(d => [tied(x + d, y, 0, 0.5, d / 3), tied(x - d, y, 1, 0.5, d / 3 + 1), tied(x, y - d + 6, 0.5, 1, d / 3 + 2), tied(x, y + d, 0.5, 0, d / 3 + 3)]);
  return [...near, ...far];
}

// written is a label in its forms: on a line, on two, and what else it may be called.
function written(cls, texts, px, tries, of) {
  const face = cls === 'label-building' || cls === 'label-storey' ? 'serif' : 'sans', weight = cls === 'label-area' || cls === 'label-spot' ? 400 : 600;
  const form = (lines, cost) => ({ lines, cost, px, w: Math.max(...lines.map(l => width(l, px, face, weight))) + 2 * gap, h: lines.length * (px + 1) + 3 });
  const list = texts.flatMap((text, i) => { const two = broken(text); return two.length > 1 ? [form([text], 20 * i), form(two, 20 * i + 5)] : [form([text], 20 * i)]; });
  return { cls, px, forms: list, tries, of };
}

// lettering are the names of storeys, structures and areas, the important ones first.
function lettering({ scene, plan, project, s0, houses }) {
  const list = [], f = Math.max(0.86, s0), outline = new Map(houses.map(h => [h.name, h.points]));
  if (plan.titles) for (const level of plan.levels) list.push(storey(level, scene, outline));
  for (const s of scene.structures) {
    const points = outline.get(s.name), name = plain(s.name), room = name.split('/').pop();
    const texts = s.condition ? [`${name} · ${s.condition}`, `${room} · ${s.condition}`, room] : [name, room];
    list.push(written('label-building', [...new Set(texts)], 12.5 * f, around(points), s.name));
    for (const m of s.markers) list.push(written('label-marker', ['★\u00a0' + m.replace(/ of nobody$/, '').replace('objective of ', ''), '★'], 11 * f, around(points), s.name));
  }
  for (const a of scene.areas) {
    if (!a.label) continue;
    const hex = scene.unit === 'hex', points = a.outline.map(project), at = centre(points), of = houses.find(h => inside(at, h.points))?.name;
    list.push(a.kind === 'spot' ? written('label-spot', [plain(a.name)], 10.5 * f, beside(at), of) : { ...written('label-area', [plain(a.name)], 11 * f, around(points), of), cell: hex && points, whole: hex });
  }
  return list;
}

// storey is the title of the rooms of one floor.
function storey(level, scene, outline) {
  const b = bounds(scene.structures.filter(s => levelOf(s) === level).flatMap(s => outline.get(s.name)));
  return written('label-storey', [storeyName(level)], 13, [tied(b.low[0], b.low[1] - 2, 0, 1, 0), tied(b.low[0], b.low[1] - 10, 0, 1, 1), tied(b.high[0], b.low[1] - 2, 1, 1, 2), tied(b.low[0], b.high[1] + 2, 0, 0, 3), tied(b.low[0], b.high[1] + 10, 0, 0, 4), tied(b.high[0] + 3, b.high[1], 0, 1, 5)]);
}
