// The plan: terrain, counters, lines of sight, and the possible actions of the selected piece,
// highlighted on the map, with pan and zoom.
import { useLayoutEffect, useMemo, useRef, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { bounds, centre, inside, layout, levelOf, moved } from './geometry.js';
import { useCamera } from './camera.js';
import { openingAt, openings } from './terrain.js';
import { Gap, Ground } from './ground.js';
import { Shape, describe, size } from './counter.js';
import { plot, sizeOf } from './plan.js';
import { Lit, Tags, anchors, placeNo, placeTags } from './tags.js';
import { Storeys } from './storeys.js';
import { pieces, titleOf } from './naming.js';
import { inUnit, short } from './number.js';

const near = 22; // pixels around a finger

/**
 * Plan draws a scene. marks is what an action names; lines are lines of sight; lit is what the
 * selected piece can act on; ready are the pieces that can act; side is the side with which a
 * small map begins; looking has the keys of what the map shows while dice lie in the tray, or of an earlier
 * step. secret says that pieces may be hidden. over draws more on top and gets the places of things.
 */
export function Plan({
  scene: whole,
  chosen,
  marks,
  lines = [],
  field,
  lit,
  no,
  aimed,
  ready,
  house,
  secret,
  side = -1,
  looking,
  hovered,
  onPick,
  onNear,
  onHover,
  onHouse,
  over,
  still,
}) {
  const frame = useRef(null),
    on = Boolean(aimed || looking),
    cover = useCover(frame, on);
  const camera = useCamera(
    frame,
    room => ({ low: whole.low, high: layout(whole, room).high }),
    box => insets(whole, box, on),
    (box, k0) =>
      viewOf({
        scene: onTable(whole, (box.h < 320 ? 24 : 38) / k0, lit),
        box,
        k0,
        cover,
        side,
        chosen,
        lit,
        aimed,
        looking,
      }),
  );
  const { project, size: box, scale: k } = camera;
  const edge = (box?.h < 320 ? 24 : 38) / k,
    beyond = spotsBeyond(whole, lit).join();
  const scene = useMemo(() => onTable(whole, edge, lit), [whole, edge, beyond]);
  const plan = useMemo(() => layout(whole, box || undefined), [whole, box]);
  const s0 = sizeOf(scene, camera.room);
  const tools =
    box &&
    (on && box.w < 520
      ? { x: box.w, y: 0, w: 0, h: 0 }
      : camera.lying
        ? { x: box.w - 140, y: box.h - 50, w: 140, h: 50 }
        : { x: box.w - 52, y: box.h - 140, w: 52, h: 140 });
  const covered = [tools, waitingBox(scene, box)].filter(Boolean);
  const doors = useMemo(() => openings(scene, plan), [scene, plan]);
  const corner = project([0, 0]),
    where = corner.join();
  const { placed, labels } = useMemo(
    () => (box ? plot({ scene, plan, project, box, covered, doors, s0 }) : { placed: [], labels: [] }),
    [scene, plan, box, k, where],
  );
  const at = useMemo(() => anchors({ scene, plan, project, placed, doors }), [scene, plan, placed, where]);
  const tags = useMemo(
    () => (box && lit ? placeTags({ lit, at, placed, box: { w: box.w, h: box.h - cover }, tools, house, aimed }) : []),
    [lit, at, box, cover, aimed, house],
  );
  const refused = useMemo(
    () => (box && no?.length && !aimed && !house ? placeNo({ no, at, placed, box, tools, tags }) : []),
    [no, at, box, aimed, house, tags],
  );
  const [pointed, setPointed] = useState(null); // by arrow keys
  const pick = (thing, e) => {
    e?.stopPropagation();
    if (camera.dragged()) return;
    const near = e && beneath(e, placed, frame.current.querySelector('.plan-drawing'));
    if (near?.list.length > 1) onNear?.(near);
    else onPick?.(thing);
  };
  // Static parts are redrawn only when the scene or the scale changes.
  const latest = useRef(pick);
  latest.current = pick;
  const ground = useMemo(
    () => html`<${Ground} scene=${scene} plan=${plan} k=${k} onPick=${(...a) => latest.current(...a)} />`,
    [scene, plan, k],
  );
  const point = key => {
    setPointed(key);
    const [kind, ...name] = key.split(':'),
      el = frame.current.querySelector(`[data-key=${JSON.stringify(key)}]`);
    (el || frame.current).focus({ preventScroll: true });
    if (!el) onHover?.(kind === 'piece' ? name.join(':') : null);
  };
  const keys = e => {
    const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || e.target.closest?.('.storeys, .plan-tools, .waiting'))
      return;
    if (to) {
      const next = toward(to, pointed && at.has(pointed) ? pointed : null, lit, at, chosen);
      e.preventDefault();
      e.stopPropagation();
      if (next) point(next);
    }
    if ((e.key === 'Enter' || e.key === ' ') && pointed && at.has(pointed) && !(aimed && e.target === frame.current)) {
      e.preventDefault();
      e.stopPropagation();
      onPick?.(lit?.get(pointed)?.thing || thingOf(pointed));
      frame.current.focus({ preventScroll: true });
    }
  };
  const aim = aimed && lines?.find(l => aimed.things.some(t => t.name === l.target || t.structure === l.target)),
    looked = aim || (hovered && lines?.find(l => l.target === hovered));
  const drawn = aimed ? [aim].filter(Boolean) : lines || [];
  const has = (kind, name) => marks?.[kind]?.has(name);
  const odds = name => lit?.get(`piece:${name}`)?.ways.find(w => w.tag?.p > 0)?.tag;
  const told = pointed && !/^(piece|structure):/.test(pointed) && say(pointed, scene, lit);
  return html`<div class=${`plan${on ? ' aiming' : ''}`} data-part=${camera.fits ? null : 'yes'} ref=${frame}
    tabindex="0" role="application" aria-label=${
      `${scene.title}: the map. Arrow keys go ` +
      `${lit?.size ? 'among what the chosen piece can act on' : 'from piece to piece'}, Enter chooses; ` +
      `with Shift they move the map; plus and minus zoom, 0 fits it.`
    } onKeyDownCapture=${keys} ...${camera.hears}>
    ${
      box &&
      html`<svg class="plan-drawing" viewBox=${`0 0 ${box.w} ${box.h}`} preserveAspectRatio="xMinYMin"
        role="group" aria-label="Map"
        onClick=${() => !camera.dragged() && onPick?.(null)}>
      <g transform=${`translate(${corner[0].toFixed(1)} ${corner[1].toFixed(1)})`}>${ground}</g>
      <${Ruler} scene=${whole} project=${project} k=${k} box=${box} />
      ${
        !aimed &&
        html`<${Reach} reach=${field || lines?.reach} scene=${scene} at=${at} project=${project} k=${k}
        box=${box} />`
      }
      <${Marks} scene=${scene} has=${has} at=${at} />
      ${lit && html`<${Lit} lit=${lit} at=${at} aimed=${aimed} pointed=${pointed} onPick=${pick} />`}
      ${
        lit &&
        doors
          .filter(o => lit.has(`opening:${o.name}`))
          .map(
            o => html`<${Way} opening=${o} project=${project}
        onPick=${pick} />`,
          )
      }
      <g class="sights">${drawn.map(
        l => html`<${Sight} line=${l} scene=${scene} plan=${plan} at=${at}
        project=${project} box=${box} strong=${l === looked} named=${l === aim} faint=${looked && l !== looked} />`,
      )}
        </g>
      ${placed.map(b => html`<${Leader} box=${b} />`)}
      <g class=${scene.unit === 'hex' ? 'labels hexes' : 'labels'} aria-hidden="true">${labels.map(
        l => html`<${Label}
        l=${l} />`,
      )}</g>
      ${placed.map(
        b => html`<${Counter} key=${b.piece.name} box=${b} scene=${scene} chosen=${chosen}
        marked=${has('pieces', b.piece.name)} ready=${ready?.has(b.piece.name)}
        pointed=${pointed === `piece:${b.piece.name}`} odds=${odds(b.piece.name)} onPick=${pick} onHover=${onHover}
        onPoint=${setPointed} still=${still} />`,
      )}
    </svg>`
    }
    ${
      box &&
      html`<svg class="plan-tags" viewBox=${`0 0 ${box.w} ${box.h}`} preserveAspectRatio="xMinYMin"
        aria-hidden="true">
      ${over?.({ at, project, box, placed })}<${Tags} tags=${tags} no=${refused} at=${at} aimed=${aimed}
      onPick=${thing => !camera.dragged() && onPick?.(thing)} /></svg>`
    }
    ${
      box &&
      house &&
      html`<${Storeys} key=${house} scene=${scene} name=${house} secret=${secret} at=${at}
      box=${{ w: box.w, h: box.h - cover }} lit=${lit} chosen=${chosen} marks=${marks} onPick=${onPick}
      onClose=${() => onHouse?.(null)} />`
    }
    <${Waiting} scene=${whole} chosen=${chosen} ready=${ready} onPick=${onPick} />
    <div class=${`plan-tools${camera.lying ? ' lying' : ''}`}><button aria-label="Zoom in"
      onClick=${() => camera.zoom(1.3)}>+</button><button aria-label="Zoom out"
      onClick=${() => camera.zoom(1 / 1.3)}>−</button><button aria-label="Fit the plan" disabled=${camera.fits}
      onClick=${camera.fit}>⤢</button></div>
    <p class="voice" role="status">${told || ''}</p>
    ${looked && html`<p class=${`plan-caption ${looked.clear ? 'clear' : 'blocked'}`}>${tellLine(looked, scene)}</p>`}
  </div>`;
}

// insets returns the margins around the table in pixels: rulers, pieces off the table or waiting,
// buttons.
function insets(scene, box, on) {
  const small = box.w < 520,
    hexes = scene.unit === 'hex',
    off = sides(scene);
  const low = box.h < 320, // a phone with a sheet below
    band = low ? 30 : 52;
  return {
    left: (hexes ? 10 : small ? 12 : 42) + (off.has('w') ? 56 : 0) + (small && scene.waiting.length ? 48 : 0),
    right: (hexes ? 10 : 14) + (off.has('e') ? 56 : 0),
    top: (low ? 6 : 10) + (off.has('n') ? band : 0),
    bottom:
      (hexes ? 12 : low ? 12 : small ? 20 : 30) +
      (off.has('s') ? band + (small ? 14 : 0) : 0) + // whose words the handle of the sheet would cover
      (!small && scene.waiting.length ? 52 : 0),
    tools: small && on ? 0 : 50, // they are hidden while the map shows an aim
  };
}

// waitingBox returns the box of the pieces that wait to be set up at the left edge of a small map, or null. On a large
// map they are below it.
const waitingBox = (scene, box) =>
  box && box.w < 520 && scene.waiting.length
    ? { x: 0, y: 0, w: 54, h: Math.min(box.h, 8 + 48 * scene.waiting.length) }
    : null;

// sideOff returns the side on which a point is off the table, or "".
const sideOff = ([x, y], { low, high }) =>
  y < low[1] ? 's' : y > high[1] ? 'n' : x < low[0] ? 'w' : x > high[0] ? 'e' : '';

const sides = scene =>
  new Set([
    ...scene.pieces.map(p => sideOff(p.at, scene)),
    ...scene.areas.filter(a => a.kind === 'spot').map(a => sideOff(centre(a.outline), scene)),
  ]);

// spotsBeyond returns the spots off the table that the selected piece needs.
const spotsBeyond = (scene, lit) =>
  scene.areas
    .filter(a => a.kind === 'spot' && lit?.has(`area:${a.name}`) && sideOff(centre(a.outline), scene))
    .map(a => a.name);

// onTable moves things off the table to its edge, and leaves out spots there that nobody needs.
function onTable(scene, by, lit) {
  const { low, high } = scene,
    hold = ([x, y]) => [
      Math.max(low[0] - by, Math.min(high[0] + by, x)),
      Math.max(low[1] - by, Math.min(high[1] + by, y)),
    ];
  if (![...sides(scene)].some(Boolean)) return scene;
  const areas = scene.areas.flatMap(a => {
    const c = a.kind === 'spot' ? centre(a.outline) : null;
    if (!c || !sideOff(c, scene)) return [a];
    if (!lit?.has(`area:${a.name}`)) return [];
    const d = hold(c);
    return [{ ...a, outline: moved(a.outline, [d[0] - c[0], d[1] - c[1]]) }];
  });
  const arrow = { s: '▼', n: '▲', w: '◀', e: '▶' };
  return {
    ...scene,
    areas,
    pieces: scene.pieces.map(p =>
      sideOff(p.at, scene) ? { ...p, at: hold(p.at), edge: `${arrow[sideOff(p.at, scene)]} ${p.title}, ${p.off}` } : p,
    ),
  };
}

// Waiting shows pieces to be set up at the edge of the map.
function Waiting({ scene, chosen, ready, onPick }) {
  if (!scene.waiting.length) return null;
  return html`<div class="waiting" role="group" aria-label="To be set up" onPointerDown=${e => e.stopPropagation()}>
    <b>To be set up</b>${scene.waiting.map(
      p => html`<button class=${`inside${ready?.has(p.name) ? ' ready' : ''}`} data-waiting=${p.name}
      aria-pressed=${chosen === p.name ? 'true' : 'false'} onClick=${() => onPick?.({ kind: 'piece', name: p.name })}>
    <svg width="40" height="31" viewBox="-25 -19 50 38" aria-hidden="true"><${Shape} piece=${p} side=${p.side} /></svg>
      <span>${p.title}</span><span class="voice">, ${scene.sides[p.side]} ${p.symbol}, to be set up</span></button>`,
    )}</div>`;
}

const thingOf = key => {
  const [kind, ...rest] = key.split(':');
  return { kind, name: rest.join(':') };
};

// say describes a place and what can be done there.
function say(key, scene, lit) {
  const { kind, name } = thingOf(key),
    way = lit?.get(key)?.ways[0],
    tag = way?.tag;
  const title =
    kind === 'floor'
      ? scene.structures.flatMap(s => s.floors.map(f => [`${s.name}/${f.name}`, f.title])).find(f => f[0] === name)?.[1]
      : null;
  return [title || titleOf(scene, name), tag?.p > 0 ? `${short(tag.p)} ${tag.best || ''}` : '']
    .filter(Boolean)
    .join(', ');
}

// Marks draws the outlines of what an action names.
function Marks({ scene, has, at }) {
  const list = [
    ...scene.areas.filter(a => has('areas', a.name)).map(a => `area:${a.name}`),
    ...scene.structures.filter(s => has('structures', s.name)).map(s => `structure:${s.name}`),
    ...scene.openings.filter(o => has('openings', o.name)).map(o => `opening:${o.name}`),
  ];
  return html`<g class="marks" aria-hidden="true">${list.map(key => {
    const a = at.get(key);
    return !a
      ? null
      : a.points && !a.spot
        ? html`<path d=${outlined(a.points)} />`
        : html`<circle cx=${a.x.toFixed(1)} cy=${a.y.toFixed(1)} r="12" />`;
  })}</g>`;
}

const outlined = points =>
  'M' + points.map(p => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join('L') + (points.length > 2 ? 'Z' : '');

// Way is an opening through which the selected piece can act.
function Way({ opening: o, project, onPick }) {
  const { x, y, k, turn } = openingAt(o, project);
  return html`<g class="opening lit" data-lit=${`opening:${o.name}`}
    transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(0)}) scale(${k.toFixed(2)})`}
    onClick=${e => onPick({ kind: 'opening', name: o.name }, e)}>
    <rect x="-8" y="-7" width="16" height="14" class="hit" /><${Gap} kind=${o.kind} into=${o.into} /></g>`;
}

// Label is a name, the star of an objective, or the storeys of a structure.
function Label({ l }) {
  const x = l.x + l.w / 2,
    y = l.y + l.h / 2;
  if (l.star)
    return html`<g class=${`star${l.star.holder === undefined ? '' : ` side-${l.star.holder}`}`}
      transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${l.star.k.toFixed(2)})`}><path
      d="M0-11L2.9-3.9L10.5-3.4L4.7 1.5L6.5 8.9L0 4.9L-6.5 8.9L-4.7 1.5L-10.5-3.4L-2.9-3.9Z" />
      ${l.star.letter && html`<text y="3.6">${l.star.letter}</text>`}</g>`;
  if (l.bars)
    return html`<g class="bars" transform=${`translate(${l.x.toFixed(1)} ${l.y.toFixed(1)}) scale(${l.k})`}>
      ${l.bars.map(
        (side, i) => html`<rect class=${side === null ? '' : `side-${side}`}
      y=${(l.bars.length - 1 - i) * 6 + 1} x="1" width="14" height="5" />`,
      )}</g>`;
  return html`<${Lines} cls=${l.cls} lines=${l.lines} px=${l.px} x=${x} y=${l.y + l.px} />`;
}

// Ruler shows inches along two edges of the table.
function Ruler({ scene, project, k, box }) {
  if (scene.unit === 'hex') return null;
  const [x0, y0] = project(scene.low),
    [x1, y1] = project(scene.high),
    [wide, high] = [0, 1].map(i => (scene.high[i] - scene.low[i]) / 1000),
    each = [1, 3, 6, 12].find(n => n * 1000 * k >= 60) || 24,
    small = box.w < 520,
    d = [],
    words = [];
  for (let i = 0; i <= wide; i++) {
    const x = x0 + ((x1 - x0) * i) / wide,
      main = i % each === 0;
    if (!main && 1000 * k < 5) continue;
    d.push(`M${x.toFixed(1)} ${y0.toFixed(1)}v${main ? 8 : 4}`);
    if (main && box.h >= 320) words.push([x, y0 + 18, i ? `${i}″` : '0', 'middle']);
  }
  for (let i = 0; i <= high; i++) {
    const y = y0 + ((y1 - y0) * i) / high,
      main = i % each === 0;
    if (!main && 1000 * k < 5) continue;
    d.push(`M${x0.toFixed(1)} ${y.toFixed(1)}h${main ? -8 : -4}`);
    if (main && i && !small) words.push([x0 - 11, y + 4, `${i}″`, 'end']);
  }
  return html`<g class="ruler" aria-hidden="true"><path d=${d.join('')} />${words.map(
    ([x, y, t, anchor]) => html`<text
    class=${anchor} x=${x.toFixed(1)} y=${y.toFixed(1)}>${t}</text>`,
  )}</g>`;
}

// Reach shows how far the selected piece fires: rings and arcs, hexes, or fields of fire.
function Reach({ reach, scene, at, project, k, box }) {
  if (!reach?.length) return null;
  const bend = (r, deg) => {
    const [x, y] = project(r.from),
      turn = (deg * Math.PI) / 180;
    return `${f(x + r.far * k * Math.sin(turn))} ${f(y - r.far * k * Math.cos(turn))}`;
  };
  const slice = r =>
    `M${project(r.from).map(f).join(' ')}L${bend(r, r.facing - r.arc / 2)}` +
    `A${f(r.far * k)} ${f(r.far * k)} 0 0 1 ${bend(r, r.facing + r.arc / 2)}Z`;
  if (reach[0].way) {
    const [[x, y], [right, top]] = [scene.low, scene.high].map(project);
    return html`<g class="reach" aria-hidden="true" clip-path="url(#table-edge)">
      <clipPath id="table-edge"><rect x=${f(x)} y=${f(top)} width=${f(right - x)} height=${f(y - top)} /></clipPath>
      <g class="fields">${reach.map(r => html`<path d=${slice(r)} />`)}</g>
      ${reach.map(
        r => html`<path class="field" d=${slice(r)} /><path class="field-way" d=${path(r.way.map(project))} />`,
      )}</g>`;
  }
  return html`<g class="reach" aria-hidden="true">${reach.map((r, n) => {
    if (!r.far)
      return html`<g class=${`range range-${n}`}>${r.places.map(p => {
        const a = at.get(`area:${p}`) || at.get(`structure:${p}`);
        return a?.points && html`<path d=${outlined(a.points)} />`;
      })}</g>`;
    const [x, y] = project(r.from),
      px = r.far * k,
      word = spot(x, y, px, r, box, n);
    return html`${r.arc ? html`<path d=${slice(r)} />` : html`<circle cx=${f(x)} cy=${f(y)} r=${f(px)} />`}
    ${word && html`<text x=${f(word[0])} y=${f(word[1])}>${r.text}</text>`}`;
  })}</g>`;
}

const f = n => n.toFixed(1),
  path = points => `M${points.map(p => p.map(f).join(' ')).join('L')}`;

// spot returns the place of a ring's label within the window, each a little further round than
// the last.
function spot(x, y, px, r, box, n) {
  for (const turn of [0, 25, -25, 50, -50, 80, -80, 120, -120, 180]) {
    const deg = (((r.arc ? r.facing : 320 + 20 * n) + (r.arc ? turn / 3 : turn)) * Math.PI) / 180,
      at = [x + px * Math.sin(deg), y - px * Math.cos(deg)];
    if (at[0] > 60 && at[0] < box.w - 60 && at[1] > 16 && at[1] < box.h - 30) return at;
  }
  return null;
}

// useCover returns the height of the sheet or tray over the map in pixels, while that matters.
function useCover(frame, matters) {
  const [cover, setCover] = useState(0);
  useLayoutEffect(() => {
    const over = [...document.querySelectorAll('.rail, .tray-of-dice')];
    const measure = () => {
      const box = frame.current?.getBoundingClientRect();
      if (!box) return;
      // Panels beside the map cover nothing.
      const tops = over.map(e => e.getBoundingClientRect()).filter(r => r.width && r.left < box.right - 9),
        low = Math.min(box.bottom, ...tops.map(r => r.top));
      setCover(matters ? Math.max(0, Math.min(box.height - 90, Math.round(box.bottom - low))) : 0);
    };
    measure();
    if (!matters) return undefined;
    Promise.allSettled(over.flatMap(e => e.getAnimations().map(a => a.finished))).then(measure); // once they have risen
    const watch = new ResizeObserver(() => requestAnimationFrame(measure));
    const soon = requestAnimationFrame(() => over.forEach(e => watch.observe(e))); // outside of the observer's callback
    return () => {
      cancelAnimationFrame(soon);
      watch.disconnect();
    };
  }, [matters]);
  return cover;
}

// viewOf returns what a small map shows: the acting piece and its target, the possible targets of
// the selected piece, or the pieces of a side and the nearest objective. A large map shows
// everything.
function viewOf({ scene, box, k0, cover, side, chosen, lit, aimed, looking }) {
  const small = box.w < 520,
    hexes = scene.unit === 'hex';
  if (!small && cover < 9 && !(looking && box.w < 1000 && box.h < 480)) return null;
  const most = Math.max(hexes ? 0.068 : 0.011, k0 * 1.2),
    plan = layout(scene, box),
    where = key => (typeof key === 'string' ? spread(key, scene, plan) : moved([key], plan.shift.get(plan.base)));
  const keys = aimed ? [`piece:${aimed.leader}`, ...aimed.keys] : looking || [],
    aim = keys.map(where).filter(p => p.length);
  // A piece being set up has no place yet: the map does not move while its place is chosen.
  const still = small && aimed && chosen && scene.waiting.some(p => p.name === aimed.leader);
  if (aim.length && !still)
    return {
      key: keys.join(),
      points: aim.map(middleOf),
      also: [],
      most: 1.25 * most,
      least: 0,
      room: aimed ? 54 : 46,
      whole: 1 - cover / box.h,
      cover,
    };
  if (!small) return null;
  if (chosen && lit?.size) {
    const points = [`piece:${chosen}`, ...lit.keys()].flatMap(where);
    if (points.length) return { key: `piece:${chosen}`, points, also: [], most, least: 0, still };
  }
  // A player who sets up needs the whole map.
  if (scene.waiting.some(p => p.side === side)) return null;
  const mine = pieces(scene)
    .filter(p => p.side === side && !p.waits)
    .flatMap(p => where(`piece:${p.name}`));
  if (!mine.length) return null;
  const from = middleOf(mine),
    goal = scene.structures
      .filter(s => s.objective)
      .map(s => where(`structure:${s.name}`))
      .sort((a, b) => far(from, a) - far(from, b))[0];
  return { points: mine, also: goal || [], most, least: hexes ? 0.048 : k0 };
}

const middleOf = points => {
  const { low, high } = bounds(points);
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
};
const far = (a, points) => Math.hypot(...[0, 1].map(i => middleOf(points)[i] - a[i]));

// spread returns the points that a thing covers, by its kind and name.
function spread(key, scene, plan) {
  const { kind, name } = thingOf(key),
    of = s => moved(s.outline, plan.shift.get(levelOf(s))),
    house = n => scene.structures.filter(s => s.name === n).flatMap(of);
  if (kind === 'piece') {
    const p = pieces(scene).find(x => x.name === name && !x.waits);
    return !p ? [] : p.structure ? house(p.structure) : moved([p.at], plan.shift.get(plan.base));
  }
  if (kind === 'structure') return house(name);
  if (kind === 'area') return scene.areas.filter(a => a.name === name).flatMap(a => a.outline);
  if (kind === 'opening') return scene.openings.filter(o => o.name === name).map(o => o.at);
  return house(scene.structures.find(s => s.floors.some(f => `${s.name}/${f.name}` === name))?.name);
}

// beneath returns the pieces that a tap may mean: a finger is wide, a mouse is not. In a stack
// all pieces are possible.
function beneath(e, placed, frame) {
  const r = frame.getBoundingClientRect(),
    x = e.clientX - r.left,
    y = e.clientY - r.top,
    finger = e.pointerType === 'touch' || e.pointerType === 'pen';
  if (!e.clientX && !e.clientY) return null; // by a key
  const centre = b => [b.x + b.w / 2, b.y + b.top + (size.h / 2) * b.s];
  const list = placed.filter(b => {
    const [cx, cy] = centre(b);
    return finger
      ? Math.hypot(cx - x, cy - y) <= near
      : b.heap && Math.abs(cx - x) < 21 * b.s && Math.abs(cy - y) < 15 * b.s;
  });
  return { x, y, list: [...new Set(list.flatMap(b => b.heap || [b.piece]).map(p => p.name))] };
}

// toward returns the next thing in a direction from the highlighted thing, or from the selected
// piece.
function toward([dx, dy], from, lit, at, chosen) {
  const keys = (lit?.size ? [...lit.keys()] : [...at.keys()].filter(k => /^(piece|structure):/.test(k))).filter(k =>
      at.has(k),
    ),
    start = at.get(from || `piece:${chosen}`);
  if (!start) return keys[0];
  let best = null,
    least = Infinity;
  for (const key of keys) {
    const p = at.get(key);
    if (key === from) continue;
    const x = p.x - start.x,
      y = p.y - start.y,
      along = x * dx + y * dy,
      across = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 4 && along + 2 * across < least) {
      least = along + 2 * across;
      best = key;
    }
  }
  return best;
}

function Counter({ box: b, scene, chosen: name, marked, ready, pointed, odds, onPick, onHover, onPoint, still }) {
  const p = b.piece,
    heap = b.heap || [p],
    pick = e => onPick({ kind: 'piece', name: p.name }, e);
  const chosen = heap.some(x => x.name === name);
  const x = b.x + b.w / 2,
    half = (size.h / 2) * b.s,
    y = b.y + b.top + half,
    words = [p, ...heap.filter(x => x !== p)].map(x => describe(x, scene)).join('; '),
    house = scene.structures.find(s => s.name === p.structure);
  const how = ['piece', chosen && 'chosen', marked && 'marked', ready && 'ready', pointed && 'pointed'];
  return html`<g class=${how.filter(Boolean).join(' ')} transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      role="button" tabindex="-1" data-key=${still ? null : `piece:${p.name}`}
        aria-pressed=${name === p.name ? 'true' : 'false'} data-piece=${p.name} data-title=${p.title}
        data-house=${house?.title} data-fan=${b.fan || null} data-heap=${b.heap ? heap.length : null}
      onClick=${pick}
      onPointerEnter=${() => onHover?.(p.name)} onPointerLeave=${() => onHover?.(null)} onFocus=${() => {
        onHover?.(p.name);
        onPoint?.(`piece:${p.name}`);
      }} onBlur=${() => onHover?.(null)}>
    <title>${odds ? `${words}, ${short(odds.p)} ${odds.best || ''}` : words}</title>
    <rect class="hit" x=${-b.w / 2} y=${-half - b.top} width=${b.w} height=${b.h} />
    ${b.tag && html`<text aria-hidden="true" class="counter-tag" font-size=${b.px} y=${-half - 4}>${b.tag}</text>`}
    <g aria-hidden="true" transform=${`scale(${b.s.toFixed(3)})`}><rect class="halo" x="-25.5" y="-19.5" width="51"
      height="39" rx="5" />
    <${Shape} piece=${p} side=${p.side} floor=${b.heap ? `×${heap.length}` : b.floor} /></g>
    <${Lines} cls="counter-name" lines=${b.lines} px=${b.px} x=${0} y=${half + b.px} />
  </g>`;
}

// Lines draws lines of text.
function Lines({ cls, lines, px, x, y }) {
  return html`<text aria-hidden="true" class=${cls} font-size=${px}>${lines.map(
    (l, i) => html`<tspan x=${x.toFixed(1)}
    y=${(y + i * (px + 1)).toFixed(1)}>${l}</tspan>`,
  )}</text>`;
}

// Leader connects a displaced counter to its place. A counter that is still in its structure
// needs none.
function Leader({ box: b }) {
  const x = b.x + b.w / 2,
    y = b.y + b.top + (size.h / 2) * b.s;
  if (Math.hypot(x - b.ax, y - b.ay) < 26 * b.s || (b.of && inside([x, y], b.cell))) return null;
  return html`<g class="leader"><line x1=${x.toFixed(1)} y1=${y.toFixed(1)} x2=${b.ax.toFixed(1)}
    y2=${b.ay.toFixed(1)} /><circle cx=${b.ax.toFixed(1)} cy=${b.ay.toFixed(1)} r="3" /></g>`;
}

function Sight({ line, scene, plan, at, project, box, strong, named, faint }) {
  const levels = new Map(scene.structures.flatMap(s => s.floors.flatMap(f => f.pieces.map(p => [p.name, levelOf(s)]))));
  const end = (point, name) => {
    const own = sideOff(point, scene) && at.get(`piece:${name}`);
    return own ? [own.x, own.y] : project(moved([point], plan.shift.get(levels.get(name) ?? plan.base))[0]);
  };
  const [a, b] = [end(line.from, line.piece), end(line.to, line.target)],
    words =
      named &&
      [
        line.length ? inUnit(line.length, scene.unit) : '',
        line.through ? `through ${titleOf(scene, line.through)}` : '',
      ]
        .filter(Boolean)
        .join(' ');
  return html`<g class=${`sight ${line.clear ? 'clear' : 'blocked'}${strong ? ' strong' : ''}${faint ? ' faint' : ''}`}>
    <title>${tellLine(line, scene)}</title>
    <line x1=${a[0].toFixed(1)} y1=${a[1].toFixed(1)} x2=${b[0].toFixed(1)} y2=${b[1].toFixed(1)} />
    ${
      words &&
      html`<text class="sight-far" x=${Math.max(70, Math.min(box.w - 70, (a[0] + b[0]) / 2)).toFixed(1)}
      y=${((a[1] + b[1]) / 2 + 16).toFixed(1)}>${words}</text>`
    }
  </g>`;
}

// tellLine describes a line of sight.
const tellLine = (l, scene) =>
  `${titleOf(scene, l.piece)} to ${titleOf(scene, l.target)}: ${[
    l.length ? inUnit(l.length, scene.unit) : '',
    l.clear ? 'clear' : 'blocked',
    l.text,
  ]
    .filter(Boolean)
    .join(', ')}`;
