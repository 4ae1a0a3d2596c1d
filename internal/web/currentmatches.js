// The matches that this browser can continue: those that wait for it first.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { ask } from './api.js';
import { forget, known, remember } from './mymatches.js';
import { title } from './newmatch.js';
import { counted } from './number.js';
import { matchPlace } from './places.js';
import { ownName } from './labels.js';

const key = m => m.id + m.token,
  step = 12; // matches that are shown at first, and more with each press

/** ago returns how long ago a time was, in words. */
export function ago(when, now = Date.now()) {
  const minutes = Math.round((now - when) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minutes')} ago`;
  if (minutes < 36 * 60) return `${counted(Math.round(minutes / 60), 'hours')} ago`;
  return `${counted(Math.round(minutes / 1440), 'days')} ago`;
}

// waits tells whether a match waits for this browser, and describes whom it waits for.
function waits(s) {
  const by = s.begun?.question ? s.begun.question.by : s.turn,
    seat = s.seats.find(x => x.side === by);
  if (s.you.role === 'seat' && by === s.you.side) return { mine: true, text: 'your move' };
  if (s.you.role === 'table') return { mine: true, text: `${by} to act` };
  return { mine: false, text: seat?.policy ? 'the program is thinking' : `waiting for ${called(seat) || by}` };
}

// called returns the name that a player gave. The server calls the others player 1 and player 2.
const called = seat => (seat && !seat.policy ? ownName(seat.player) : '');

function against(s) {
  if (s.you.role !== 'seat') return s.you.role === 'table' ? 'both sides' : 'spectating';
  const other = s.seats.find(x => x.side !== s.you.side);
  return `you are ${s.you.side}, against ${called(other) || (other.policy ? 'the program' : other.side)}`;
}

/** Going lists the matches. */
export function Going({ begun }) {
  const [list, setList] = useState(known);
  const [dropped, setDropped] = useState([]);
  const [told, setTold] = useState({});
  const [many, setMany] = useState(step);
  useEffect(() => {
    const control = new AbortController();
    for (const m of known().slice(0, many)) {
      ask(`matches/${m.id}`, { token: m.token, signal: control.signal }).then(
        s => setTold(old => ({ ...old, [key(m)]: s })),
        e => [401, 403, 404].includes(e.status) && setTold(old => ({ ...old, [key(m)]: { gone: true } })),
      );
    }
    setList(known());
    return () => control.abort();
  }, [begun, many]);
  // The link may be the only key to the seat, so a removed match can be restored.
  const drop = m => {
    forget(m);
    setDropped([m, ...dropped]);
    setList(known());
  };
  const back = m => {
    remember(m, m.when);
    setDropped(dropped.filter(x => x !== m));
    setList(known());
  };
  if (!list.length && !dropped.length) return null;
  const rank = m => {
    const s = told[key(m)];
    return !s || s.gone ? 1 : s.over ? 2 : waits(s).mine ? 0 : 1;
  };
  const shown = list
    .slice(0, many)
    .map((m, i) => ({ m, i }))
    .sort((a, b) => rank(a.m) - rank(b.m) || a.i - b.i)
    .map(x => x.m);
  const open = shown.filter(m => !told[key(m)]?.over && !told[key(m)]?.gone),
    rest = shown.filter(m => !open.includes(m));
  const rows = of =>
    html`<ul>${of.map(m => html`<${Row} key=${key(m)} m=${m} s=${told[key(m)]} onDrop=${() => drop(m)} />`)}</ul>`;
  return html`<section class="going" aria-label="Your matches">
    ${dropped.map(
      m => html`<p class="dropped" role="status">
    ${title({ title: told[key(m)]?.title || m.title, name: m.scenario || 'match' })} was taken off this list. <button
      onClick=${() => back(m)}>Undo</button></p>`,
    )}
    ${rows(open.slice(0, 3))}
    ${
      open.length > 3 &&
      html`<details><summary>${counted(open.length - 3, 'more matches')} that go on</summary>
    ${rows(open.slice(3))}</details>`
    }
    ${
      rest.length > 0 &&
      html`<details class="finished"><summary>${counted(rest.length, 'finished matches')}</summary>
    ${rows(rest)}</details>`
    }
    ${
      list.length > many &&
      html`<button class="quiet" onClick=${() => setMany(many + step)}>${counted(list.length - many, 'older matches')}
    </button>`
    }</section>`;
}

function Row({ m, s, onDrop }) {
  const name = title({ title: s?.title || m.title, name: m.scenario || s?.scenario || 'match' }),
    how = s && !s.gone && !s.over ? waits(s) : null;
  const round =
    s && !s.gone && (/^(Round|Turn) \d+ of \d+/.exec(s.scene?.head || '')?.[0].toLowerCase() || `round ${s.round}`);
  return html`<li class=${how?.mine ? 'resume mine' : 'resume'}>
    <p><b>${name}</b> <span class="soft">${
      !s
        ? ''
        : s.gone
          ? 'not on this server'
          : s.over
            ? s.over.winner
              ? `won by ${s.over.winner}`
              : 'a draw'
            : html`${round} · <b class="to-move">${how.text}
        </b> · ${against(s)}, ${ago(m.when)}`
    }</span></p>
    <a class=${how?.mine ? 'button main' : 'button'} href=${matchPlace(m.id, m.token)}
      aria-label=${s?.over ? `Look again at ${name}` : `Go on with ${name}`}>${s?.over ? 'Look again' : 'Go on'}</a>
    <button class="quiet" onClick=${onDrop} aria-label=${`Take ${name} off this list`}
      title="Take off this list">✕</button></li>`;
}
