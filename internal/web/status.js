// The state of the match, the result, and the menu of the match.
import { useState } from './vendor/preact-htm.js';
import { nobody, unseen } from './naming.js';
import { capital } from './labels.js';
import { html, Dialog } from './shell.js';
import { Cite } from './clause.js';
import { Chip, SideName } from './counter.js';
import { symbols } from './symbols.js';
import { known } from './mymatches.js';
import { Links } from './invite.js';
import { title } from './newmatch.js';
import { DiceSettings, fromSeed } from './dice.js';
import { HandSettings } from './halves.js';
import { HintTerms } from './advice.js';
import { bearer, download } from './download.js';
import { Export } from './moving.js';
import { inFolder } from './places.js';
import { Resign, ResignButton } from './resign.js';

/** owed returns what the match waits for, and the text of the pill, which can stand alone. */
function owed(match, yours) {
  const { state } = match,
    q = state.begun?.question,
    side = q ? q.by : state.turn,
    half = state.hands?.owes?.side,
    mine = state.you.role !== 'spectator' && (q ? state.begun.yours : yours);
  if (match.stopped()) return { side: half || side, mine: false, pill: 'Stopped', alone: true };
  if (state.hands?.waits.length) return { side: state.hands.waits[0], mine: false, pill: 'Waiting' };
  if (state.hands?.phones && state.hands.phones.turn && state.hands.phones.turn !== state.hands.phones.side)
    return { side: state.hands.phones.turn, mine: false, pill: 'Waiting' };
  if (state.hands?.phones && state.undo.asked_by)
    return { side: state.hands.phones.turn, mine: true, pill: 'Your answer' };
  if (half) return { side: half, mine: false, pill: 'Waiting' };
  if (!mine) return { side, mine, pill: 'Waiting' };
  return { side, mine, pill: !q ? 'Your move' : q.kind === 'roll' ? 'Your dice' : 'Decide' };
}

/**
 * Marks shows what the sides use up in the round or turn: a mark for each one left and each one
 * used, unless there are more than fit.
 */
function Marks({ counts, sides, most }) {
  return counts
    .filter(c => c.of > 0)
    .map(
      c =>
        html`<span class=${`marks side-${c.side}${c.dice ? ' dice' : ''}`} role="img"
          title=${`${sides[c.side]}: ${c.left} of ${c.of} ${c.what}`}
            aria-label=${`${sides[c.side]}: ${c.left} of ${c.of} ${c.what}`}>${
              c.of > most
                ? html`<i class="left"></i><b>${c.left}</b>`
                : Array.from({ length: c.of }, (_, i) => html`<i class=${i < c.left ? 'left' : ''}></i>`)
            }</span>`,
    );
}

/** Status is the line at the top of the table. */
export function Status({ match, past, desk }) {
  const { state } = match,
    counts = state.scene?.counts || [],
    { side, mine, pill, alone } = owed(match, match.yours()),
    [, round, of] = /^((?:Round|Turn) \d+)( of \d+)/.exec(state.scene?.head || '') ?? ['', `Round ${state.round}`, ''];
  const name = title({ title: state.title, name: state.scenario }),
    waits = !past && !state.over,
    when = html`<span class="round">${round}<span class="round-of">${of}</span><span class="phase"> ·${' '}
      ${capital(state.phase)}</span></span>`,
    said = past ? 'Earlier position' : state.over ? 'The game is over' : pill;
  return html`<div class="status"><h1 title=${name}>${name} <small>${state.book}</small></h1>
    ${
      state.you.role === 'seat' &&
      html`<span class="you-are side-${state.sides.indexOf(state.you.side)}">you are <b>${state.you.side}</b></span>`
    }
    <p>${
      !past &&
      html`<span class="now">${when} ${
        waits &&
        html`<span class="turn"><${SideName} sides=${state.sides} side=${state.sides.indexOf(side)} />
        <${Marks} counts=${counts} sides=${state.sides} most=${desk ? 8 : 5 / counts.length} /></span>`
      }</span>`
    }
      <b class=${`pill${waits && mine ? ' your-turn' : ''}`} role="status">${said}${
        waits && !mine && !alone && html`<span class="pill-of"> for ${side}</span>`
      }</b></p></div>`;
}

/**
 * Goals shows the victory conditions and their present state: one line, which opens to all of it.
 */
export function Goals({ state, scene }) {
  const held = scene.structures.filter(s => s.objective).map(s => ({ title: s.title, by: s.holder ?? -1 })),
    none = nobody(unseen(state));
  if (state.over || (!state.gist && !held.length)) return null;
  const aim = capital(state.gist) || 'Hold what is marked',
    short = capital(/: (.+)$/.exec(state.gist)?.[1]) || aim,
    by = side => held.filter(h => h.by === side).length;
  const one = h =>
    html`<span class=${h.by < 0 ? 'goal' : `goal side-${h.by}`}>★ ${h.title} <i>
      ${h.by < 0 ? none : state.sides[h.by]}</i></span>`;
  return html`<details class="goals"><summary><span class="goal-label">What wins</span>
    <span class="goal-text">${short}</span>${
      held.length < 2
        ? held.map(one)
        : html`<span class="goal-count">★ ${state.sides.map(
            (s, i) => html`<span class=${`goal side-${i}`}><i>${s}
        </i> ${by(i)}</span> `,
          )}${by(-1) > 0 && html`<span class="goal"><i>${none}</i> ${by(-1)}</span>`}</span>`
    }</summary><p>${aim}</p>${held.length > 1 && html`<p class="goal-list">${held.map(one)}</p>`}
    ${scene.notes.map(n => html`<p>${capital(n)}</p>`)}</details>`;
}

// undoTitle describes what Undo will do.
function undoTitle(undo) {
  if (undo.possible && !undo.free) return 'Ask to undo the last action';
  const since = undo.actions - 1;
  return since > 0
    ? `Undo your last action and the program’s ${since === 1 ? 'action' : `${since} actions`} since`
    : 'Undo your last action';
}

/** Tools are undo, redo, the record if it has no other place, and the menu. */
export function Tools({ match, phone, record }) {
  const { state } = match;
  const [open, setOpen] = useState('');
  const watching = state.you.role === 'spectator';
  const made = !inFolder && known().find(m => m.id === match.id && m.tokens);
  return html`<div class="tools">
    ${
      watching
        ? html`<span class="flag">spectating</span>`
        : !phone &&
          html`
      <${Undo} match=${match} />
      <button disabled=${!state.redo || match.busy || match.stopped()}
        onClick=${() => match.redo()}>↷ <span>Redo</span></button>`
    }
    ${
      record &&
      !phone &&
      html`<button class="open-record" aria-pressed=${record.open ? 'true' : 'false'}
      onClick=${record.turn}>☰ <span>Record</span></button>`
    }
    <button data-about onClick=${() => setOpen('about')} aria-label="About this match, its dice and its keys"
      title="About this match, its dice and its keys">⋯</button>
    ${made && html`<button class="open-links" onClick=${() => setOpen('links')}>Links</button>`}
    ${
      open === 'about' &&
      html`<${About} match=${match} onClose=${() => setOpen('')} onResign=${() => setOpen('resign')} />`
    }
    ${open === 'resign' && html`<${Resign} match=${match} onClose=${() => setOpen('')} />`}
    ${
      open === 'links' &&
      html`<${Links} made=${{ id: match.id, sides: state.sides, tokens: made.tokens, seats: state.seats }}
        here=${true} onClose=${() => setOpen('')} />`
    }
  </div>`;
}

function Undo({ match }) {
  const { undo } = match.state;
  return html`<button class="undo" disabled=${!undo.possible || match.busy || match.stopped() || undo.asked_by !== ''}
    onClick=${() => match.undo()} title=${undoTitle(undo)}>↶${' '}
      <span>${
        undo.possible && !undo.free
          ? 'Ask to undo'
          : `Undo${undo.actions > 1 ? ` + ${undo.actions - 1} of theirs` : ''}`
      }</span></button>`;
}

/** Foot has the buttons for a thumb on a phone: undo, the record, the next piece. */
export function Foot({ match, able, piece, onPiece, record, shown }) {
  const next = () => onPiece(able[(able.indexOf(piece) + 1) % able.length]);
  return html`<footer class="foot">${match.state.you.role !== 'spectator' && html`<${Undo} match=${match} />`}
    <button class="open-record" aria-pressed=${shown === 'record' ? 'true' : 'false'}
      onClick=${record}>☰ <span>Record</span></button>
    ${
      match.state.you.role !== 'spectator' &&
      html`<button disabled=${!able.length} onClick=${next}>⇥ <span>Next piece</span></button>
    <button disabled=${!match.state.redo || match.busy || match.stopped()}
      onClick=${() => match.redo()}>↷ <span>Redo</span></button>`
    }</footer>`;
}

/** Download offers the record file, which can be verified. */
export function Download({ match }) {
  const [error, setError] = useState('');
  if (!match.state.record)
    return html`<p class="soft small">The sealed record can be downloaded when the game is over.</p>`;
  const get = async () => {
    try {
      const file = `/api/v1/${match.path}/${match.state.hands ? 'hands' : 'record'}.jsonl`;
      await download(file, `${match.state.scenario || 'match'}.jsonl`, { headers: bearer(match.token) });
    } catch (problem) {
      setError(problem.message);
    }
  };
  return html`<button onClick=${get}>Verify: download the record</button>
    ${error && html`<span role="alert">${error}</span>`}`;
}

const keys = [
  ['?', 'this list'],
  ['⇥', 'the next piece; Enter chooses it'],
  ['← ↑ → ↓', 'on the map: among what the chosen piece can act on, or from piece to piece'],
  ['⇧ ← ↑ → ↓', 'move the map'],
  ['⏎', 'choose, or play what is shown'],
  ['Esc', 'back by a step'],
  ['Space', 'close the dice'],
  [', .', 'one step back or forward'],
  ['p', 'play back'],
  ['/', 'type an action'],
  ['f', 'open a house'],
  ['s', 'add a supporter'],
  ['h', 'a hint'],
  ['w', 'why these odds'],
  ['b', 'ask the bench'],
  ['r', 'the record'],
  ['u U', 'undo, redo'],
  ['+ − 0', 'zoom the map'],
];

// keyed tells who has the keys of the seats, and so whom each player must trust.
function keyed({ hotseat, seats, hands }) {
  if (hands?.phones)
    return `This phone has the key of ${hands.phones.side}, and the other phone that of the other side.`;
  if (hotseat) return 'Both sides play at one screen, and either player can act for both.';
  const says = {
    policy: 'the program plays it',
    claimed: 'only its player has the key',
    invited: 'nobody has opened its invitation yet',
    given: 'its key was made with the match, and the person who began the match may have it',
  };
  return seats.map(s => `${s.side}: ${says[s.held]}.`).join(' ');
}

// Kept tells how long the match is kept, and deletes it: with the other side's consent, if a
// person plays it.
function Kept({ match }) {
  const { state } = match,
    [sure, setSure] = useState(false);
  const of = s => s.deletes && (match.sits(s.side) ? 'You have asked' : `${s.side} asks`);
  const asks = state.seats.map(of).find(Boolean),
    at = state.expires && new Date(state.expires).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return html`<h3>Keeping</h3><p class="small">${
    inFolder
      ? 'This browser keeps the match until somebody deletes it, or all that this page keeps.'
      : state.expires
        ? `This server keeps the match until ${at}. Further actions can extend this.`
        : 'This server keeps the match until somebody deletes it.'
  } ${asks && html`<b>${asks} to delete it.</b> It is deleted when both sides have asked.`}</p>
    ${
      ['seat', 'table'].includes(state.you.role) &&
      html`<p class="row">${
        sure
          ? html`<button class="main" disabled=${match.busy} onClick=${() => match.remove()}>Delete it for good, record
              and all</button><button onClick=${() => setSure(false)}>Keep it</button>`
          : html`<button class="delete-match" onClick=${() => setSure(true)}>Delete the match …</button>`
      }</p>`
    }`;
}

function About({ match, onClose, onResign }) {
  const { state } = match;
  const house = Object.entries(state.house);
  return html`<${Dialog} title=${title({ title: state.title, name: state.scenario })} onClose=${onClose}>
    <p>${capital(state.gist)}</p>
    <h3>Save a copy</h3>${inFolder && html`<${Export} match=${match} />`}
    <div class="row"><${Download} match=${match} /></div>
    <p class="small soft">Take the record to the command line: <code>loophole verify FILE</code> plays it again
      and${' '}${
        state.hands?.phones?.values === 'typed'
          ? 'checks every signature. Typed dice are the players’ word.'
          : 'compares every die.'
      }</p>
    <h3>Dice</h3>
    ${state.hands ? html`<${HandSettings} match=${match} />` : html`<${DiceSettings} match=${match} />`}
    <h3>Hints</h3><${HintTerms} match=${match} />
    <h3>Counters</h3><ul class="key">
    ${symbols.map((k, i) => html`<li><${Chip} kind=${k} side=${i % 2} strength=${4} /> ${k}</li>`)}</ul>
    <p class="small">
    ${state.sides[0]}: square and filled. ${state.sides[1]}: hollow with cut corners. A notch shows where it looks, a
      folded corner that it has acted, a numbered triangle its pins, a lettered square its order, an eye that it waits
        to fire, a disc its storey.</p>
    ${
      state.you.role !== 'spectator' &&
      !state.over &&
      html`<p class="row"><button class="show-guide" onClick=${() => {
        onClose();
        dispatchEvent(new Event('guide'));
      }}>Show me a turn: the guide</button></p>`
    }
    <${ResignButton} match=${match} onAsk=${onResign} />
    <h3>Seats</h3><p class="small">${keyed(state)}</p>
    <${Kept} match=${match} />
    <h3>Keys</h3><dl class="facts">${keys.map(([k, what]) => html`<dt><kbd>${k}</kbd></dt><dd>${what}</dd>`)}</dl>
    ${
      house.length > 0 &&
      html`<h3>House rules</h3><table><tbody>
        ${house.map(([k, v]) => html`<tr><td><code>${k}</code></td><td class="number">${v}</td></tr>`)}</tbody>
        </table>`
    }
    ${
      state.labels.length > 0 &&
      html`<details><summary>Values that are not published with certainty (${state.labels.length})</summary><table>
        <tbody>${state.labels.map(
          l => html`<tr><td>${l.text} <${Cite} clause=${l.clause} /> <span class="soft small">
        ${l.confidence}</span></td><td class="number">${l.value}</td></tr>`,
        )}</tbody></table></details>`
    }
    <p class="soft small">Seal of the record: <code>${state.seal}</code>${state.seed && `. ${fromSeed(state)}`}</p>
  <//>`;
}
