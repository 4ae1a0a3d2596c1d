// What a player wants to know first: the aim of the game, and what the others have done since
// their own last action.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html, useMedia } from './shell.js';
import { brief } from './record.js';
import { sameDice } from './rolls.js';
import { Dice } from './tray.js';
import { had, headline, rarity, sentence } from './reports.js';
import { capital } from './labels.js';

// most is the number of steps that Since shows; the record has the earlier ones.
const most = 12;

// acted reports whether a step is an action of the player.
const acted = (state, s) => !s.mark && !s.back && (state.you.role === 'table' || s.head.by === state.you.side);

/**
 * Aim shows the aim of the scenario until the player has acted. list is the steps of the record.
 */
export function Aim({ state, list }) {
  const { role, side } = state.you;
  if (!state.gist || state.over || role !== 'seat' || list.some(s => acted(state, s))) return null;
  return html`<p class="aim-of-game">You are <b>${side}</b>.${' '}
    ${capital(state.gist).replace(/[^.!?]$/, '$&.')}</p>`;
}

/** news returns the steps of the others since the player's last action. */
export function news(state, list) {
  if (state.you.role !== 'seat') return [];
  return list.slice(list.findLastIndex(s => acted(state, s)) + 1).filter(s => !s.mark && !s.back && !s.open);
}

/**
 * useNews returns all news, those shown so far, and a function that shows them again. They are shown one
 * after the other, unless animation is off. wait holds them back.
 */
export function useNews(state, list, wait) {
  const all = news(state, list),
    calm = useMedia('(prefers-reduced-motion: reduce)');
  const first = all[0]?.head.seq,
    [from, setFrom] = useState(null),
    [n, setN] = useState(0);
  const done = calm || (from === first && n >= all.length);
  useEffect(() => {
    if (calm || !all.length || wait) return undefined;
    if (from !== first) {
      setFrom(first);
      setN(1);
      return undefined;
    }
    if (n >= all.length) return undefined;
    const skip = () => setN(all.length),
      timer = setTimeout(() => setN(n + 1), 600);
    addEventListener('pointerdown', skip, true);
    addEventListener('keydown', skip, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', skip, true);
      removeEventListener('keydown', skip, true);
    };
  }, [first, from, n, all.length, calm, wait]);
  return {
    all,
    shown: wait ? [] : done ? all : all.slice(0, from === first ? n : 0),
    again: () => {
      setFrom(first);
      setN(calm ? all.length : 1);
    },
  };
}

/**
 * Since shows what the others have done since the player's last action: in sentences, with dice
 * and luck. folded leaves only the header, because a selected piece comes first.
 */
export function Since({ state, list, told, news: x, folded, next }) {
  const wide = useMedia('(min-width: 1024px)'),
    [left, setLeft] = useState(0), // the news up to this entry were read
    last = x.all.at(-1)?.head.seq ?? 0,
    gone = left >= last;
  if (state.you.role !== 'seat' || state.over || !x.shown.length) return null;
  const shown = x.shown.slice(-most),
    before = x.shown.length - shown.length,
    who = [...new Set(shown.map(s => s.head.by))];
  return html`<details class="since" open=${!gone && (wide || !folded)} aria-label="Since your last action"><summary>
    <h3>${
      x.all.length === list.length
        ? 'So far'
        : `${who.join(' and ')} acted${x.all.length > 1 ? `: ${x.all.length} things` : ''}`
    }
        ${before > 0 && html` <span class="soft small">after ${before} more in the record</span>`}</h3></summary>
    <ol>${shown.map(
      (s, i) => html`<${One} key=${s.head.seq} n=${before + i + 1} step=${s} told=${told(s)}
      side=${state.sides.indexOf(s.head.by)} />`,
    )}</ol>
    <div class="row"><button class="main since-go" onClick=${() => {
      setLeft(last);
      next?.go();
    }}>${next?.label || 'Go on'}</button>
      ${x.all.length > 1 && html`<button class="quiet again" onClick=${x.again}>Show it again</button>`}</div>
      </details>`;
}

function One({ n, step: s, told, side }) {
  const rare = rarity(told);
  const came = told
    ? [headline(told), rare ? `${rare.text}.` : had(told)].filter(Boolean).join(' ')
    : sentence(brief(s));
  return html`<li class=${`side-${side}`}><span class="trace-number" aria-hidden="true">${n}</span><div>
    <p class="line-said"><b>${sentence(told?.says || s.head.says || s.head.text)}</b></p>
    ${came && html`<p class="small">${came}</p>`}${s.same && html`<p class="small soft">${sameDice}</p>`}
    ${s.rest.some(e => e.kind === 'roll' && e.faces?.length) && html`<${Dice} entries=${s.rest} small=${true} />`}</div>
    </li>`;
}
