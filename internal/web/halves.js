// Two-hands dice on the page: open values, how a roll came about, and the secrets in this
// browser. The computation (hand.js) is loaded for these matches only.
import { createContext, useContext, useEffect, useReducer, useRef, useState } from './vendor/preact-htm.js';
import { html, Copy } from './shell.js';
import { ask } from './api.js';
import { Checking, checking } from './checking.js';
import { PhoneNotice, PhoneSettings } from './phones.js';
import { inFolder, pageFile } from './places.js';

/** handCode loads the code that makes, signs and follows lines. */
export const handCode = () => import(pageFile('hand.js'));

/**
 * handOf returns the hand of the viewer. If several pages of a browser have one seat open, the
 * last one plays and the others say so.
 */
export async function handOf(match) {
  const { Hand, playing } = await handCode(),
    { id, token, state, gone } = match,
    side = state.you.role === 'seat' ? state.you.side : '',
    hand = new Hand({ id, token, ask, side });
  const signal = gone.signal,
    again = () => {
      match.serves();
      match.changed();
    };
  hand.claim();
  addEventListener('storage', e => e.key === playing(id, side) && again(), { signal });
  addEventListener('pagehide', () => hand.release(), { signal });
  addEventListener('pageshow', e => e.persisted && again(), { signal });
  return hand;
}

/** HandsMatch is the match with dice of two hands, for its rolls; null for other matches. */
export const HandsMatch = createContext(null);

const time = t => new Date(t).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

// What follows if a value is not given in time.
const follows = {
  forfeit: 'From then on the other side may claim the game.',
  server: 'Then the server’s chain replaces it, and the roll is marked.',
  nothing: 'Without it the game waits.',
};

/** Owed shows which side must give its half of the dice, until when, and what follows. */
export function Owed({ match }) {
  const { hands, you } = match.state,
    [, again] = useReducer(n => n + 1, 0),
    o = hands.owes,
    until = o ? Date.parse(o.until) - Date.now() : 0;
  useEffect(() => {
    if (!(until > 0) || until > 2 ** 31 - 1) return undefined;
    const timer = setTimeout(again, until + 200);
    return () => clearTimeout(timer);
  }, [o?.until]);
  if (hands.phones) return html`<p class="owed">Waiting for <b>${hands.phones.turn}</b>’s phone.</p>`;
  if (!o) return html`<p>Both halves of the dice have arrived.</p>`;
  const mine = you.role === 'seat' && you.side === o.side,
    claims =
      o.then === 'forfeit' &&
      until <= 0 &&
      you.role === 'seat' &&
      !mine &&
      !match.stopped() &&
      !match.hand?.missing &&
      !match.hand?.isElsewhere();
  return html`<p class="owed">${
    mine
      ? match.stopped() || match.hand?.missing || match.hand?.isElsewhere()
        ? 'You owe your half of the dice.'
        : 'Sending your half of the dice …'
      : html`Waiting for <b>${o.side}</b>’s half of the dice.`
  }</p>
    <p class="small soft">${o.then === 'nothing' ? '' : `There is time until ${time(o.until)}. `}${follows[o.then]}</p>
    ${
      claims &&
      html`<p class="row"><button class="claim-game" disabled=${match.busy}
      onClick=${() => match.signs({ kind: 'forfeit', by: you.side })}>Claim the game</button></p>`
    }`;
}

/** Notice shows what blocks the two-hands dice: a missing player, a lost hand, a false line. */
export function Notice({ match }) {
  const { state, hand } = match,
    { hands, over, you } = state;
  if (hands?.phones) return html`<${PhoneNotice} match=${match} />`;
  if (!hands || over) return null;
  if (hand?.differs)
    return html`<section class="asked differs" role="alert"><p><b>The server shows something else than this device
      computes.</b></p><p>${hand.fault}</p><p class="small">This page has stopped: it signs nothing and gives no half of
        the dice any more. Load the page again to check again. If the difference stays, compare with the other player,
          and ask the operator of the server.</p></section>`;
  if (hand?.fault)
    return html`<section class="asked" role="alert"><p><b>The lines of this match are not valid: ${hand.fault}.</b></p>
      <p class="small">Your browser has stopped: it signs nothing and gives no half of the dice any more. Save the lines
        (⋯, Save a copy) and ask the operator of the server.</p></section>`;
  if (you.role === 'seat' && hand?.missing) return html`<${Lost} match=${match} />`;
  if (hand?.isElsewhere())
    return html`<section class="asked hand-aside" role="status"><p><b>Another tab of this browser plays${' '}
      ${you.side}.</b></p><p class="small">One seat is played in one tab, as each keeps what it has signed and given.
        This one follows the game, and goes on when the other is closed.</p><p class="row"><button class="main"
      onClick=${() => match.takesOver()}>Play in this tab</button></p></section>`;
  if (hands.waits.length)
    return html`<p class="asked" role="status">This match has dice of two hands. It begins when <b>
      ${hands.waits.join(' and ')}</b> has opened the invitation.</p>`;
  return null;
}

// Lost is shown if this browser does not have the hand of the seat.
function Lost({ match }) {
  const [text, setText] = useState(''),
    [wrong, setWrong] = useState('');
  const go = e => {
    e.preventDefault();
    const why = match.hand.recover(text);
    setWrong(why);
    if (!why) match.serves();
  };
  return html`<section class="asked hand-lost" role="alert"><p><b>This browser does not have your hand.</b>
    </p><p class="small">Either its storage was cleared, or you have opened your seat in another browser than the one
      that took it. Without the hand nothing can be done for ${match.state.you.side}: open the match in the browser that
        has it, or type the recovery line that it shows under ⋯, Dice. There is no other way back: nobody else has
          it, not even the server.</p>
    <form class="row" onSubmit=${go}><label class="grow">Recovery line<input value=${text} autocomplete="off"
      spellcheck="false" onInput=${e => setText(e.target.value)} /></label>
    <button class="main" disabled=${!text.trim()}>Restore my hand</button></form>
    ${wrong && html`<p class="wrong small">${wrong}</p>`}</section>`;
}

const short = v => `${v.slice(0, 8)}…`;

/** HandsWord is a link on a roll that opens how it came about. */
export function HandsWord({ seq }) {
  const match = useContext(HandsMatch),
    box = useRef(null),
    [roll, setRoll] = useState(null),
    [wrong, setWrong] = useState('');
  const seen = () => box.current?.open && box.current.lastElementChild.scrollIntoView({ block: 'nearest' });
  useEffect(seen, [roll, wrong]);
  if (!match?.hand) return html`<span class="two-hands">two hands</span>`;
  const open = async e => {
    if (!e.currentTarget.open) return;
    if (roll) return seen();
    try {
      await match.hand.queue(() => match.hand.follow());
      const n = match.entries().filter(x => x.kind === 'roll' && x.from === 'two hands' && x.seq <= seq).length;
      setRoll(match.hand.lines.rolls[n - 1]);
    } catch (error) {
      setWrong(error.message);
    }
    return undefined;
  };
  return html`<details ref=${box} class="two-hands" onToggle=${open}><summary><span>two hands</span></summary>${
    wrong ? html`<p class="wrong small">${wrong}</p>` : roll && html`<${RollOrigin} roll=${roll} />`
  }</details>`;
}

// RollOrigin explains how a roll came about.
function RollOrigin({ roll }) {
  const { ask: q, values, seats } = roll;
  return html`<div class="came-about"><dl class="facts"><dt>Asked</dt><dd>${q.text}: ${q.n}D${q.die} ${q.reading}</dd>
    ${seats.map((s, i) =>
      values[i]
        ? html`<dt>${s}</dt><dd><code title=${values[i]}>${short(values[i])}</code></dd>`
        : s !== 'server' && html`<dt>${s}</dt><dd>was away</dd>`,
    )}
    <dt>Faces</dt><dd>${roll.faces.join(' ')}</dd></dl>
    <p class="small">${
      roll.again
        ? 'The same question was rolled before the action was undone, so it has the same faces.'
        : roll.absent
          ? `${roll.absent} was away, and the server stood in.`
          : 'The question was fixed first. Then each hand gave the next value of a chain that it had promised before ' +
            'the match. The faces follow from both; this browser has computed them, too.'
    } ${
      inFolder
        ? html`<code>loophole verify</code> checks that the rules ask this question.`
        : html`Which question is asked rests on the server until <code>loophole verify</code> checks the lines
            afterwards.`
    }</p>
    </div>`;
}

// Makers says who makes the dice, and what that is worth.
function Makers({ state: { hands } }) {
  if (inFolder)
    return html`<p>You and the program make the dice of this match together. Every roll results from two values, of
      which this page gives one and the program the other when the question is fixed. Neither types dice.</p>
    <p class="small">Both halves are kept by this browser: whoever can read its storage can foresee the dice.
      ${' '}<code>loophole verify FILE</code> checks all questions, faces and signatures.</p>`;
  return html`<p>Both players make the dice of this match, so that neither can foresee or choose them, nor the server
    between them. Every roll results from two values, of which each player’s browser or terminal gives one when the
      question is fixed. Neither types dice.</p>
    <p class="small">${
      checking() ? '' : 'While this device does not check the match, the server decides which question is asked.'
    } <code>loophole verify FILE</code> checks all questions afterwards, and all signatures.</p>
    <p class="small">${
      hands.away === 'server'
        ? `If a player owes a half for ${lasting(hands.wait)}, the server stands in.`
        : `If a player owes a half for ${lasting(hands.wait)}, the other can claim the game.`
    }</p>`;
}

/** HandSettings shows who makes the dice, and what this browser keeps. */
export function HandSettings({ match }) {
  const { hand, state } = match,
    [told, setTold] = useState(false);
  const line = told && hand?.secret ? hand.recovery() : '';
  if (state.hands.phones) return html`<${PhoneSettings} match=${match} />`;
  return html`<div class="dice-settings"><${Makers} state=${state} />
    <${Checking} match=${match} />
    ${
      hand?.secret &&
      !hand.missing &&
      !hand.isElsewhere() &&
      html`<p class="small chain-left">Your chain is good for ${hand.left().toLocaleString('en')} more rolls, and is
        renewed by itself when it runs low. <button class="quiet renew-chain"
          disabled=${match.busy || state.over || match.stopped()}
          onClick=${() => match.renews()}>Renew it now</button></p>
      <p class="small">Your hand is kept in this browser alone. If its storage is cleared, the seat cannot play on
        without the recovery line, which stays the same for the whole match. ${
          !inFolder &&
          html`With it and the link of this seat <code>loophole join LINK --recover LINE</code> goes on, too.${' '}`
        }Anyone with that line can foresee your half of the dice
            and sign for you. Show it to nobody.</p>
      ${
        line
          ? html`<${Copy} label="Recovery line" text=${line} />`
          : html`<button class="show-recovery" onClick=${() => setTold(true)}>Show the recovery line</button>`
      }`
    }</div>`;
}

const lasting = s => {
  const [n, unit] = s % 86400 === 0 ? [s / 86400, 'day'] : s % 3600 === 0 ? [s / 3600, 'hour'] : [s, 'second'];
  return `${n === 1 ? `one ${unit}` : `${n} ${unit}s`}`;
};
