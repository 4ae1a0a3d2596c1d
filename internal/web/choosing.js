// The selection on the map: a piece, its action, an opened structure. A tap is understood by what
// can be done at that moment.
import { useLayoutEffect, useMemo, useRef, useState } from './vendor/preact-htm.js';
import { useLoad } from './shell.js';
import { choices, leader, members, others, plainest, read, takes, targets } from './actionwords.js';
import { pieces, things, words } from './naming.js';

/**
 * useOffers fetches the possible actions: of all pieces and of one piece, and the chances at its
 * targets.
 */
export function useOffers(match, piece) {
  const { position, sequence } = match.state,
    over = Boolean(match.state.over);
  // A late answer names what it was asked for, because another piece may be selected by then.
  const ask = (path, on) =>
    useLoad(
      signal =>
        over || !on
          ? Promise.resolve(null)
          : match.later(path, signal).then(list => list && { ...list, at: position, of: on }),
      [position, sequence, on && path],
    );
  const all = ask('actions', true),
    own = ask(`actions?piece=${encodeURIComponent(piece || '')}`, piece),
    tags = ask(`tags?piece=${encodeURIComponent(piece || '')}&position=${position}`, piece);
  const flat = list => (list?.groups || []).flatMap(g => g.actions.map(a => ({ ...a, group: g.name })));
  const everything = useMemo(() => flat(all.value), [all.value]),
    ownAll = useMemo(() => flat(own.value?.of === piece ? own.value : null), [own.value, piece]);
  // Until the actions of the new position are known, the piece that has acted is not offered again.
  const last = all.value?.at !== position && everything.find(a => a.line === match.played),
    acted = last ? leader(last) : null;
  return useMemo(() => {
    const now = got => got.value?.at === position && got.value.of === piece;
    const fresh = all.value?.at === position && (!piece || now(own));
    const able = new Map(),
      loose = [];
    for (const a of everything) {
      if (!a.allowed) continue;
      const who = leader(a);
      if (who && who === acted) continue;
      if (who) able.set(who, (able.get(who) || 0) + 1);
      else loose.push(a);
    }
    const mine = piece && piece !== acted ? ownAll.filter(a => a.allowed && takes(a, piece)) : [];
    const chance = new Map(((now(tags) && tags.value.tags) || []).map(t => [t.line, t]));
    return {
      fresh,
      busy: Boolean(all.loading || own.loading),
      error: own.error || all.error,
      groups: all.value?.groups || [],
      able,
      loose,
      chance,
      mine,
      own: piece ? ownAll.filter(a => takes(a, piece)) : [],
      pool: [
        ...new Map(
          [...everything.filter(a => a.allowed), ...ownAll.filter(a => a.allowed)].map(a => [a.line, a]),
        ).values(),
      ],
      refused: piece ? ownAll.filter(a => !a.allowed && takes(a, piece)) : [],
      part: piece ? ownAll.filter(a => a.allowed && !takes(a, piece)).length : 0,
      ways: plainer(mine, chance),
      no: (now(tags) && tags.value.no) || [],
      tagged: now(tags),
    };
  }, [everything, ownAll, tags.value, all.loading, own.loading, own.error, all.error, piece, position, acted]);
}

// ordersOf returns the groups of a piece's actions, in the ruleset's order.
const ordersOf = offers => [...new Set(offers.mine.map(a => a.group))];

// plainer lists the ordinary ways to act, those with computed odds first.
function plainer(mine, chance) {
  const told = mine.filter(a => chance.has(a.line)),
    have = new Set(told.map(a => `${a.type} ${read(a).target}`));
  return [...told, ...plainest(mine.filter(a => !have.has(`${a.type} ${read(a).target}`)))].map(a => ({
    ...a,
    tag: chance.get(a.line),
  }));
}

/**
 * litOf returns the things of the scene that a piece can act on, by kind and name, each with the
 * actions.
 */
export function litOf(ways, scene) {
  const by = things(scene),
    lit = new Map(),
    put = (thing, way) => {
      const key = `${thing.kind}:${thing.name}`;
      if (!lit.has(key)) lit.set(key, { thing, ways: [] });
      lit.get(key).ways.push(way);
    };
  for (const way of ways) for (const name of targets(way)) if (by.has(name)) put(by.get(name), way);
  for (const x of lit.values()) x.ways.sort((a, b) => worth(b) - worth(a));
  return lit;
}

// worth sorts attacks before moves.
const worth = way => (way.tag?.zones || way.tag?.error ? 1 + (way.tag.p || 0) : 0);

// waysAt returns the ways to act on a thing; for a structure also on its floors and the pieces
// inside.
function waysAt(lit, thing, scene) {
  const at = key => lit.get(key)?.ways || [],
    own = at(`${thing.kind}:${thing.name}`);
  if (own.length) return own;
  const s = scene.structures.find(
    x => x.name === (thing.kind === 'structure' ? thing.name : thing.kind === 'floor' ? thing.structure : null),
  );
  if (!s) return thing.kind === 'area' ? at(`structure:${thing.name}`) : [];
  const floors = thing.kind === 'floor' ? s.floors.filter(f => `${s.name}/${f.name}` === thing.name) : s.floors;
  if (thing.kind === 'floor') {
    const whole = at(`structure:${s.name}`);
    if (whole.length && floors[0] === s.floors[0]) return whole;
  }
  for (const f of floors) {
    const w = at(`floor:${s.name}/${f.name}`);
    if (w.length) return w;
  }
  const inside = floors
    .flatMap(f => f.pieces)
    .map(p => at(`piece:${p.name}`))
    .filter(w => w.length);
  return inside.length === 1 ? inside[0] : [];
}

// useHere keeps a value that is valid for one position only.
function useHere(match) {
  const [kept, keep] = useState(null),
    { position } = match.state;
  return [kept?.position === position ? kept.value : null, value => keep({ value, position: match.state.position })];
}

/**
 * useChoosing keeps the selection and interprets taps. Effects that change the selection run before anything else can
 * happen, because a later one would undo a tap that came in between.
 */
export function useChoosing(match, live) {
  const { position, scene } = match.state;
  const [piece, setPiece] = useState(null),
    [house, setHouse] = useState(null),
    [near, setNear] = useHere(match),
    [told, setTold] = useHere(match),
    [late, setLate] = useHere(match), // a tap that waits for what the selected piece can do
    [opening, setOpening] = useState(null); // whose field of fire is shown
  // A selected action is valid for its position only. null means that the player has cancelled
  // one.
  const [meant, setMeant] = useState(null);
  const setLine = to => {
    if (match.error) match.clear();
    setTold(null);
    setNear(null);
    setLate(null);
    setMeant({ line: to, position: match.state.position });
  };
  const offers = useOffers(match, piece),
    since = useRef({});
  // The selected order of the piece, if orders come first: one of the groups of its actions.
  const [given, setGiven] = useHere(match);
  const orders = useMemo(() => ordersOf(offers), [offers]),
    order = given?.piece === piece && orders.includes(given.group) ? given.group : null,
    first = order ?? offers.ways.find(w => worth(w) > 1)?.group ?? orders[0];
  const ways = useMemo(() => (order ? offers.ways.filter(w => w.group === order) : offers.ways), [offers.ways, order]);
  const lit = useMemo(() => (scene ? litOf(ways, scene) : new Map()), [ways, scene]);
  const reset = () => {
    setLine(null);
    setMeant(null); // the only possible action may be shown again
    setHouse(null);
  };
  useLayoutEffect(() => {
    if (scene && !pieces(scene).some(p => p.name === piece) && !offers.able.has(piece))
      setPiece(is => (is === piece ? null : is));
  }, [position]);
  if (since.current.piece !== piece) since.current = { piece, position };
  // A piece that can do nothing more is deselected. If only one piece can act, it is selected.
  const idle = Boolean(piece && offers.fresh && !offers.busy && !offers.mine.length);
  useLayoutEffect(() => {
    if (idle && since.current.position !== position) setPiece(is => (is === piece ? null : is));
  }, [idle, position]);
  const only =
    live && !piece && offers.fresh && !offers.busy && offers.able.size === 1 && !offers.loose.length
      ? [...offers.able.keys()][0]
      : null;
  const [left, setLeft] = useState(null), // the position at which the player deselected everything
    unasked = useRef(null); // the piece that was selected without a tap: the first tap on it may be on its way
  useLayoutEffect(() => {
    if (!only || left === position || !match.yours()) return;
    unasked.current = only;
    setPiece(is => is ?? only);
  }, [only, position]);
  // The only possible action is shown at once.
  const forced =
    live && offers.fresh && left !== position && match.yours()
      ? !piece && !offers.able.size && offers.loose.length === 1
        ? offers.loose[0].line
        : piece && offers.able.size === 1 && !offers.loose.length && offers.mine.length === 1
          ? offers.mine[0].line
          : null
      : null;
  const line = meant?.position === position ? meant.line : forced;

  const choose = name => {
    setOpening(null);
    setLeft(name ? null : position);
    unasked.current = null;
    setPiece(name);
    reset();
  };
  const act = ways => setLine(ways[0].line);
  const tap = thing => {
    setNear(null);
    setTold(null);
    setLate(null);
    setOpening(null);
    if (!thing) {
      choose(null);
      return;
    }
    const own = thing.kind === 'piece' && (thing.name === piece || offers.able.has(thing.name));
    if (piece && !own && !offers.fresh && !offers.error) {
      setLate(thing);
      return;
    }
    const s = scene.structures.find(x => x.name === (thing.kind === 'structure' ? thing.name : thing.structure)),
      opens = s && (s.floors.length > 1 || s.floors.some(f => f.pieces.length > 1));
    const ways = piece ? waysAt(lit, thing, scene) : [];
    const now = line && offers.pool.find(a => a.line === line);
    if (now && ways.some(w => read(w).target === read(now).target)) {
      setLine(null);
      return;
    } // the same again cancels it
    if (now && thing.kind === 'piece') {
      const joined = joins(offers.pool, now, thing.name);
      if (joined) {
        setLine(joined.line);
        return;
      }
    }
    if (thing.kind === 'structure' && opens) setHouse(house === thing.name && !ways.length ? null : thing.name);
    if (thing.kind === 'piece' && thing.name === piece) {
      if (unasked.current === piece) unasked.current = null;
      else choose(null);
      return;
    }
    if (ways.length && !(thing.kind === 'piece' && offers.able.has(thing.name) && worth(ways[0]) === 0)) {
      act(ways);
      return;
    }
    if (thing.kind === 'piece' && (!piece || offers.able.has(thing.name) || !offers.mine.length)) {
      choose(thing.name);
      return;
    }
    const by = piece
      ? []
      : offers.loose.filter(
          a => targets(a).includes(thing.name) || (thing.kind === 'piece' && words(a.line).includes(thing.name)),
        );
    if (by.length) {
      act(by);
      return;
    }
    if (thing.kind === 'opening') setOpening(opening === thing.name ? null : thing.name);
    if (piece) {
      setLine(null);
      setTold({
        thing,
        why: offers.refused.filter(a =>
          targets(a).some(n => n === thing.name || things(scene).get(n)?.name === thing.name),
        ),
      });
    }
  };
  useLayoutEffect(() => {
    if (late && (offers.fresh || offers.error)) tap(late);
  }, [late, offers.fresh, offers.error]);
  // The parts below the targets wait for them, so that the layout does not jump.
  const settled = offers.fresh && offers.tagged;
  // An order with only one possible action selects that action.
  const setOrder = group => {
    const list = offers.ways.filter(w => w.group === group);
    setGiven({ group, piece });
    setLine(list.length === 1 ? list[0].line : null);
  };
  return {
    settled,
    ways,
    orders,
    order: first,
    setOrder,
    piece,
    house,
    near,
    told,
    late,
    opening,
    line,
    forced,
    offers,
    lit,
    idle,
    tap,
    choose,
    setLine,
    setHouse,
    setNear,
    setTold,
    setOpening,
  };
}

// joins returns the action in which a piece joins or leaves the supporting pieces.
function joins(pool, now, name) {
  for (const slot of read(now).slots.keys())
    if (!slot.startsWith('target')) {
      const m = members(choices(pool, now, slot), now, slot)?.find(x => x.name === name);
      if (m?.action && m.name !== leader(now)) return m.action;
    }
  for (const a of pool) {
    const x = read(a),
      y = read(now);
    if (
      a.type === now.type &&
      x.leader === y.leader &&
      x.target === y.target &&
      x.slots.size === y.slots.size + 1 &&
      [...x.slots.values()].some(s => !y.slots.has(s.name) && s.names.length === 1 && s.names[0] === name)
    )
      return a;
  }
  return null;
}

/** alternatives returns other actions of the selected piece on an action's target. */
export const alternatives = (offers, now) =>
  others(offers.pool, now).map(a => ({ ...a, tag: offers.chance.get(a.line) }));
