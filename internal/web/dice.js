// Who rolls for a side, and the tray of faces entered in advance.
import { useState } from './vendor/preact-htm.js';
import { html } from './shell.js';

/** fromSeed says that a chosen seed makes the program's dice predictable. */
export const fromSeed = state =>
  state.seed &&
  `Dice from seed ${state.seed}: the maker of the match chose it, so everybody can foretell the program’s rolls.`;

/** DiceSettings shows who rolls for each side, with its tray. */
export function DiceSettings({ match }) {
  return html`<div class="dice-settings">
    ${match.state.seats.map((seat, i) => html`<${Seat} key=${seat.side} match=${match} seat=${seat} side=${i} />`)}
    ${match.state.seed && html`<p class="small"><b>${fromSeed(match.state)}</b></p>`}
    <p class="soft small">A side rolls the dice that a rule gives it. The acting side rolls all others. Typed faces
      count as typed. A tray holds faces that are used first, in order.</p></div>`;
}

// typing returns the label of the button for typed dice. If the terms do not allow them, the
// other side is asked.
const typing = (seat, own) =>
  seat.types
    ? own
      ? 'I type them'
      : 'They are typed'
    : seat.wants
      ? 'The other side is asked'
      : own
        ? 'Ask to type them'
        : 'Not without consent';

function Seat({ match, seat, side }) {
  const [text, setText] = useState('');
  const own = match.sits(seat.side) && !seat.policy;
  const typed = text
      .trim()
      .split(/[\s,;]+/)
      .filter(Boolean),
    faces = typed.map(Number);
  const invalid = typed.find(f => !/^\d+$/.test(f) || Number(f) < 1 || Number(f) > 100),
    good = faces.length > 0 && invalid === undefined;
  const give = async () => {
    if (await match.setDice(seat.side, { block: faces })) setText('');
  };
  return html`<fieldset class=${`seat side-${side}`}><legend>${seat.side} <span class="soft">
    ${seat.policy ? `played by the program, ${seat.policy}` : seat.player}</span></legend>
    <div class="choice" role="group" aria-label=${`Who rolls for ${seat.side}`}>
      <button aria-pressed=${seat.dice === 'program' ? 'true' : 'false'} disabled=${!own || match.busy}
        onClick=${() => match.setDice(seat.side, { dice: 'program' })}>Program rolls</button>
      <button aria-pressed=${seat.dice === 'typed' ? 'true' : 'false'} disabled=${!own || match.busy || seat.wants}
        onClick=${() => match.setDice(seat.side, { dice: 'typed' })}>${typing(seat, own)}</button>
    </div>
    ${
      own &&
      seat.types &&
      html`<details class="tray-of" open=${seat.tray > 0}>
        <summary>Tray: ${seat.tray ? `${seat.tray} ${seat.tray === 1 ? 'face' : 'faces'} left` : 'empty'}</summary>
        <div class="row tray"><label class="grow"><span class="voice">Faces for the tray</span>
        <input value=${text} inputmode="text" placeholder="6 4 1 5 …" onInput=${e => setText(e.target.value)}
          onKeyDown=${e => {
            if (e.key === 'Enter') {
              e.stopPropagation();
              if (good) give();
            }
          }} /></label>
      <button disabled=${!good || match.busy} onClick=${give}>Fill</button>
      ${
        seat.tray > 0 &&
        html`<button disabled=${match.busy} onClick=${() => match.setDice(seat.side, { block: [] })}>Empty</button>`
      }
          </div>
      ${
        invalid !== undefined &&
        html`<p class="wrong small" role="alert">“${invalid}” is no face: a face is a whole number from 1 to
          100.</p>`
      }
          ${
            seat.lies?.length > 0 &&
            html`<p class="small">The next: <b>${seat.lies.slice(0, 60).join(' ')}</b>
          ${seat.lies.length > 60 && ' …'}</p>`
          }</details>`
    }
  </fieldset>`;
}
