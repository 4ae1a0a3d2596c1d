// Playing on from a position of a game that is analysed: a new match with its first actions.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html, Dialog, Trouble, useLoad } from './shell.js';
import { ask, book, newKey } from './api.js';
import { remember } from './mymatches.js';
import { ranked, strength } from './strengths.js';
import { carry } from './carrier.js';
import { bearer } from './download.js';
import { matchPlace } from './places.js';

// recordOf returns the record of a source of an analysis: of a match that is over, or of a file.
async function recordOf({ options, path }) {
  if (options.lines !== undefined) return options.lines;
  const answer = await carry(`/api/v1/${path.replace(/analysis$/, 'record.jsonl')}`, {
    headers: bearer(options.token),
  });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.text();
}

// calledIn returns the title and the goal of the match of a source. A record from a file has neither.
async function calledIn({ options, path }) {
  if (options.lines !== undefined) return {};
  const { title, gist } = await ask(path.replace(/\/analysis$/, ''), { token: options.token });
  return { title, gist };
}

// opponentIn returns the policy that played against a side in the match of a source, or else the one that played
// the side itself; '' if persons played both, and for a file.
async function opponentIn({ options, path }, side) {
  if (options.lines !== undefined) return '';
  const { seats } = await ask(path.replace(/\/analysis$/, ''), { token: options.token });
  return seats[1 - side]?.policy || seats.find(s => s.policy)?.policy || '';
}

// begin begins the match and returns the address of its page.
async function begin({ source, x, after, side, policy }) {
  const hotseat = policy === 'both',
    seats = [0, 1].map(i => (hotseat || i === side ? {} : { policy }));
  const body = { ...(await calledIn(source)), record: await recordOf(source), after, hotseat, seats };
  const made = await ask('matches', { method: 'POST', body, key: newKey() });
  const mine = made.sides[side],
    token = !hotseat ? made.tokens[mine] : made.secret ? made.tokens[made.turn] : made.tokens.table;
  remember({
    id: made.id,
    token,
    tokens: made.tokens,
    sides: made.sides,
    ruleset: x.ruleset,
    scenario: x.scenario,
    way: hotseat ? 'hotseat' : 'alone',
  });
  return matchPlace(made.id, token);
}

/** PlayOn is the dialog that begins a match before an action of the analysed game. */
export function PlayOn({ x, source, n, onClose }) {
  const action = x.actions[n - 1],
    names = x.sides.map(s => s.side);
  const [side, setSide] = useState(names.indexOf(action.side)),
    [policy, setPolicy] = useState('captain'),
    [busy, setBusy] = useState(false),
    [error, setError] = useState(null);
  useEffect(() => {
    opponentIn(source, side).then(
      found => found && setPolicy(old => (old === 'captain' ? found : old)),
      () => {}, // the first offer stays
    );
  }, []);
  const policies = useLoad(() => book(x.ruleset), [x.ruleset]).value?.policies;
  const go = async e => {
    e.preventDefault();
    setBusy(true);
    setError(null);
    try {
      location.assign(await begin({ source, x, after: n - 1, side, policy }));
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return html`<${Dialog} title="Play on from here" onClose=${onClose}><form class="play-on" onSubmit=${go}>
    <p>A new match begins ${
      action.resigned ? `where ${action.side} resigned` : `before action ${n}, “${action.said}” by ${action.side}`
    }. Earlier rolls stay as they were.</p>
    <label>You play<select value=${side} onChange=${e => setSide(Number(e.target.value))}>
      ${names.map((name, i) => html`<option value=${i}>${name}</option>`)}</select></label>
    <label>Against<select value=${policy} onChange=${e => setPolicy(e.target.value)}>
      <option value="both">a friend, at this screen</option>
      ${ranked(policies || [{ name: 'captain' }]).map(
        p => html`<option value=${p.name}>the program: ${strength(p.name)}</option>`,
      )}</select></label>
    <${Trouble} error=${error} />
    <button class="main" disabled=${busy}>${busy ? 'Setting up …' : 'Start'}</button></form><//>`;
}
