// What somebody who comes to the table wants to know first: what the game is about,
// and what the others have done since he acted last.
import { html } from './shell.js';
import { brief } from './record.js';

const most = 4;

const acted = (state, s) => !s.mark && !s.back && (state.you.role === 'table' || s.head.by === state.you.side);

/** Aim tells the aim of the scenario, until one has acted oneself. list is the steps of the record. */
export function Aim({ state, list }) {
  const { role, side } = state.you;
  if (!state.gist || state.over || role === 'spectator' || list.some(s => acted(state, s))) return null;
  return html`<p class="aim-of-game">${role === 'seat' && html`You are <b>${side}</b>. `}${state.gist.replace(/^./, c => c.toUpperCase()).replace(/[^.!?]$/, '$&.')}</p>`;
}

/** Since tells in a few lines what the others have done since one's own last action. list is the steps of the record. */
export function Since({ state, list }) {
  if (state.you.role !== 'seat' || state.over) return null;
  const news = list.slice(list.findLastIndex(s => acted(state, s)) + 1).filter(s => !s.mark && !s.back && !s.open);
  if (!news.length) return null;
  const told = news.slice(-most), before = news.length - told.length;
  return html`<section class="since" aria-label="Since your last action"><p class="soft">${news.length === list.length ? 'So far' : 'Since your last action'}${before > 0 && `, after ${before} more in the record`}:</p>
    <ul>${told.map(s => html`<li key=${s.head.seq} class=${`side-${state.sides.indexOf(s.head.by)}`}><b>${s.head.by}</b> <span class="line">${s.head.action || s.head.text}</span>${brief(s) && html` <i>${brief(s)}</i>`}</li>`)}</ul></section>`;
}
