// What the words of an action name on the scene.

const ordinals = { ground: '0', first: '1', second: '2', third: '3', fourth: '4', fifth: '5' };

/** pieces lists all pieces of a scene with where they stand. */
export function pieces(scene) {
  const all = scene.pieces.map(p => ({ ...p, structure: null, floor: null }));
  for (const s of scene.structures) {
    for (const f of s.floors) all.push(...f.pieces.map(p => ({ ...p, structure: s.name, floor: f.name })));
  }
  return all;
}

/** words splits a line as actions are written. */
export const words = line => line.split(/[\s,]+/).filter(Boolean);

const floorIs = (floor, name) => {
  const f = floor.name.toLowerCase(), n = name.toLowerCase();
  return f === n || f === ordinals[n] || n === ordinals[f] || f.startsWith(n + ' (');
};

/** named finds what a line names: pieces, structures, floors, areas and openings. */
export function named(line, scene) {
  const found = { pieces: new Set(), structures: new Set(), floors: new Set(), areas: new Set(), openings: new Set() };
  const all = pieces(scene);
  for (const w of words(line).slice(1)) {
    for (const p of all) if (p.name === w) found.pieces.add(w);
    for (const a of scene.areas) if (a.name === w) found.areas.add(w);
    for (const o of scene.openings) if (o.name === w || o.name.endsWith('/' + w)) found.openings.add(o.name);
    for (const s of scene.structures) {
      if (s.name === w) found.structures.add(w);
      const [head, tail] = w.startsWith(s.name + '/') ? [s.name, w.slice(s.name.length + 1)] : ['', w];
      for (const f of s.floors) {
        if (!(head ? floorIs(f, tail) : f.places?.includes(w) || f.name.startsWith(w + ' ('))) continue;
        found.floors.add(s.name + '/' + f.name);
        found.structures.add(s.name);
      }
    }
    for (const p of all) if (p.where === w && p.structure) { found.structures.add(p.structure); found.floors.add(p.structure + '/' + p.floor); }
  }
  return found;
}

/** names reports whether a line names a thing of the scene. */
export function names(line, thing, scene) {
  if (thing.kind === 'piece') return words(line).includes(thing.name);
  const found = named(line, scene);
  if (thing.kind === 'floor') return found.floors.has(thing.name);
  return found[thing.kind + 's'].has(thing.name);
}

/** letters are the marks of the two sides: their first letters, or A and B where these are alike. */
export function letters(sides) {
  const [a, b] = sides.map(s => (s[0] || '?').toUpperCase());
  return a === b ? ['A', 'B'] : [a, b];
}

/** storeyName is a storey in words, by its number: 0 is the ground floor. */
export function storeyName(level) {
  return { '-1': 'Cellar', 0: 'Ground floor', 1: 'First floor', 2: 'Second floor', 3: 'Third floor', 4: 'Fourth floor' }[level] || `Storey ${level}`;
}
