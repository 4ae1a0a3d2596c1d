// The end of a game: result, losses, links back into it, and a rematch.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html, Trouble } from './shell.js';
import { Cite } from './clause.js';
import { ask, newKey } from './api.js';
import { ownText, remember } from './mymatches.js';
import { sentence } from './reports.js';
import { Chip } from './counter.js';
import { pieces } from './naming.js';
import { Download } from './status.js';
import { phones, seated } from './phones.js';
import { inFolder, lobbyPlace, matchAnalysisPlace, matchPlace } from './places.js';
import { leaveFigures } from './figures.js';
import { capital } from './labels.js';

// beginRematch creates a rematch with sides swapped and returns the address of this player's new seat.
async function beginRematch({ id, scenario, ruleset, seats, sides, you, house, strict, hotseat, hands, hints }) {
  const [a, b] = seats,
    alone = Boolean(a.policy || b.policy);
  // The opponent gets an invitation to this player's former side.
  const seatOf = x =>
    x.policy ? { policy: x.policy } : alone ? {} : { player: x.player, invite: !hotseat && x.side !== you.side };
  // A scenario file of the player may have the name of a bundled scenario, and even the same
  // set-up.
  const yaml = ownText(id),
    what = yaml ? { yaml } : { ruleset, scenario };
  const body = { ...what, house, strict, hotseat, seats: [seatOf(b), seatOf(a)], hints: hints.on ? 'on' : 'off' };
  if (hands?.phones) {
    const side = 1 - sides.indexOf(you.side),
      players = seats.map(x => ({ player: x.player })).reverse();
    const request = { do: 'begin', new: { ...what, house, strict, seats: players, hints: body.hints }, side };
    return seated((await phones({ ...request, dice: hands.phones.values === 'typed' ? 'typed' : 'two hands' })).match);
  }
  if (hands) body.terms = { dice: 'two hands', away: hands.away, wait: hands.wait };
  else body.dice = [b.dice, a.dice];
  const made = await ask('matches', { method: 'POST', body, key: newKey() });
  const token = made.tokens[you.role === 'table' ? 'table' : sides[1 - sides.indexOf(you.side)]];
  remember({
    id: made.id,
    token,
    tokens: made.tokens,
    sides: made.sides,
    ruleset,
    scenario,
    way: hotseat ? 'hotseat' : alone ? 'alone' : 'links',
  });
  if (yaml) ownText(made.id, yaml);
  return matchPlace(made.id, token);
}

function Rematch({ match }) {
  const { state } = match,
    [busy, setBusy] = useState(false),
    [error, setError] = useState(null);
  if (!(state.bundled || ownText(state.id)) || state.you.role === 'spectator') return null;
  const go = async () => {
    setBusy(true);
    setError(null);
    try {
      location.assign(await beginRematch(state));
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return html`<button class="main rematch" disabled=${busy} onClick=${go}>
    ${busy ? 'Setting up …' : 'Again, with sides swapped'}</button><${Trouble} error=${error} />`;
}

// judged returns the result from this seat's point of view.
function judged({ over, you }) {
  const says = capital(over.says);
  if (!over.winner || you.role !== 'seat') return says;
  return `${says}. ${over.winner === you.side ? 'You win.' : 'You lose.'}`;
}

/** End shows the result. onRecord opens the record; onReplay plays it back. */
export function End({ match, onRecord, onReplay, children }) {
  const { state } = match,
    { over, sides } = state;
  useEffect(() => {
    if (!over || !inFolder) return undefined;
    const timer = setTimeout(() => leaveFigures(state.id, match.token), 300);
    return () => clearTimeout(timer);
  }, [Boolean(over), state.sequence]);
  if (!over) return null;
  const left = side => (state.scene ? pieces(state.scene).filter(p => p.side === side) : []);
  return html`<section class=${`banner end side-${sides.indexOf(over.winner)}`} role="status"><p class="small soft">
    ${state.title} · the end</p><h2>${judged(state)}</h2><p class="end-why">${sentence(over.why)} <${Cite}
      clause=${over.clause} /></p>
    <table class="end-lost"><thead><tr><th></th>${state.lost.map(
      l => html`<th class="number">${l.side}${state.you.side === l.side ? ' (you)' : ''}</th>`,
    )}</tr></thead><tbody>
      <tr><th scope="row">Lost</th>
      ${state.lost.map(l => html`<td class="number" data-side=${l.side}>${l.n} of ${l.of}</td>`)}</tr>
      <tr><th scope="row">Left</th>
      ${sides.map((_, i) => html`<td class="number">${left(i).map(p => html`<${Chip} piece=${p} side=${i} />`)}</td>`)}
      </tr>
    </tbody></table>
    <div class="end-luck">${children}</div>
    <p><a class="button was-it-luck"
      href=${matchAnalysisPlace(state.id, match.token)}>Was it luck?</a></p>
    <div class="row"><${Rematch} match=${match} />${onReplay && html`<button onClick=${onReplay}>Replay</button>`}
    ${onRecord && html`<button onClick=${onRecord}>The record</button>`}<${Download} match=${match} />
    <a class="button" href=${lobbyPlace}>Back to the lobby</a></div></section>`;
}
