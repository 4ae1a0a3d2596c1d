// The action panel: the action about to be played, as a sentence with its odds; before that the actions
// of the selected piece, and before that the pieces that can act.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, Trouble } from './shell.js';
import { cite } from './clause.js';
import { alternatives } from './choosing.js';
import { leader, read, targets } from './actionwords.js';
import { Chances, certain, useChances } from './chances.js';
import { Chip, whereabouts } from './counter.js';
import { Sentence } from './actionsentence.js';
import { Zones } from './zones.js';
import { pieces, things } from './naming.js';
import { short } from './number.js';
import { Warning } from './advice.js';
import { capital } from './labels.js';

/** sideIn returns a function from the name of a piece to its side, or -1. */
export const sideIn = scene => {
  const by = new Map(pieces(scene).map(p => [p.name, p.side]));
  return name => by.get(name) ?? -1;
};

/**
 * playLabel returns the label of the button that plays the action: with its dice if known, else the
 * sentence.
 */
function playLabel(now, dice, test) {
  const first = now?.says.parts[0]?.text.trim() || '',
    word = capital(now?.type || '').replaceAll('-', ' ');
  if (dice && test) return `${capital(test)}: ${dice} ${dice === 1 ? 'die' : 'dice'}`;
  if (dice)
    return /^(Fire|Shoot|Shell|Bombard)\b/.test(first)
      ? `Fire ${dice} ${dice === 1 ? 'die' : 'dice'}`
      : `${/\s|^(Go|Have|Let|Put|Set)$/.test(first) ? word : first}: ${dice} ${dice === 1 ? 'die' : 'dice'}`;
  const text = now?.says.text || 'Do it';
  return text.length <= 36 ? text : word;
}

/** AimSlip shows an action before it is played, or why it is illegal. */
export function AimSlip({ match, line, choice, scene, refused, act, warning }) {
  const { offers } = choice,
    box = useRef(null);
  const { value, error } = useChances(match, line, true);
  const now = offers.pool.find(a => a.line === line) || (value && { line, says: value.says, type: line.split(' ')[0] });
  const why = error && !error.estimate ? error : refused,
    mine = match.yours(),
    { state } = match;
  useEffect(() => {
    box.current.closest('.slip')?.scrollTo?.(0, 0);
    box.current.closest('.rail')?.scrollTo?.(0, 0);
  }, [line]);
  const seat = state.seats.find(s => s.side === state.turn),
    sure = certain(value),
    rolls = value && !sure && (value.dice > 0 || value.zones),
    own = mine && rolls && seat?.dice === 'program' && seat.tray === 0;
  const byHand = async () => {
    if ((await match.setDice(state.turn, { dice: 'typed' })) && seat.types) act();
  };
  const hand = !own
    ? ''
    : seat.types
      ? 'Roll my own dice'
      : `${seat.wants ? 'Asked' : 'Ask'} ${state.sides.find(s => s !== state.turn)} for my own dice`;
  return html`<section class=${`preview${sure ? ' certain' : ''}`} ref=${box}
    aria-label="The action before it is played">
    ${
      now
        ? html`<${ActionTypes} now=${now} offers=${offers} choice=${choice} />
      <${Sentence} now=${now} pool=${offers.pool} chance=${offers.chance} sideOf=${sideIn(scene)}
        onChoose=${choice.setLine} />`
        : html`<div class="sentence"><p class="line" data-line=${line}>${line}</p></div>`
    }
    ${why ? html`<${Trouble} error=${why} cite=${cite} />` : html`<${Chances} match=${match} line=${line} />`}
    ${warning.says && html`<p class="small soft" role="status">No warnings yet. ${warning.says}</p>`}
    ${
      warning.shown
        ? html`<${Warning} warning=${warning} match=${match} onPlay=${() => act(true)} onBetter=${choice.setLine} />`
        : html`
    <div class="confirm">
      <button class="main" disabled=${!mine || match.busy || Boolean(why)} onClick=${() => act()}>
      ${match.busy ? 'One moment …' : playLabel(now, value?.dice, value?.test)} <kbd>⏎</kbd></button>
      ${
        own &&
        html`<button class="own-dice" disabled=${match.busy || seat.wants || Boolean(why)} title=${hand}
        onClick=${byHand}><i aria-hidden="true">⚄</i><span>${hand}</span></button>`
      }
      <button class="cancel" title="Cancel" onClick=${() => choice.setLine(null)}><i aria-hidden="true">✕</i>
        <span>Cancel</span> <kbd>Esc</kbd></button>
      ${!mine && html`<span class="soft small">It is not your turn.</span>`}
    </div>`
    }
  </section>`;
}

// useTop returns the reference of a sheet’s content. When the position changes, it scrolls the sheet back to its top.
function useTop(position) {
  const box = useRef(null);
  useEffect(() => box.current.closest('.slip')?.scrollTo?.(0, 0), [position]);
  return box;
}

// ActionTypes lists other actions on the same target, one of each action type.
function ActionTypes({ now, offers, choice }) {
  const list = alternatives(offers, now);
  if (!list.length) return null;
  const name = a => capital(a.type.replaceAll('-', ' '));
  return html`<div class="chips action-types" role="group" aria-label="What is done">
    <button aria-pressed="true">${name(now)}</button>${list.map(
      a => html`<button aria-pressed="false" data-line=${a.line} title=${a.says.text}
      onClick=${() => choice.setLine(a.line)}>${name(a)}${a.tag?.zones ? html` <b>${short(a.tag.p || 0)}</b>` : ''}
        </button>`,
    )}</div>`;
}

// Orders lists the orders of a piece as dice: the groups of its actions. Without order dice it shows
// nothing.
function Orders({ choice, dice }) {
  const { orders, order, offers } = choice,
    all = [...new Set([...offers.own.map(a => a.group), ...orders])],
    taken = new Set();
  if (orders.length < 2 || !dice) return null;
  const letter = name => {
    const l = [...name.toUpperCase()].find(c => /[A-Z]/.test(c) && !taken.has(c)) ?? '?';
    taken.add(l);
    return l;
  };
  return html`<div class="orders" role="group" aria-label="Its order">
    ${all.map(
      o => html`<button disabled=${!orders.includes(o)} aria-pressed=${o === order ? 'true' : 'false'}
      data-order=${o} onClick=${() => choice.setOrder(o)}><b aria-hidden="true">${letter(o)}</b><span>${o}</span>
        </button>`,
    )}</div>`;
}

/**
 * PieceSlip is the selected piece: its possible actions and targets, and the impossible ones with
 * reasons.
 */
export function PieceSlip({ match, choice, scene, children }) {
  const { piece, offers, told, order } = choice,
    box = useTop(match.state.position),
    [more, setMore] = useState(false);
  useEffect(() => setMore(false), [piece]);
  const it = pieces(scene).find(p => p.name === piece),
    by = things(scene),
    dice = scene.counts.some(c => c.dice);
  const likely = offers.ways
    .filter(w => (w.tag?.zones || w.tag?.error) && w.tag.p > 0)
    .sort((a, b) => onGround(a, by) - onGround(b, by) || (b.tag.p || 0) - (a.tag.p || 0));
  // With orders, the targets are those of the selected order. The best target of another order is
  // named.
  const ordered = w => !dice || choice.orders.length < 2 || w.group === order,
    aims = likely.filter(ordered),
    or = likely.find(w => !ordered(w) && targets(w).some(n => by.has(n))),
    rest = offers.ways.filter(w => !likely.includes(w) && ordered(w));
  const goes = rest.filter(w => targets(w).some(n => by.has(n))),
    plain = rest.filter(w => !goes.includes(w));
  const shown = more ? aims : aims.slice(0, 6);
  return html`<div class="choose" ref=${box}>
    <p class="actions-head" tabindex="-1">${it ? html`<${Chip} piece=${it} side=${it.side} scale=${0.8} />` : ''}
    <span class="who"><b>${it?.title || capital(piece.replaceAll('-', ' '))}
    </b> ${
      it &&
      html`<span class="soft small">${[
        it.symbol,
        it.strength > 0 ? `strength ${it.strength}` : '',
        ...it.markers,
        whereabouts(it, scene),
      ]
        .filter(Boolean)
        .join(' · ')}</span>`
    }</span>
        <button class="quiet let-go" aria-label="Choose another piece" title="Choose another piece"
          onClick=${() => choice.choose(null)}>✕</button></p>
    ${choice.late && html`<p class="soft" role="status">One moment …</p>`}
    ${told && html`<${Told} told=${told} title=${it?.title || piece} />`}
    <${Orders} choice=${choice} dice=${dice} />
    ${offers.mine.length > 0 && html`<p class="hint">${hint(aims, goes)}</p>`}
    ${
      choice.idle &&
      html`<p class="soft">This piece cannot act now${
        offers.part > 0 ? ', but actions of other pieces may involve it' : ''
      }.</p>`
    }
    <ul class=${`ways${choice.settled ? '' : ' waits'}`}>
    ${shown.map(
      w => html`<li key=${w.line}><button class="way" data-line=${w.line}
      onClick=${() => choice.setLine(w.line)}><span class="way-name">${capital(wayName(w, aims))}</span><b>
        ${w.tag.error ? '≈ ' : ''}${short(w.tag.p || 0)} <span class="soft">${w.tag.best}</span></b>
        <${Zones} zones=${w.tag.zones} bare=${true} /></button></li>`,
    )}</ul>
    ${
      aims.length > shown.length &&
      html`<button class="quiet" onClick=${() => setMore(true)}>
    ${aims.length - shown.length} more</button>`
    }
    ${
      choice.settled &&
      or &&
      html`<p class="or"><button class="or-way" data-line=${or.line}
        onClick=${() => choice.setLine(or.line)}>Or: ${or.says.text} <b>${short(or.tag.p)} <span class="soft">
          ${or.tag.best}</span></b></button></p>`
    }
    ${
      choice.settled &&
      (plain.length > 0 || offers.loose.length > 0) &&
      html`<div class="chips" role="group" aria-label="Without a target">
        ${[...plain, ...offers.loose].map(
          a => html`<button data-line=${a.line} onClick=${() => choice.setLine(a.line)}>
        ${a.says.text}</button>`,
        )}</div>`
    }
    ${choice.settled && offers.refused.length > 0 && html`<${Refused} list=${offers.refused} />`}
    ${choice.settled && children}
  </div>`;
}

// onGround reports whether an action targets terrain, such as a wood that is set on fire: enemies
// come first.
const onGround = (w, by) => targets(w).every(n => ['area', undefined].includes(by.get(n)?.kind));

// wayName returns the target, with the action if several are possible.
function wayName(w, all) {
  const t = [...read(w).slots.values()]
      .filter(s => s.name.startsWith('target'))
      .map(s => s.text)
      .join(', '),
    same = all.filter(x => read(x).target === read(w).target).length > 1;
  return !t ? w.says.text : same ? `${w.type.replaceAll('-', ' ')}: ${t}` : t;
}

const hint = (aims, goes) =>
  aims.length && goes.length
    ? 'Tap a target to aim, or a dashed place to go there.'
    : aims.length
      ? 'Tap a target to aim.'
      : goes.length
        ? 'Tap a dashed place to go there.'
        : 'What should it do?';

// Told explains why a tapped thing cannot be acted on.
function Told({ told, title }) {
  return html`<div class="told" role="status">
    ${
      told.why.length
        ? html`<ul>${told.why.slice(0, 4).map(
            a => html`<li><b>${a.says.text}
        </b>: ${a.why.map(r => html`${r.text} ${cite(r.clause)} `)}</li>`,
          )}</ul>`
        : html`<p>${title} can do nothing to ${told.thing.title || told.thing.name.replaceAll('-', ' ')} now.</p>`
    }
            </div>`;
}

/** Refused folds the impossible actions, with the clauses that forbid them. */
export function Refused({ list }) {
  return html`<details class="refused"><summary>Not possible <b>${list.length}</b></summary><ul>
    ${list.map(
      a => html`<li><span class="line">${a.says.text}</span><ul>
    ${a.why.map(r => html`<li>${r.text} ${cite(r.clause)}</li>`)}</ul></li>`,
    )}</ul></details>`;
}

// doing lists what a piece can do by the first words of its sentences: fire, move. If that word
// has no meaning, the action type replaces it.
const doing = list =>
  [...new Set(list.map(a => worded(a.says.text.split(' ')[0], a.type)))].slice(0, 3).join(', ').toLowerCase();
const worded = (first, type) => (/^(Go|Have|Let|Make|Put|Set)$/.test(first) ? type.replaceAll('-', ' ') : first);

// awaited says whom a match waits for while this page cannot act.
function awaited({ hands, turn, undo }) {
  const p = hands?.phones;
  if (hands?.waits.length) return 'The match begins when the other player has joined.';
  if (p && undo.asked_by)
    return p.turn === p.side
      ? 'You must answer: may the last action be undone?'
      : html`Waiting for <b>${p.turn}</b> to answer.`;
  return html`Waiting for <b>${p?.turn || turn}</b> to act.`;
}

/**
 * IdleSlip says whose turn it is, and offers the pieces that can act and actions without a piece.
 */
export function IdleSlip({ match, choice, scene }) {
  const { offers } = choice,
    { you, position } = match.state,
    box = useTop(position),
    all = new Map(pieces(scene).map(p => [p.name, p]));
  const able = [...offers.able.keys()],
    of = name => offers.pool.filter(a => leader(a) === name);
  return html`<div class="choose" ref=${box}>
    <p class="actions-head" tabindex="-1">${
      match.yours()
        ? html`<span class="asks-for">${
            able.length ? `Choose a piece${offers.loose.length ? ', or one of these' : ''}` : 'What now?'
          }</span>`
        : html`<span>${match.stopped() ? 'This page has stopped.' : awaited(match.state)}${
            you.role === 'seat' ? html` You are <b>${you.side}</b> and` : ' You'
          } can look at possible actions.</span>`
    }</p>
    ${
      offers.loose.length > 0 &&
      html`<div class="chips loose">
        ${offers.loose.slice(0, 12).map(
          a => html`<button data-line=${a.line} onClick=${() => choice.setLine(a.line)}>
        ${a.says.text}</button>`,
        )}</div>`
    }
    ${
      able.length > 0 &&
      html`<div class="able chips" role="group" aria-label="Can act">${able.map(name => {
        const p = all.get(name);
        return html`<button data-able=${name} onClick=${() => choice.choose(name)}>
          ${p && html`<${Chip} piece=${p} side=${p.side} scale=${0.7} />`}<span>
          ${p?.title || capital(name.replaceAll('-', ' '))}<small class="soft">${doing(of(name))}</small></span>
          </button>`;
      })}</div>`
    }
  </div>`;
}

/** Picker asks which of several pieces was meant. */
export function Picker({ near, scene, choice, onPick }) {
  const box = useRef(null);
  useEffect(() => {
    box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  const all = new Map(pieces(scene).map(p => [p.name, p]));
  return html`<section class="picker" ref=${box} aria-label="Which of them?"><p class="hint">Which of them?</p>
    <div class="chips">${near.list.map(n => {
      const p = all.get(n),
        w = choice.lit.get(`piece:${n}`)?.ways[0];
      return (
        p &&
        html`<button data-pick=${n} onClick=${() => onPick({ kind: 'piece', name: n })}>
          <${Chip} piece=${p} side=${p.side} scale=${0.8} />${p.title}${
            w?.tag?.p > 0 ? html` <b>${short(w.tag.p)}</b>` : ''
          }</button>`
      );
    })}<button class="quiet" onClick=${() => choice.setNear(null)}>None</button></div></section>`;
}
