// The things in a scene that the words of an action name.
import { leader, read, targets } from './actionwords.js';
import { capital } from './labels.js';

/** pieces lists all pieces of a scene with their places, and last those to be set up. */
export function pieces(scene) {
  const all = scene.pieces.map(p => ({ ...p, structure: null, floor: null }));
  for (const s of scene.structures) {
    for (const f of s.floors) all.push(...f.pieces.map(p => ({ ...p, structure: s.name, floor: f.name })));
  }
  for (const p of scene.waiting || []) all.push({ ...p, structure: null, floor: null, waits: true });
  return all;
}

/** words splits the line of an action. */
export const words = line => line.split(/[\s,]+/).filter(Boolean);

const indexes = new WeakMap();

/**
 * things returns the things of a scene by name: a piece, a structure, a floor, an opening or an
 * area.
 */
export function things(scene) {
  if (indexes.has(scene)) return indexes.get(scene);
  const by = new Map(),
    add = (name, thing) => by.has(name) || by.set(name, thing);
  for (const p of pieces(scene))
    add(p.name, { kind: 'piece', name: p.name, title: p.title, structure: p.structure, floor: p.floor });
  for (const s of scene.structures) add(s.name, { kind: 'structure', name: s.name, title: s.title, structure: s.name });
  for (const s of scene.structures)
    for (const f of s.floors)
      for (const w of [`${s.name}/${f.name}`, ...f.places])
        add(w, { kind: 'floor', name: `${s.name}/${f.name}`, title: f.title, structure: s.name, floor: f.name });
  for (const o of scene.openings) add(o.name, { kind: 'opening', name: o.name, title: o.title });
  for (const a of scene.areas) add(a.name, { kind: 'area', name: a.name, title: a.title });
  indexes.set(scene, by);
  return by;
}

/** titleOf returns the players' name of a thing. */
export const titleOf = (scene, name) =>
  things(scene).get(name)?.title || name.replaceAll('-', ' ').replaceAll('/', ' ');

const none = () => ({
  pieces: new Set(),
  structures: new Set(),
  floors: new Set(),
  areas: new Set(),
  openings: new Set(),
});

/** marked sorts things of the scene by kind. The structures of floors are included. */
export function marked(list) {
  const found = none();
  for (const t of list) {
    found[t.kind + 's'].add(t.name);
    if (t.kind === 'floor') found.structures.add(t.structure);
  }
  return found;
}

/** named finds the things that a line names: pieces, structures, floors, areas and openings. */
export function named(line, scene) {
  const by = things(scene),
    found = words(line)
      .slice(1)
      .map(w => by.get(w))
      .filter(Boolean),
    marks = marked(found);
  // The structure of a named piece is marked too.
  for (const t of found)
    if (t.kind === 'piece' && t.structure) {
      marks.structures.add(t.structure);
      marks.floors.add(`${t.structure}/${t.floor}`);
    }
  for (const o of scene.openings) if (words(line).some(w => o.name.endsWith('/' + w))) marks.openings.add(o.name);
  for (const a of scene.areas) if (words(line).includes(a.name)) marks.areas.add(a.name);
  return marks;
}

/**
 * aimedOf returns what the map shows of an action: who acts, who helps, on what, and the tag with its chance or
 * null.
 */
export function aimedOf(action, scene, tag) {
  const by = things(scene),
    on = targets(action)
      .map(n => by.get(n))
      .filter(Boolean);
  return {
    line: action.line,
    leader: leader(action),
    helpers: [...read(action).slots.values()]
      .filter(s => !s.name.startsWith('target'))
      .flatMap(s => s.names)
      .filter(n => n !== leader(action) && by.get(n)?.kind === 'piece'),
    things: on,
    keys: on
      .flatMap(t => [`${t.kind}:${t.name}`, t.kind === 'floor' ? `structure:${t.structure}` : null])
      .filter(Boolean),
    tag,
  };
}

/** unseen reports whether pieces may be hidden from the one who looks. */
export const unseen = state => Boolean(state.secret && state.you.role !== 'table');

/** nobody says that a place is empty, as far as a player knows. */
export const nobody = secret => (secret ? 'nobody seen' : 'nobody');

/** storeyName returns a storey in words, by its number: 0 is the ground floor. */
export function storeyName(level) {
  return (
    { '-1': 'Cellar', 0: 'Ground floor', 1: 'First floor', 2: 'Second floor', 3: 'Third floor', 4: 'Fourth floor' }[
      level
    ] || `Storey ${level}`
  );
}

/** levelName returns a floor in words, without its structure. */
export function levelName(floor) {
  const level = /\((-?\d+)\)$/.exec(floor.name)?.[1] ?? (/^-?\d+$/.test(floor.name) ? floor.name : null);
  if (level !== null) return storeyName(Number(level));
  return (
    { ground: 'Ground floor', cellar: 'Cellar', roof: 'Roof', rubble: 'Rubble' }[floor.name] ||
    capital(floor.name.replaceAll('-', ' '))
  );
}
