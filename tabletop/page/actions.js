// What may be done: grouped as the book groups it, with odds; and what may not
// be done, with why. Choosing an action shows it before it is played.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/preact-htm.js';
import { html, Trouble, useLoad } from './shell.js';
import { book } from './api.js';
import { cite } from './clause.js';
import { Brief, Chances, useChances, useSeen } from './chances.js';
import { named as found, names as named, words } from './naming.js';
import { counted, plain } from './number.js';

const shownAtFirst = 40;

let byKey = false; // the last thing that was done was done by a key
addEventListener('keydown', () => { byKey = true; }, true);
addEventListener('pointerdown', () => { byKey = false; }, true);

/** base cuts off who supports an action: "fire a at b normal with c,d". */
export function base(line) {
  const at = line.lastIndexOf(' with ');
  return at < 0 ? [line, []] : [line.slice(0, at), line.slice(at + 6).split(',')];
}

/** grammar reads a rulebook's verbs: which begin with a piece, which take supporters, and which have events to tell the chances of. */
export function grammar(verbs) {
  return new Map(verbs.map(v => [v.name, { leads: /^(UNIT|PIECE|TEAM)$/.test(v.form.split(' ')[1] || ''), supported: /\[with [A-Z]+,/.test(v.form), eventful: v.events.length > 0 }]));
}

/** useActions asks for what a piece may do, or for everything where piece is "". null asks for nothing. */
export function useActions(match, piece) {
  const { position, sequence } = match.state;
  return useLoad(signal => match.state.over || piece === null ? Promise.resolve(null) : match.get(`actions${piece ? `?piece=${encodeURIComponent(piece)}` : ''}`, signal).then(list => ({ ...list, at: position })), [position, sequence, piece]);
}

// bundle puts actions that differ in their supporters only into one row.
function bundle(actions, verbs) {
  const rows = new Map();
  for (const a of actions) {
    const [head, helpers] = verbs.get(a.verb)?.supported ? base(a.line) : [a.line, []];
    const key = head + (a.allowed ? '' : ' !');
    if (!rows.has(key)) rows.set(key, { head, first: a, lines: new Map(), helpers: new Set() });
    const row = rows.get(key);
    row.lines.set([...helpers].sort().join(), a);
    helpers.forEach(x => row.helpers.add(x));
  }
  return [...rows.values()];
}

/** Actions is the panel. aim narrows the list to what names a thing of the scene; children stand between its head and the list. */
export function Actions({ match, scene, piece, aim, chosen, onChoose, onPick, onDrop, onClearAim, children }) {
  const own = useActions(match, piece || null), all = useActions(match, '');
  const { value, error } = piece ? own : all, loading = own.loading || all.loading;
  const verbs = useLoad(() => book(match.state.ruleset).then(b => grammar(b.verbs)), [match.state.ruleset]).value;
  const lists = useMemo(() => sorted(verbs && value, piece, aim, verbs, scene), [value, piece, aim, verbs, scene]);
  const general = useMemo(() => piece ? without(verbs && all.value, verbs, scene, lists.act) : [], [all.value, piece, verbs, scene, lists]);
  const box = useRef(null);
  // Whoever plays by keyboard goes on before the list: what he pressed is gone, and pressing it again must do nothing.
  useEffect(() => { if (value && byKey && document.activeElement === document.body) box.current?.querySelector('.actions-head')?.focus({ preventScroll: true }); }, [value]);
  // A piece that has acted, and can do nothing more, is not chosen any longer. One that was chosen afterwards stays, to be looked at.
  const { position } = match.state, since = useRef(null);
  if (since.current?.piece !== piece) since.current = { piece, position };
  const idle = Boolean(piece && verbs && own.value && !loading && own.value.at === position && !aim && !lists.act.length && !lists.takesPart);
  useLayoutEffect(() => { if (idle && since.current.position !== position) onDrop(); }, [idle, position]);
  if (match.state.over) return null;
  return html`<div ref=${box} class=${`actions${value && value.at !== match.state.position ? ' stale' : ''}`} aria-busy=${loading ? 'true' : 'false'}>
    ${error && html`<${Trouble} error=${error} cite=${cite} />`}
    <${Head} match=${match} piece=${piece} general=${lists.act.length > 0} onPick=${onPick} />
    ${children}
    ${aim && html`<p class="aim">only against <b>${plain(aim.name)}</b> <button class="quiet" onClick=${onClearAim}>show all</button></p>`}
    ${idle && html`<p class="soft">This piece has nothing to do now.</p>`}
    ${lists.act.map(g => html`<${Group} key=${g.name} match=${match} verbs=${verbs} fresh=${value.at === match.state.position} group=${g} chosen=${chosen} onChoose=${onChoose} />`)}
    ${general.map(g => html`<${Group} key=${'without ' + g.name} match=${match} verbs=${verbs} fresh=${all.value.at === position} group=${g} chosen=${chosen} onChoose=${onChoose} />`)}
    ${value && !piece && lists.able.length > 0 && html`<${Able} list=${lists.able} onPick=${onPick} />`}
    ${lists.takesPart > 0 && html`<p class="soft small">${plain(piece)} can also support or suffer ${counted(lists.takesPart, 'actions')} of others: choose the one who leads.</p>`}
    ${lists.refused.length > 0 && html`<details class="refused"><summary>Not allowed now (${lists.refused.length})</summary><ul>${lists.refused.slice(0, 60).map(a => html`<li><span class="line">${a.line}</span><ul>${a.why.map(w => html`<li>${w.text} ${cite(w.clause)}</li>`)}</ul></li>`)}</ul></details>`}
    ${value && lists.act.length === 0 && lists.able.length === 0 && (aim || !piece) && html`<p class="soft">${aim ? 'Nothing allowed names it.' : 'There is nothing to do now.'}</p>`}
    ${value?.truncated && html`<p class="soft small">There are more: choose a piece.</p>`}
  </div>`;
}

// Head says who chooses and what: nothing yet, or the piece that is chosen.
function Head({ match, piece, general, onPick }) {
  const { sides, turn } = match.state;
  if (piece) return html`<p class="actions-head" tabindex="-1"><b>${plain(piece)}</b> <button class="quiet" onClick=${() => onPick(null)}>choose another</button></p>`;
  if (!match.yours()) return html`<p class="actions-head" tabindex="-1">It is for <b>${turn}</b> to act.${match.state.you.role === 'seat' ? html` You are <b>${match.state.you.side}</b>: you` : ' You'} may look what could be done.</p>`;
  return html`<p class="actions-head" tabindex="-1"><span><b class=${`of-side side-${sides.indexOf(turn)}`}>${turn}</b>: choose a piece${general && ', or one of these'}</span></p>`;
}

// sorted divides the answer: what the piece itself does, what others do with
// it, what is refused, and, without a piece, who can act at all.
function sorted(value, piece, aim, verbs, scene) {
  const out = { act: [], able: [], refused: [], takesPart: 0 };
  const able = new Map();
  for (const g of value?.groups || []) {
    const act = [];
    for (const a of g.actions) {
      const who = verbs.get(a.verb)?.leads ? words(a.line)[1] : null;
      if (aim && !named(a.line, aim, scene)) continue;
      if (!piece && who) { if (a.allowed) able.set(who, (able.get(who) || 0) + 1); continue; }
      if (piece && who && who !== piece) { if (a.allowed) out.takesPart++; if (!startsWith(a.line, piece)) continue; }
      if (a.allowed) act.push(a); else out.refused.push(a);
    }
    if (act.length) out.act.push({ name: g.name, rows: bundle(act, verbs) });
  }
  out.able = [...able].map(([name, count]) => ({ name, count }));
  return out;
}

// without lists the actions that no piece leads and none is named in, other than those that are listed already.
function without(value, verbs, scene, listed) {
  const there = new Set(listed.flatMap(g => g.rows.map(r => r.head)));
  return (value?.groups || []).map(g => {
    const act = g.actions.filter(a => a.allowed && !verbs.get(a.verb)?.leads && !there.has(a.line) && found(a.line, scene).pieces.size === 0);
    return { name: g.name, rows: bundle(act, verbs) };
  }).filter(g => g.rows.length);
}

// An assault names the place first and those who take part after "by".
const startsWith = (line, piece) => { const w = words(line), by = w.indexOf('by'); return by > 0 && w.slice(by + 1).includes(piece); };

function Able({ list, onPick }) {
  return html`<div class="able"><h3>Can act</h3><div class="row">${list.map(a => html`<button onClick=${() => onPick({ kind: 'piece', name: a.name })}>${plain(a.name)} <small class="soft">${a.count} ${a.count === 1 ? 'action' : 'actions'}</small></button>`)}</div></div>`;
}

function Group({ match, group, verbs, fresh, chosen, onChoose }) {
  const [more, setMore] = useState(false);
  const rows = more ? group.rows : group.rows.slice(0, shownAtFirst);
  return html`<section class="group"><h3>${group.name || 'Actions'}</h3><ul>${rows.map(r => html`<${Row} key=${r.head} match=${match} eventful=${verbs.get(r.first.verb)?.eventful} fresh=${fresh} row=${r} chosen=${chosen} onChoose=${onChoose} />`)}</ul>
    ${group.rows.length > rows.length && html`<button onClick=${() => setMore(true)}>Show ${group.rows.length - rows.length} more</button>`}</section>`;
}

function Row({ match, row, eventful, fresh, chosen, onChoose }) {
  const [at, seen] = useSeen();
  const [helpers, setHelpers] = useState(new Set());
  const action = row.lines.get([...helpers].sort().join());
  const fallback = row.lines.get('') || row.first;
  const line = (action || fallback).line;
  const { value, error } = useChances(match, line, eventful && seen && fresh);
  const toggle = name => {
    const now = new Set(helpers);
    if (now.has(name)) now.delete(name); else now.add(name);
    setHelpers(now);
    const next = row.lines.get([...now].sort().join());
    if (next && chosen && [...row.lines.values()].some(a => a.line === chosen)) onChoose(next.line);
  };
  const is = [...row.lines.values()].some(a => a.line === chosen);
  const free = row.lines.has('') && row.helpers.size > 0;
  return html`<li ref=${at} class=${is ? 'chosen' : ''}>
    <button class="act" aria-pressed=${is ? 'true' : 'false'} title=${row.first.gist} onClick=${() => onChoose(line)}><span class="line">${free ? row.head : line}</span>${eventful && html`<${Brief} chances=${value} error=${error} />`}</button>
    ${free && html`<div class="supporters" role="group" aria-label="Supported by"><span class="soft small">with</span>${[...row.helpers].map(x => {
      const tried = new Set(helpers);
      if (tried.has(x)) tried.delete(x); else tried.add(x);
      return html`<button aria-pressed=${helpers.has(x) ? 'true' : 'false'} disabled=${!row.lines.has([...tried].sort().join())} onClick=${() => toggle(x)}>${plain(x)}</button>`;
    })}</div>`}
  </li>`;
}

/** Preview shows an action before it is played, or why it was refused. */
export function Preview({ match, line, refused, onDo, onClose }) {
  const box = useRef(null);
  const { error } = useChances(match, line, true);
  const why = error && !error.estimate ? error : refused;
  useEffect(() => { box.current.scrollIntoView({ block: 'nearest' }); }, [line]);
  const mine = match.yours();
  return html`<section class="preview" ref=${box} aria-label="The action before it is played">
    <p class="line">${line}</p>
    <div class="row">
      <button class="main" disabled=${!mine || match.busy || Boolean(why)} onClick=${onDo}>${match.busy ? 'Playing …' : 'Do it'} <kbd>⏎</kbd></button>
      <button onClick=${onClose}>Leave it <kbd>Esc</kbd></button>
      ${!mine && html`<span class="soft small">It is not your turn.</span>`}
    </div>
    ${why ? html`<${Trouble} error=${why} cite=${cite} />` : html`<${Chances} match=${match} line=${line} />`}
  </section>`;
}
