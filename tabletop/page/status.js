// Where the match stands, who won, and what can be done with the match itself.
import { useState } from './vendor/preact-htm.js';
import { html, Dialog } from './shell.js';
import { Cite } from './clause.js';
import { Chip, SideName, kinds } from './counter.js';
import { letters } from './naming.js';
import { known } from './known.js';
import { Links, title } from './begin.js';
import { fromSeed } from './dice.js';

/** owed is what the match waits for: of whom, what, and whether it is this seat that owes it. */
function owed({ state }, yours) {
  const q = state.begun?.question, seat = state.you.role === 'seat';
  if (!q) return { side: state.turn, what: 'to act', mine: seat && yours && 'your turn' };
  const roll = q.kind === 'roll';
  return { side: q.by, what: roll ? 'to roll' : 'to decide', mine: seat && state.begun.yours && (roll ? 'your dice' : 'your decision') };
}

// rounds says which round it is, and of how many where the scene tells it.
const rounds = state => /^(?:Round|Turn) \d+ of \d+/.exec(state.scene?.head || '')?.[0] ?? `Round ${state.round}`;

/** Status is the line at the head of the table. */
export function Status({ match, past }) {
  const { state } = match;
  const { side, what, mine } = owed(match, match.yours());
  return html`<div class="status"><h1>${title({ title: state.title, name: state.scenario })}</h1>
    <p>${past ? html`<b>Looking at the past</b>` : state.over ? html`<b>The game is over</b>` : html`<span class="round">${rounds(state)} · <span class="phase">${state.phase}</span><span class="dot-between"> · </span></span><span class="turn"><${SideName} sides=${state.sides} side=${state.sides.indexOf(side)} letters=${letters(state.sides)} /> ${mine ? html`<b class="your-turn">${mine}</b>` : html`<span class="to-act">${what}</span>${state.you.role === 'seat' && html`<span class="you-are"> · you are <b>${state.you.side}</b></span>`}`}</span>`}</p></div>`;
}

// reach says what Undo does, before it is done.
function reach(undo) {
  if (undo.possible && !undo.free) return 'Ask whether the last action may be taken back';
  return undo.actions > 1 ? `Take ${undo.actions} actions back: your last one, and what the program has done since` : 'Take the last action back';
}

/** Tools are undo, redo and the menu. */
export function Tools({ match }) {
  const { state } = match;
  const [open, setOpen] = useState('');
  const watching = state.you.role === 'spectator';
  const made = known().find(m => m.id === match.id && m.tokens);
  return html`<div class="tools">
    ${watching ? html`<span class="flag">looking on</span>` : html`
      <button disabled=${!state.undo.possible || match.busy || state.undo.asked_by !== ''} onClick=${() => match.undo()} title=${reach(state.undo)}>↶ <span>${state.undo.possible && !state.undo.free ? 'Ask to undo' : 'Undo'}${state.undo.actions > 1 ? ` ${state.undo.actions} actions` : ''}</span></button>
      <button disabled=${!state.redo || match.busy} onClick=${() => match.redo()}>↷ <span>Redo</span></button>`}
    <button onClick=${() => setOpen('about')} aria-label="About this match" title="About this match">?</button>
    ${made && html`<button onClick=${() => setOpen('links')}>Links</button>`}
    ${open === 'about' && html`<${About} match=${match} onClose=${() => setOpen('')} />`}
    ${open === 'links' && html`<${Links} made=${{ id: match.id, sides: state.sides, tokens: made.tokens }} here=${true} onClose=${() => setOpen('')} />`}
  </div>`;
}

/** Banner tells who won, with the clause. */
export function Banner({ match }) {
  const { over, sides } = match.state;
  if (!over) return null;
  const side = sides.indexOf(over.winner);
  return html`<section class=${`banner side-${side}`} role="status"><h2>${over.winner ? `Victory for ${over.winner}` : 'A draw'}</h2><p>${over.why} <${Cite} clause=${over.clause} /></p>
    <div class="row"><${Download} match=${match} /><a class="button" href="/">Back to the lobby</a></div></section>`;
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

function About({ match, onClose }) {
  const { state } = match;
  const house = Object.entries(state.house);
  return html`<${Dialog} title=${title({ title: state.title, name: state.scenario })} onClose=${onClose}>
    <p>${state.gist}</p>
    <div class="row"><${Download} match=${match} /></div>
    <p class="small soft">Take the record to the command line: <code>loophole verify FILE</code> plays it again and compares every die.</p>
    <h3>Counters</h3><ul class="key">${kinds.map(k => html`<li><${Chip} kind=${k} side=${0} letter=${letters(state.sides)[0]} strength=${4} /> <${Chip} kind=${k} side=${1} letter=${letters(state.sides)[1]} strength=${4} /> ${k}</li>`)}</ul>
    <h3>Keys</h3><dl class="facts"><dt><kbd>/</kbd></dt><dd>type an action</dd><dt><kbd>⏎</kbd></dt><dd>play what is shown</dd><dt><kbd>Esc</kbd></dt><dd>leave it</dd><dt><kbd>u</kbd></dt><dd>undo</dd><dt><kbd>← ↑ → ↓ + − 0</kbd></dt><dd>move and zoom the plan, when it has the focus</dd></dl>
    ${house.length > 0 && html`<h3>House rules</h3><table><tbody>${house.map(([k, v]) => html`<tr><td><code>${k}</code></td><td class="number">${v}</td></tr>`)}</tbody></table>`}
    ${state.labels.length > 0 && html`<details><summary>Values that are not published with certainty (${state.labels.length})</summary><table><tbody>${state.labels.map(l => html`<tr><td>${l.text} <${Cite} clause=${l.clause} /> <span class="soft small">${l.confidence}</span></td><td class="number">${l.value}</td></tr>`)}</tbody></table></details>`}
    <p class="soft small">Seal of the record: <code>${state.seal}</code>${state.seed && `. ${fromSeed(state)}`}</p>
  <//>`;
}
