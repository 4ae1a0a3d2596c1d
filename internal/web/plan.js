// Counters and labels on the plan: counters with names, and the names of structures, areas and
// storeys. They are laid out in pixels after the projection, so that they stay legible at any
// zoom and avoid covering other things.
import { bounds, centre, inside, levelOf, moved } from './geometry.js';
import { Viewport, columns, costs, pack, settle } from './labellayout.js';
import { broken, clip, shortened, width } from './textmetrics.js';
import { middle, openingBox } from './terrain.js';
import { half, size, worded } from './counter.js';
import { pieces, storeyName } from './naming.js';
import { capital } from './labels.js';

/** least is the smallest scale of counters: 30 pixels wide. */
export const least = 0.72;

const gap = 3; // pixels between two things

/** sizeOf returns the scale of counters, from least to 1: smaller where many share little room. */
export function sizeOf(scene, room) {
  return Math.max(least, Math.min(1, Math.sqrt((0.34 * room) / (Math.max(1, pieces(scene).length) * 68 * 60))));
}

// rulerOf returns the box of the numbers below the table.
function rulerOf(scene, project) {
  const [x, y] = project(scene.low),
    [end] = project(scene.high);
  return { x, y: y + 7, w: end - x, h: 12, light: true };
}

/** plot returns the counters and labels of a scene with their places. covered are the boxes that hide the map. */
export function plot({ scene, plan, project, box, covered, doors, s0 }) {
  const viewport = new Viewport({ x: 2, y: 2, w: box.w - 4, h: box.h - 4 });
  const drawn = structure => moved(structure.outline, plan.shift.get(levelOf(structure))).map(project);
  const houses = scene.structures.map(s => ({ name: s.name, points: drawn(s) }));
  for (const c of covered) viewport.take(c);
  if (scene.unit !== 'hex' && box.h >= 320) viewport.take(rulerOf(scene, project), costs.ruler);
  for (const h of houses) viewport.build(h.name, h.points);
  for (const o of doors) viewport.take(openingBox(o, project), costs.opening);
  const spots = scene.areas.filter(a => a.kind === 'spot');
  for (const a of spots) {
    const [x, y] = project(centre(a.outline));
    viewport.take({ x: x - 6, y: y - 6, w: 12, h: 12, at: [x, y] }, costs.spot);
  }
  // Names of structures come first, so that they keep their places when counters move.
  const names = lettering({ scene, plan, project, s0, houses }),
    firm = names.filter(l => l.firm),
    loose = names.filter(l => !l.firm);
  const hexes = scene.unit === 'hex',
    stays = (hexes ? scene.areas : spots)
      .map(a => project(centre(a.outline)))
      .map(([x, y]) => ({ x: x - 23 * s0, y: y - 17 * s0, w: 46 * s0, h: 34 * s0, cost: hexes ? 60 : 4 }));
  viewport.boxes.push(...stays);
  const first = settle(firm, viewport, 1).filter(l => l.at && (l.item.keeps || l.at.cost < 60));
  viewport.boxes = viewport.boxes.filter(b => !stays.includes(b)).filter(b => !b.item);
  for (const { at } of first) viewport.take({ x: at.x, y: at.y, w: at.w, h: at.h });
  const all = counters(scene, plan, project, box, s0, houses),
    seen = all.filter(item => !item.beyond);
  const placed = [
    ...stacked(settleCounters(seen, viewport).map(flat)),
    ...all.filter(item => item.beyond).map(item => ({ ...item, ...unseen(item) })),
  ];
  // A label that would have to cover something is left out. The list of storeys beside the plan
  // has all names.
  const full = [
      ...covered,
      ...placed.map(b => ({ x: b.x + b.w / 2 - b.hx, y: b.y + b.top, w: 2 * b.hx, h: 2 * b.hy })),
    ],
    over = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  const labels = [...first, ...settle(loose, viewport, 1).filter(l => l.at && l.at.cost < 60)]
    .map(flat)
    .filter(l => l.keeps || !full.some(b => over(l, b)));
  // Of overlapping counters the first is on top.
  return { placed: [...placed.filter(p => p.fan).reverse(), ...placed.filter(p => !p.fan)], labels };
}

const flat = ({ item, at }) => ({ ...item, ...at.form, ...at });

// stacked combines overlapping counters into one stack, on a map too small for all of them.
function stacked(placed) {
  const piles = new Map();
  placed.forEach((b, i) => piles.set(b.fan || i, [...(piles.get(b.fan || i) || []), b]));
  let list = [...piles.values()];
  const apart = (a, b) =>
    Math.abs(a.x + a.w / 2 - b.x - b.w / 2) >= a.hx + b.hx - 1 ||
    Math.abs(a.y + a.top - b.y - b.top) >= 2 * Math.min(a.hy, b.hy) - 1;
  for (let i = 0; i < list.length; i++)
    for (let j = i + 1; j < list.length; j++) {
      if (!list[i].some(a => list[j].some(b => !apart(a, b)))) continue;
      const [first] = list[i],
        all = [...list[i], ...list[j]];
      const heap = [...new Set(all.flatMap(b => b.heap || [b.piece]))];
      list[i] = all.map(b => ({
        ...first,
        ...bare(b, first.s),
        ...spotOf(first),
        piece: b.piece,
        ax: b.ax,
        ay: b.ay,
        heap,
        fan: `heap ${first.piece.name}`,
      }));
      list = list.filter((_, n) => n !== j);
      i = -1;
      break;
    }
  return list.flat();
}

// spotOf returns the middle of another counter's body.
const spotOf = b => ({ x: b.x + b.w / 2 - b.hx, y: b.y + b.top - (half[1] - size.h / 2) * b.s, w: 2 * b.hx });

// unseen places a counter outside the window: it is not visible, but lines lead there.
function unseen(item) {
  const form = bare(item, item.s);
  return { ...form, x: item.ax - form.w / 2, y: item.ay - form.h / 2 };
}

// settleCounters settles the counters. It packs those of a cell without enough room, and settles the
// others again.
function settleCounters(items, viewport) {
  let got = settle(items, viewport);
  for (let turn = 0; turn < 3; turn++) {
    const tight = new Set(
      got
        .filter(({ item, at }) => item.within && !item.tries && (!at || at.free || at.cost > 500))
        .map(({ item }) => item.group),
    );
    if (!tight.size) break;
    for (const group of tight) crowd(group, viewport);
    got = settle(items, viewport);
  }
  return got;
}

// crowd places the counters of a group, with words only where these cover nothing.
function crowd(group, viewport) {
  viewport.boxes = viewport.boxes.filter(b => !b.item);
  // Anything smaller than a counter is drawn below it.
  const packed = pack(group, viewport, least) || {
    k: least,
    over: true,
    heap: group.length > 1,
    fan: group.length > 1,
    spots: group.map(g => [g.ax, g.ay]),
  };
  group.forEach((item, i) => {
    const [x, y] = packed.spots[i],
      [hx, hy] = item.half.map(n => n * packed.k);
    Object.assign(item, {
      fan: packed.fan ? item.of || item.piece.at.join() : '',
      tries: [{ tied: true, middle: true, x, y, left: 0.5, cost: 0 }],
    });
    item.forms = forms(item.piece.edge || item.piece.title, item, packed.k).concat(bare(item, packed.k));
    if (packed.fan) item.forms = [bare(item, packed.k)];
    item.over = packed.over;
    item.heap = packed.heap && group.map(g => g.piece);
    item.body = { x: x - hx, y: y - hy, w: 2 * hx, h: 2 * hy };
  });
}

// bare returns a counter without words.
function bare({ half: [hx, hy], floor }, k) {
  return {
    s: k,
    lines: [],
    tag: '',
    cost: 90,
    top: (hy - size.h / 2) * k,
    w: 2 * (hx + (floor ? 7 : 0)) * k,
    h: 2 * hy * k,
    eye: hy * k,
    hx: hx * k,
    hy: hy * k,
  };
}

// flags lists the markers of a piece: all, or the first and the number of others.
function flags(markers, most) {
  const all = markers.join(' · ');
  return all.length <= most || markers.length < 2
    ? clip(all, most)
    : `${clip(markers[0], most - 3)} +${markers.length - 1}`;
}

// badge returns the floor of a counter in a structure of several floors.
function badge(piece, structure) {
  if (!structure || structure.floors.length < 2) return '';
  const level = /\((-?\d+)\)$/.exec(piece.floor)?.[1];
  if (level !== undefined) return level === '0' ? 'G' : level;
  return { ground: 'G', cellar: 'C', roof: 'R' }[piece.floor] || clip(piece.floor, 2);
}

// forms returns the ways to write a counter at a scale: its name on one line, on two, shortened,
// and with markers.
function forms(name, { tag, px, half, floor, piece }, k) {
  const most = piece.edge ? 40 : 20,
    badge = floor ? 30 : 22;
  const form = (lines, cost, tag) => {
    const top = tag ? px + 4 : 3;
    return {
      s: k,
      tag,
      lines,
      cost,
      top,
      hx: half[0] * k,
      hy: half[1] * k,
      eye: top + (size.h * k) / 2,
      h: top + size.h * k + lines.length * (px + 1) + gap,
      w:
        Math.max(
          2 * badge * k + (floor ? 0 : 6),
          ...lines.map(l => width(l, px)),
          tag ? width(tag, px, 'sans', 700) : 0,
        ) + gap,
    };
  };
  const two = broken(name).map(l => clip(l, most)),
    short = shortened(name);
  const list = [form([clip(name, most)], 0, tag)];
  if (two.length > 1) list.push(form(two, 3, tag));
  if (name.length > 10 && short !== name) list.push(form([short], 60, tag), form(broken(short), 64, tag));
  return list;
}

// counters returns the pieces with their preferred places.
function counters(scene, plan, project, box, s0, houses) {
  const px = Math.max(10, 11 * s0),
    by = new Map(scene.structures.map(s => [s.name, s])),
    groups = new Map();
  const items = pieces(scene)
    .filter(p => !p.waits)
    .map(p => {
      const s = by.get(p.structure),
        tag = flags(worded(p), s0 < 0.8 ? 13 : 17);
      const world = s ? middle(s, plan.shift.get(levelOf(s))) : moved([p.at], plan.shift.get(plan.base))[0];
      const [ax, ay] = project(world);
      const cell = s
        ? houses.find(h => h.name === s.name).points
        : cellOf(p.at, scene)?.map(q => project(moved([q], plan.shift.get(plan.base))[0]));
      const item = {
        piece: p,
        tag,
        s: s0,
        px,
        ax,
        ay,
        of: s?.name,
        cell,
        within: Boolean(s || (scene.unit === 'hex' && cell)),
        floor: badge(p, s),
        half,
        beyond: ax < -60 || ay < -60 || ax > box.w + 60 || ay > box.h + 60,
        away: ax < 2 || ay < 2 || ax > box.w - 2 || ay > box.h - 2,
      };
      const key = s ? s.name : p.at.join();
      item.forms = forms(p.edge || p.title, item, s0);
      item.group = [...(groups.get(key) || []), item];
      groups.set(key, item.group);
      return item;
    });
  for (const group of groups.values()) {
    for (const item of group) item.group = group;
    arrangeGroup(group);
    shrink(group);
  }
  return items;
}

// shrink adds forms: counters without words and, within a structure or a hex, smaller counters for the case
// that it has no room for them side by side.
function shrink(group) {
  for (const item of group) {
    if (!item.within) {
      item.forms.push({ ...bare(item, item.s), cost: 130 });
      continue;
    }
    for (const [f, cost] of [
      [1, 0],
      [0.85, 40],
      [0.72, 75],
    ]) {
      if (cost && item.s * f < least) continue;
      if (cost) item.forms.push(...forms(item.piece.title, item, item.s * f).map(x => ({ ...x, cost: x.cost + cost })));
      item.forms.push({ ...bare(item, item.s * f), cost: 75 + cost / 4 });
    }
  }
}

// cellOf returns the smallest area that contains a point.
function cellOf(at, scene) {
  const extent = a => {
    const b = bounds(a.outline);
    return (b.high[0] - b.low[0]) * (b.high[1] - b.low[1]);
  };
  return scene.areas.filter(a => a.kind !== 'spot' && inside(at, a.outline)).sort((a, b) => extent(a) - extent(b))[0]
    ?.outline;
}

// arrangeGroup puts the pieces at one place into rows, in their second form if the first does not fit.
function arrangeGroup(group) {
  const b = group[0].cell && bounds(group[0].cell),
    room = b && { w: b.high[0] - b.low[0] - 8, h: b.high[1] - b.low[1] - 8 };
  const most = (of, nth) => Math.max(...group.map(i => (i.forms[nth] || i.forms[0])[of]));
  const fits = n => {
    const c = columns(group.length, most('w', n), most('h', n), room);
    return c * most('w', n) <= room.w && Math.ceil(group.length / c) * most('h', n) <= room.h;
  };
  const nth = room && !fits(0) ? 1 : 0,
    w = most('w', nth),
    h = most('h', nth);
  const wide = columns(group.length, w, h, room),
    rows = Math.ceil(group.length / wide);
  group.forEach((item, i) => {
    const row = Math.floor(i / wide),
      inRow = Math.min(wide, group.length - row * wide);
    item.x = item.ax + ((i % wide) - (inRow - 1) / 2) * w;
    item.y = item.ay + (row - (rows - 1) / 2) * h;
  });
}

const tied = (x, y, left, top, cost) => ({ tied: true, x, y, left, top, cost });

// roomy reports whether a name within an outline leaves room for counters.
const roomy = points => {
  const { low, high } = bounds(points);
  return high[1] - low[1] > 110 && high[0] - low[0] > 90;
};

// around returns the places of a name: within an outline with room, along its edges, then
// outside.
function around(points, within = true) {
  const {
      low: [x1, y1],
      high: [x2, y2],
    } = bounds(points),
    [, my] = centre(points),
    cx = (x1 + x2) / 2,
    list = [];
  const row = (y, top, cost) =>
    list.push(tied(cx, y, 0.5, top, cost), tied(x1 + 3, y, 0, top, cost + 2), tied(x2 - 3, y, 1, top, cost + 2.5));
  const more = within ? 0 : 40;
  row(y1 + 3, 0, more);
  row(y1 + 9, 0, more + 3);
  row(y2 - 3, 1, more + 4);
  row(y2 - 9, 1, more + 6);
  list.push(tied(cx, my, 0.5, 0.5, more + 7));
  row(y1 - 1, 1, 8);
  row(y1 - 9, 1, 11);
  row(y2 + 2, 0, 10);
  row(y2 + 10, 0, 13);
  for (const [y, more] of [
    [my, 0],
    [y1 + 8, 2],
    [y2 - 8, 2],
  ])
    for (const out of [4, 11])
      list.push(tied(x2 + out, y, 0, 0.5, 12 + more + out / 4), tied(x1 - out, y, 1, 0.5, 13 + more + out / 4));
  return list;
}

// beside returns the places of a spot's name, as on printed maps.
function beside([x, y]) {
  const near = [
    tied(x + 8, y, 0, 0.5, 0),
    tied(x - 8, y, 1, 0.5, 1),
    tied(x, y - 7, 0.5, 1, 2),
    tied(x, y + 8, 0.5, 0, 3),
    tied(x + 7, y - 6, 0, 1, 3),
    tied(x + 7, y + 6, 0, 0, 3),
    tied(x - 7, y - 6, 1, 1, 4),
    tied(x - 7, y + 6, 1, 0, 4),
  ];
  // If a counter is on the spot, the name goes beside the counter.
  const far = [24, 32].flatMap(d => [
    tied(x + d, y, 0, 0.5, d / 3),
    tied(x - d, y, 1, 0.5, d / 3 + 1),
    tied(x, y - d + 6, 0.5, 1, d / 3 + 2),
    tied(x, y + d, 0.5, 0, d / 3 + 3),
  ]);
  return [...near, ...far];
}

// written returns the forms of a label: on one line, on two, and its other names.
function written(cls, texts, px, tries, of) {
  const face = cls === 'label-building' || cls === 'label-storey' ? 'serif' : 'sans',
    weight = cls === 'label-area' || cls === 'label-spot' ? 400 : 600;
  const form = (lines, cost) => ({
    lines,
    cost,
    px,
    w: Math.max(...lines.map(l => width(l, px, face, weight))) + 2 * gap,
    h: lines.length * (px + 1) + 3,
  });
  const list = texts.flatMap((text, i) => {
    const two = broken(text);
    return two.length > 1 ? [form([text], 20 * i), form(two, 20 * i + 5)] : [form([text], 20 * i)];
  });
  return { cls, px, forms: list, tries, of, names: cls === 'label-building' };
}

// short returns the last word of a section's name.
const short = s => (s.name.includes('/') ? capital(s.name.split('/').pop().replaceAll('-', ' ')) : s.title);

// lettering returns the names of storeys, structures and areas, the important ones first.
function lettering({ scene, plan, project, s0, houses }) {
  const list = [],
    f = Math.max(0.86, s0),
    outline = new Map(houses.map(h => [h.name, h.points]));
  if (plan.titles) for (const level of plan.levels) list.push(storey(level, scene, outline));
  for (const s of scene.structures) {
    const points = outline.get(s.name),
      name = s.title,
      room = short(s);
    list.push(...signs(s, points, scene, f));
    const texts =
      s.condition && s.standing ? [`${name} · ${s.condition}`, `${room} · ${s.condition}`, room] : [name, room];
    list.push(
      written(
        s.standing ? 'label-building' : 'label-area',
        [...new Set(texts)],
        12.5 * f,
        around(points, roomy(points)),
        s.name,
      ),
    );
    for (const m of s.markers.filter(m => !/^objective/.test(m)))
      list.push(written('label-marker', [m], 11 * f, around(points, roomy(points)), s.name));
  }
  for (const l of list) l.firm = true;
  for (const a of scene.areas) {
    if (!a.label) continue;
    const hex = scene.unit === 'hex',
      points = a.outline.map(project),
      at = centre(points),
      of = houses.find(h => inside(at, h.points))?.name;
    list.push(
      a.kind === 'spot'
        ? written('label-spot', [a.title], 10.5 * f, beside(at), of)
        : { ...written('label-area', [a.title], 11 * f, around(points), of), cell: hex && points, whole: hex },
    );
  }
  return list;
}

// signs returns the star of an objective with the letter of its holder, and a bar for each
// storey, filled if it is occupied.
function signs(s, points, scene, f) {
  const sign = (what, w, h, u, v) => ({
    ...what,
    px: h,
    forms: [{ lines: [], cost: 0, px: h, w, h }],
    tries: corners(points, w, h, u, v),
    of: s.name,
  });
  const { low, high } = bounds(points),
    little = Math.min(high[0] - low[0], high[1] - low[1]) < 96,
    k = little ? 0.62 : f,
    list = [];
  // On a small structure the signs are on corners of the walls and leave the room to the
  // occupants.
  const upon = (u, of = points, more = 0) =>
    of.map(([x, y]) => tied(x, y, 0.5, 0.5, more + Math.hypot(x - low[0] - u * (high[0] - low[0]), y - low[1]) / 20));
  if (s.objective)
    list.push({
      ...sign(
        { star: { holder: s.holder, letter: little ? '' : scene.sides[s.holder]?.[0], k } },
        23 * k,
        23 * k,
        1,
        0.3,
      ),
      keeps: true,
      ...(little && { tries: upon(1) }),
    });
  if (s.standing && s.floors.length > 1) {
    const b = little ? 0.75 : 1;
    list.push({
      ...sign(
        { bars: s.floors.map(x => x.pieces[0]?.side ?? null), k: b },
        16 * b,
        (6 * s.floors.length + 1) * b,
        0,
        0.3,
      ),
      ...(little && { tries: [...upon(0), ...upon(0, middles(points), 12)] }),
    });
  }
  return list;
}

// middles returns the middles of the sides of an outline.
const middles = points =>
  points.map(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return [(x + u) / 2, (y + v) / 2];
  });

// corners returns the places of a sign within an outline, the nearest to a corner first; if it
// has no room, those around it.
function corners(points, w, h, u, v) {
  const { low, high } = bounds(points),
    list = [];
  for (let y = low[1] + 7 + h / 2; y <= high[1] - 7 - h / 2; y += 6)
    for (let x = low[0] + 7 + w / 2; x <= high[0] - 7 - w / 2; x += 6) {
      const fits = [-1, 1].every(a => [-1, 1].every(b => inside([x + a * (w / 2 + 4), y + b * (h / 2 + 4)], points)));
      const away = Math.hypot(x - low[0] - u * (high[0] - low[0]), y - low[1] - v * (high[1] - low[1]));
      if (fits) list.push(tied(x, y, 0.5, 0.5, away / 8));
    }
  return list.length ? list : around(points);
}

// storey returns the title of the rooms of one floor.
function storey(level, scene, outline) {
  const b = bounds(scene.structures.filter(s => levelOf(s) === level).flatMap(s => outline.get(s.name)));
  return written('label-storey', [storeyName(level)], 13, [
    tied(b.low[0], b.low[1] - 2, 0, 1, 0),
    tied(b.low[0], b.low[1] - 10, 0, 1, 1),
    tied(b.high[0], b.low[1] - 2, 1, 1, 2),
    tied(b.low[0], b.high[1] + 2, 0, 0, 3),
    tied(b.low[0], b.high[1] + 10, 0, 0, 4),
    tied(b.high[0] + 3, b.high[1], 0, 1, 5),
  ]);
}
