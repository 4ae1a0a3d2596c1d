// The other players: who is here, their names, whose turn it is, and the curtain between two
// players with secrets at one screen. The guide is part of it.
import { useEffect, useReducer, useRef, useState } from './vendor/preact-htm.js';
import { html, Dialog } from './shell.js';
import { known, myName } from './mymatches.js';
import { title } from './newmatch.js';
import { Guide } from './guide.js';
import { claim } from './claim.js';
import { counted } from './number.js';
import { ownName } from './labels.js';

/** owes is the side that the match waits for, or "" when it is over. */
export function owes(state) {
  if (state.over) return '';
  if (state.hands?.waits.length) return state.hands.waits[0];
  if (state.hands?.phones) return state.hands.phones.turn;
  if (state.hands?.owes) return state.hands.owes.side;
  const wants = state.seats.find(s => s.wants);
  if (wants) return state.sides.find(s => s !== wants.side);
  if (state.undo.asked_by) return state.sides.find(s => s !== state.undo.asked_by);
  return state.begun?.question?.by || state.turn;
}

const named = seat => (seat.policy ? '' : ownName(seat.player));

/** Company is shown below the header of the table. */
export function Company({ match }) {
  const { state } = match,
    mine = state.you.role === 'seat' && owes(state) === state.you.side && !match.lost();
  const others = state.hands?.phones
    ? []
    : state.you.role === 'seat'
      ? state.seats.filter(s => s.side !== state.you.side && !s.policy)
      : state.you.role === 'spectator'
        ? state.seats.filter(s => !s.policy)
        : [];
  useTurn(match, mine, others.length > 0);
  const shared = known().find(m => m.id === match.id && m.way === 'hotseat' && state.sides.every(s => m.tokens?.[s]));
  const handed = shared && state.secret && state.you.role === 'seat';
  return html`${others.length > 0 && !handed && html`<${There} match=${match} others=${others} />`}
    ${handed && html`<${Curtain} match=${match} tokens=${shared.tokens} />`}<${Guide} match=${match} />`;
}

// useTurn announces this seat's turn in the page title and, if wanted, by a notification.
function useTurn(match, mine, company) {
  const { state } = match,
    name = title({ title: state.title, name: state.scenario }),
    was = useRef(mine);
  useEffect(() => {
    document.title = `${state.over ? 'The game is over · ' : mine ? '● Your turn · ' : ''}${name} · loophole`;
  }, [mine, name, Boolean(state.over)]);
  useEffect(() => {
    if (
      mine &&
      !was.current &&
      company &&
      document.visibilityState === 'hidden' &&
      wished() &&
      globalThis.Notification?.permission === 'granted'
    ) {
      const note = new Notification(`Your turn: ${name}`, { body: `${state.you.side} is to act.`, tag: match.id });
      note.onclick = () => {
        focus();
        note.close();
      };
    }
    was.current = mine;
  }, [mine]);
}

const wish = 'loophole.notify';
let wishes = null; // where the browser has no storage

const wished = () => {
  try {
    return wishes ?? localStorage.getItem(wish) === 'yes';
  } catch {
    return wishes ?? false;
  }
};

// bell is the outline of a bell and its clapper.
const bell =
  'M4 14.5c1.5-1.6 1.3-3.4 1.6-5.6C5.9 6.2 7.6 4 10 4s4.1 2.2 4.4 4.9c.3 2.2.1 4 1.6 5.6z' +
  'M8.3 16.6a1.8 1.8 0 0 0 3.4 0M10 4V2.4';

// Bell asks for permission to notify. Browsers allow this only on pages with a secure connection.
function Bell() {
  const [on, setOn] = useState(() => wished() && globalThis.Notification?.permission === 'granted');
  if (!globalThis.Notification || !isSecureContext) return null;
  const press = async () => {
    const yes = !on && (await Notification.requestPermission()) === 'granted';
    try {
      localStorage.setItem(wish, yes ? 'yes' : 'no');
    } catch {
      wishes = yes; // while the page is open
    }
    setOn(yes);
  };
  return html`<button class="quiet bell"
    title="Tells you by a notification when it is your turn and you look at something else" aria-pressed=${
      on ? 'true' : 'false'
    } onClick=${press}><svg viewBox="0 0 20 20" aria-hidden="true"><path d=${bell} /></svg>
    <span>${on ? 'Alerts on' : 'Alert me'}</span></button>`;
}

// There lists the present players and lets a player change their name.
function There({ match, others }) {
  const { state, present } = match,
    [asking, setAsking] = useState(false),
    me = state.seats.find(s => s.side === state.you.side);
  const here = side => present?.here.includes(side) || present?.table;
  const tell = s =>
    html`<span class=${`present side-${state.sides.indexOf(s.side)}${here(s.side) ? ' here' : ''}`}
      title=${s.held === 'invited' ? `Nobody has opened the invitation to play ${s.side}` : null}>
      <i aria-hidden="true"></i><span>${named(s) ? html`<b>${named(s)}</b> (${s.side})` : html`<b>${s.side}</b>`} ${
        s.held === 'invited' ? 'invited' : !present ? '' : here(s.side) ? 'is here' : 'is not here'
      }</span></span>`;
  // A seat without a name gets the name that this browser knows.
  useEffect(() => {
    if (me && !named(me) && myName() && state.you.role === 'seat') match.name(state.you.side, myName());
  }, []);
  // The creator of a match also has a key that came with the match, unless this browser created
  // it.
  const shared =
    me?.held === 'given' &&
    !known().some(m => m.id === match.id && m.tokens) &&
    'The person who began the match may have the key of your seat. A new key makes the seat yours alone.';
  const own = () => claim(match.id, me.side, match.token, state.hands),
    watchers = (present?.spectators || 0) - (state.you.role === 'spectator' ? 1 : 0);
  return html`<div class="company" role="status" aria-label="Who is here">${others.map(tell)}
    ${watchers > 0 && html`<span class="soft watchers">${counted(watchers, 'spectators')}</span>`}
    <span class="company-mine">
    ${
      shared &&
      html`<button class="quiet own-seat" title=${shared} onClick=${own}>
        Own this seat</button>`
    }
    ${
      me &&
      html`<button class="quiet my-name" onClick=${() => setAsking(true)}>
    ${named(me) ? `You: ${named(me)}` : 'Your name'}</button><${Bell} />`
    }</span>
    ${asking && html`<${Name} match=${match} was=${named(me)} onClose=${() => setAsking(false)} />`}</div>`;
}

function Name({ match, was, onClose }) {
  const [name, setName] = useState(was || myName());
  const go = e => {
    e.preventDefault();
    myName(name);
    match.name(match.state.you.side, name.trim());
    onClose();
  };
  return html`<${Dialog} title="Your name" onClose=${onClose}><form class="row" onSubmit=${go}>
    <label class="grow">What the other players call you<input value=${name} maxlength="40" autocomplete="nickname"
      onInput=${e => setName(e.target.value)} /></label><button class="main">Keep it</button></form><//>`;
}

// Curtain covers the table while the screen goes from one player to the other.
function Curtain({ match, tokens }) {
  const { state } = match,
    side = owes(state),
    box = useRef(null),
    other = side && side !== state.you.side;
  const looked = sessionStorage.getItem(`curtain.${match.id}`) === state.you.side;
  const [open, setOpen] = useState(looked || Boolean(state.over));
  const drawn = !open || (other && !document.querySelector('.tray-go')),
    who = other ? side : state.you.side,
    n = state.sides.indexOf(who);
  useEffect(() => {
    if (drawn) box.current?.showModal();
  }, [drawn]);
  // The dice are shown first. Nothing else reports that the tray was closed.
  const [, again] = useReducer(n => n + 1, 0);
  useEffect(() => {
    if (!other || drawn) return undefined;
    const timer = setInterval(again, 150);
    return () => clearInterval(timer);
  }, [other, drawn]);
  if (!drawn || state.over) return null;
  const take = () => {
    sessionStorage.setItem(`curtain.${match.id}`, who);
    if (who === state.you.side) setOpen(true);
    else location.hash = tokens[who]; // This reloads the page with the key of that seat.
  };
  return html`<dialog class="curtain" ref=${box} aria-label="The screen is handed over"
    onCancel=${e => e.preventDefault()}><div><p>Each side has secrets. Hand the screen to</p><h2 class=${`side-${n}`}>
      ${named(state.seats[n]) || who}</h2>
    <button class="main" onClick=${take}>I am ${named(state.seats[n]) ? `${named(state.seats[n])}, for ${who}` : who}
    </button></div></dialog>`;
}
