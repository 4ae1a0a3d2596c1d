// Resigning: a player gives the match up, after a question that says what follows.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html, Dialog, Trouble } from './shell.js';

// resignableSides lists the sides for which this page may resign.
const resignableSides = match => match.state.seats.filter(s => !s.policy && match.sits(s.side)).map(s => s.side);

// reasonNotToResign returns the reason why nobody can resign here now, or "".
function reasonNotToResign(match) {
  const { state, hand } = match;
  if (state.hands?.waits.length) return 'The match has not begun yet.';
  if (state.begun) return 'An action is not finished: finish it, or undo it, and resign then.';
  if (!match.goesOn()) return 'It is the other phone’s turn: resign when it is yours.';
  if (match.stopped()) return 'This page has stopped, because the server showed something false: see the dice.';
  if (hand?.missing || hand?.isElsewhere()) return 'Your half of the dice is elsewhere: resign where you play.';
  return '';
}

/** ResignButton is in the menu of a match while it can be resigned. */
export function ResignButton({ match, onAsk }) {
  if (match.state.over || !resignableSides(match).length) return null;
  const why = reasonNotToResign(match);
  return html`<p class="row"><button class="resign-match" disabled=${Boolean(why)} onClick=${onAsk}>Resign …</button>
    ${why && html`<span class="small soft">${why}</span>`}</p>`;
}

/** Resign asks whether a side really resigns. Two players at one screen say which side. */
export function Resign({ match, onClose }) {
  const { state } = match,
    sides = resignableSides(match),
    [side, setSide] = useState(sides.includes(state.turn) ? state.turn : sides[0]),
    over = Boolean(state.over),
    why = reasonNotToResign(match);
  useEffect(() => {
    if (over) onClose();
  }, [over]);
  return html`<${Dialog} title="Resign?" onClose=${onClose} className="resign">
    ${
      sides.length > 1 &&
      html`<p class="row" role="radiogroup" aria-label="Who resigns">${sides.map(
        s => html`<label class="tick"><input type="radio" name="resigns" checked=${s === side}
        onChange=${() => setSide(s)} />${s} resigns</label>`,
      )}</p>`
    }
    <p>The match ends at once, with a win for <b>${state.sides.find(s => s !== side)}</b>.
      A resignation is final: nobody can undo it.</p>
    ${why && html`<p class="small soft">${why}</p>`}
    <p class="row"><button class="main resign-now" disabled=${match.busy || Boolean(why)}
      onClick=${() => match.resign(side)}>Resign for ${side}</button><button onClick=${onClose}>Play on</button></p>
    <${Trouble} error=${match.error} />
  <//>`;
}
