// Where the match stands, who won, and what can be done with the match itself.
import { useState } from './vendor/preact-htm.js';
import { html, Dialog } from './shell.js';
import { Cite } from './clause.js';
import { Chip, SideName, kinds } from './counter.js';
import { known } from './known.js';
import { Links, title } from './begin.js';
import { DiceSettings, fromSeed } from './dice.js';

/** owed is what the match waits for: of whom, what, and whether it is this seat that owes it. */
function owed({ state }, yours) {
  const q = state.begun?.question, seat = state.you.role === 'seat';
  if (!q) return { side: state.turn, what: 'to act', mine: seat && yours && 'your turn' };
  const roll = q.kind === 'roll';
  return { side: q.by, what: roll ? 'to roll' : 'to decide', mine: seat && state.begun.yours && (roll ? 'your dice' : 'your decision') };
}

// stands is what the head of the scene says besides whose turn it is: the round, of how many, and what is left of the turn.
function stands(state) {
  const head = state.scene?.head || '', round = /^(?:Round|Turn) \d+ of \d+/.exec(head)?.[0] ?? `Round ${state.round}`;
  const rest = head.replace(/^(?:Round|Turn) \d+ of \d+,?\s*/, '').replace(new RegExp(`^${state.turn} (?:to activate|to act|gives an order|sets up),?\\s*`), '');
  return { round, left: rest.replace(/^[;,.\s]+|[;.]$/g, '') };
}

/** Status is the line at the head of the table. */
export function Status({ match, past }) {
  const { state } = match, { side, what, mine } = owed(match, match.yours()), { round, left } = stands(state);
  return html`<div class="status"><h1>${title({ title: state.title, name: state.scenario })}</h1>
    <p>${past ? html`<b>Looking at the past</b>` : state.over ? html`<b>The game is over</b>` : html`<span class="round">${round} · <span class="phase">${state.phase}</span></span><span class="turn"><${SideName} sides=${state.sides} side=${state.sides.indexOf(side)} />${left && html` <span class="left-over">${left}</span>`} ${mine ? html`<b class="your-turn">${mine}</b>` : html`<span class="to-act">${what}</span>${state.you.role === 'seat' && html`<span class="you-are"> · you are <b>${state.you.side}</b></span>`}`}</span>`}</p></div>`;
}

/** Goals is what wins, and how it stands: the places that count, and whose they are. */
export function Goals({ state, scene }) {
  const held = scene.structures.flatMap(s => s.markers.filter(m => /objective/.test(m)).map(m => ({ title: s.title, by: state.sides.findIndex(side => m.includes(side)) })));
  if (state.over || !state.gist && !held.length) return null;
  return html`<details class="goals"><summary><span class="goal-text">${state.gist.replace(/^./, c => c.toUpperCase()) || 'Hold what is marked'}</span>${held.map(h => html`<span class=${h.by < 0 ? 'goal' : `goal side-${h.by}`}>★ ${h.title}<i>${h.by < 0 ? ' nobody' : ` ${state.sides[h.by]}`}</i></span>`)}</summary><p>${state.gist}</p></details>`;
}

// reach says what Undo does, before it is done.
function reach(undo) {
  if (undo.possible && !undo.free) return 'Ask whether the last action may be taken back';
  return undo.actions > 1 ? `Take ${undo.actions} actions back: your last one, and what the program has done since` : 'Take the last action back';
}

/** Tools are undo, redo, the record where it has no place of its own, and the menu. */
export function Tools({ match, phone, record }) {
  const { state } = match;
  const [open, setOpen] = useState('');
  const watching = state.you.role === 'spectator';
  const made = known().find(m => m.id === match.id && m.tokens);
  return html`<div class="tools">
    ${watching ? html`<span class="flag">looking on</span>` : !phone && html`
      <${Undo} match=${match} />
      <button disabled=${!state.redo || match.busy} onClick=${() => match.redo()}>↷ <span>Redo</span></button>`}
    ${record && !phone && html`<button class="open-record" aria-pressed=${record.open ? 'true' : 'false'} onClick=${record.turn}>☰ <span>Record</span></button>`}
    <button data-about onClick=${() => setOpen('about')} aria-label="About this match, its dice and its keys" title="About this match, its dice and its keys">⋯</button>
    ${made && html`<button class="open-links" onClick=${() => setOpen('links')}>Links</button>`}
    ${open === 'about' && html`<${About} match=${match} onClose=${() => setOpen('')} />`}
    ${open === 'links' && html`<${Links} made=${{ id: match.id, sides: state.sides, tokens: made.tokens }} here=${true} onClose=${() => setOpen('')} />`}
  </div>`;
}

function Undo({ match }) {
  const { undo } = match.state;
  return html`<button class="undo" disabled=${!undo.possible || match.busy || undo.asked_by !== ''} onClick=${() => match.undo()} title=${reach(undo)}>↶ <span>${undo.possible && !undo.free ? 'Ask to undo' : 'Undo'}${undo.actions > 1 ? ` ${undo.actions} actions` : ''}</span></button>`;
}

/** Foot is what a thumb needs on a phone: undo, the record, the next piece. */
export function Foot({ match, able, piece, onPiece, record, shown }) {
  const next = () => onPiece(able[(able.indexOf(piece) + 1) % able.length]);
  return html`<footer class="foot">${match.state.you.role !== 'spectator' && html`<${Undo} match=${match} />`}
    <button class="open-record" aria-pressed=${shown === 'record' ? 'true' : 'false'} onClick=${record}>☰ <span>Record</span></button>
    ${match.state.you.role !== 'spectator' && html`<button disabled=${!able.length} onClick=${next}>⇥ <span>Next piece</span></button>
    <button disabled=${!match.state.redo || match.busy} onClick=${() => match.redo()}>↷ <span>Redo</span></button>`}</footer>`;
}

/** Download hands out the sealed record, by which the game can be verified. */
export function Download({ match }) {
  const [error, setError] = useState('');
  if (!match.state.record) return html`<p class="soft small">The sealed record can be downloaded when the game is over.</p>`;
  const get = async () => {
    try {
      const answer = await fetch(`/api/v1/${match.path}/record.jsonl`, { headers: { Authorization: `Bearer ${match.token}` } });
      if (!answer.ok) throw new Error((await answer.json()).detail);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await answer.blob());
      link.download = `${match.state.scenario || 'match'}.jsonl`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (problem) { setError(problem.message); }
  };
  return html`<button onClick=${get}>Verify: download the record</button>${error && html`<span role="alert">${error}</span>`}`;
}

const keys = [['⇥', 'the next piece; Enter chooses it'], ['← ↑ → ↓', 'on the map: among the targets of the chosen piece, or move the map'], ['⏎', 'choose, or play what is shown'], ['Esc', 'back by a step'], ['/', 'type an action'], ['f', 'open a house'], ['s', 'add a supporter'], ['w', 'why these odds'], ['b', 'ask the bench'], ['r', 'the record'], ['u U', 'undo, redo'], ['+ − 0', 'zoom the map']];

function About({ match, onClose }) {
  const { state } = match;
  const house = Object.entries(state.house);
  return html`<${Dialog} title=${title({ title: state.title, name: state.scenario })} onClose=${onClose}>
    <p>${state.gist}</p>
    <div class="row"><${Download} match=${match} /></div>
    <p class="small soft">Take the record to the command line: <code>loophole verify FILE</code> plays it again and compares every die.</p>
    <h3>Dice</h3><${DiceSettings} match=${match} />
    <h3>Counters</h3><ul class="key">${kinds.map((k, i) => html`<li><${Chip} kind=${k} side=${i % 2} strength=${4} /> ${k}</li>`)}</ul>
    <p class="small">${state.sides[0]}: square and filled. ${state.sides[1]}: hollow with cut corners. A notch shows where it looks, a folded corner that it has acted, a numbered triangle its pins, a lettered square its order, an eye that it waits to fire, a disc its storey.</p>
    ${state.you.role !== 'spectator' && !state.over && html`<p class="row"><button class="show-guide" onClick=${() => { onClose(); dispatchEvent(new Event('guide')); }}>Show me a turn: the guide</button></p>`}
    <h3>Keys</h3><dl class="facts">${keys.map(([k, what]) => html`<dt><kbd>${k}</kbd></dt><dd>${what}</dd>`)}</dl>
    ${house.length > 0 && html`<h3>House rules</h3><table><tbody>${house.map(([k, v]) => html`<tr><td><code>${k}</code></td><td class="number">${v}</td></tr>`)}</tbody></table>`}
    ${state.labels.length > 0 && html`<details><summary>Values that are not published with certainty (${state.labels.length})</summary><table><tbody>${state.labels.map(l => html`<tr><td>${l.text} <${Cite} clause=${l.clause} /> <span class="soft small">${l.confidence}</span></td><td class="number">${l.value}</td></tr>`)}</tbody></table></details>`}
    <p class="soft small">Seal of the record: <code>${state.seal}</code>${state.seed && `. ${fromSeed(state)}`}</p>
  <//>`;
}
