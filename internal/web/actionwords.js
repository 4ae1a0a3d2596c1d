// Actions as sentences: the acting piece, the target, and the other replaceable words.

const kept = new WeakMap();

/**
 * read splits an action into its slots by name, in the order of the sentence. A slot is the
 * actor, the target, or the words after certain others, such as "with" or "by".
 */
export function read(action) {
  if (kept.has(action)) return kept.get(action);
  const parts = action.says.parts,
    slots = new Map();
  parts.forEach((p, i) => {
    if (!p.role) return;
    const before = i && !parts[i - 1].role ? parts[i - 1].text : '',
      after = i + 2 === parts.length && !parts[i + 1].role ? parts[i + 1].text : '';
    let name = p.role === 'other' ? before.replace(/[^a-z ]/gi, '').trim() || 'how' : p.role;
    while (slots.has(name)) name += '+';
    slots.set(name, {
      name,
      at: i,
      text: p.text,
      names: p.names,
      key: [...p.names].sort().join(),
      whole: `${before.replace(/^[\s,]+/, '')}${p.text}${after}`.trim(),
    });
  });
  const got = {
    slots,
    leader: slots.get('actor')?.names[0] ?? null,
    target: [...slots.values()]
      .filter(s => s.name.startsWith('target'))
      .map(s => s.key)
      .join(';'),
  };
  kept.set(action, got);
  return got;
}

/** leader is the piece that leads an action, or null. */
export const leader = action => read(action).leader;

/** takes reports whether a piece is among the acting ones. */
export const takes = (action, piece) => Boolean(read(action).slots.get('actor')?.names.includes(piece));

/** targets returns the names of an action's targets. */
export const targets = action =>
  [...read(action).slots.values()].filter(s => s.name.startsWith('target')).flatMap(s => s.names);

// distance counts the slots in which two actions differ, other than the slot skipped.
function distance(a, b, skipped) {
  let n = 0;
  for (const name of new Set([...a.slots.keys(), ...b.slots.keys()]))
    if (name !== skipped && a.slots.get(name)?.key !== b.slots.get(name)?.key) n++;
  return n;
}

/** choices returns the alternatives for a slot of an action: for each the nearest action. */
export function choices(pool, now, slot) {
  const mine = read(now),
    out = new Map();
  for (const a of pool) {
    if (a.type !== now.type) continue;
    const other = read(a);
    if (
      (slot !== 'actor' && other.leader !== mine.leader) ||
      (!slot.startsWith('target') && other.target !== mine.target)
    )
      continue;
    const part = other.slots.get(slot),
      key = part?.key ?? '',
      far = distance(mine, other, slot);
    if (!out.has(key) || out.get(key).far > far) out.set(key, { key, part, action: a, far });
  }
  return out;
}

/** extras returns the slots that similar actions have, and this one has not. */
export function extras(pool, now) {
  const mine = read(now),
    out = new Set();
  for (const a of pool) {
    const other = read(a);
    if (a.type === now.type && other.leader === mine.leader && other.target === mine.target)
      for (const s of other.slots.keys()) if (!mine.slots.has(s)) out.add(s);
  }
  return [...out];
}

/**
 * members returns the pieces that may share a slot, each with the action in which it joins or
 * leaves.
 */
export function members(of, now, slot) {
  const all = [...of.values()].filter(c => c.part),
    have = new Set(read(now).slots.get(slot)?.names || []);
  if (!all.some(c => c.part.names.length > 1)) return null;
  const names = new Map();
  for (const c of all) if (c.part.names.length === 1) names.set(c.part.names[0], c.part.text);
  for (const c of all) for (const n of c.part.names) if (!names.has(n)) names.set(n, n.replaceAll('-', ' '));
  return [...names].map(([name, text]) => {
    const set = new Set(have);
    if (!set.delete(name)) set.add(name);
    return { name, text, on: have.has(name), action: of.get([...set].sort().join())?.action || null };
  });
}

/** others returns other actions of the same piece on the same target: the plainest of each action type. */
export function others(pool, now) {
  const mine = read(now),
    out = new Map();
  if (!mine.target) return [];
  for (const a of pool) {
    const x = read(a);
    if (a.type === now.type || x.leader !== mine.leader || x.target !== mine.target) continue;
    if (!out.has(a.type) || a.line.split(/[\s,]/).length < out.get(a.type).line.split(/[\s,]/).length)
      out.set(a.type, a);
  }
  return [...out.values()];
}

/** plainest lists the plainest action for each action type and target. */
export function plainest(actions) {
  const out = new Map();
  for (const a of actions) {
    const key = `${a.type} ${read(a).target}`,
      old = out.get(key);
    if (!old || a.line.split(/[\s,]/).length < old.line.split(/[\s,]/).length) out.set(key, a);
  }
  return [...out.values()];
}
