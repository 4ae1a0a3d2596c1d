// The searchable list of all legal actions with their odds, in the ruleset's groups. It offers
// the same as the map.
import { useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { Brief, useChances } from './chances.js';
import { useSeen } from './seen.js';
import { leader, takes } from './actionwords.js';

const shownAtFirst = 30;

const rows = list => {
  const by = new Map();
  for (const a of list) {
    if (!by.has(a.group)) by.set(a.group, []);
    by.get(a.group).push(a);
  }
  return [...by];
};

/** Actions is the list: of the selected piece and of actions without a piece, or of all pieces. */
export function Actions({ match, choice, open, onOpen, children }) {
  const { offers, piece, line } = choice,
    [text, setText] = useState('');
  if (match.state.over) return null;
  const wanted = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const all = offers.pool
    .filter(a => !piece || takes(a, piece) || !leader(a))
    .filter(a => wanted.every(w => a.says.text.toLowerCase().includes(w) || a.line.includes(w)));
  return html`<details class=${`actions${offers.fresh ? '' : ' stale'}`} aria-busy=${offers.busy ? 'true' : 'false'}
    open=${open} onToggle=${e => onOpen(e.currentTarget.open)}><summary>All actions <b>
      ${offers.fresh ? all.length : '…'}</b></summary>
    ${
      open &&
      html`<label class="search"><span class="voice">Search among them</span><input type="search" value=${text}
        placeholder="Search: a piece, a place, a word" onInput=${e => setText(e.target.value)} /></label>
    ${rows(all).map(
      ([name, list]) => html`<${Group} key=${name} match=${match} name=${name} list=${list}
      fresh=${offers.fresh} chosen=${line} onChoose=${choice.setLine} />`,
    )}
    ${!all.length && html`<p class="soft">No action matches.</p>`}${children}`
    }
  </details>`;
}

function Group({ match, name, list, fresh, chosen, onChoose }) {
  const [more, setMore] = useState(false),
    shown = more ? list : list.slice(0, shownAtFirst);
  return html`<section class="group"><h3>${name || 'Actions'}</h3><ul>
    ${shown.map(
      a => html`<${Row} key=${a.line} match=${match} action=${a} fresh=${fresh} chosen=${a.line === chosen}
      onChoose=${onChoose} />`,
    )}</ul>
    ${
      list.length > shown.length &&
      html`<button onClick=${() => setMore(true)}>Show ${list.length - shown.length} more</button>`
    }</section>`;
}

function Row({ match, action, fresh, chosen, onChoose }) {
  const [at, seen] = useSeen('.slip'),
    { value, error } = useChances(match, action.line, seen && fresh);
  return html`<li ref=${at} class=${chosen ? 'chosen' : ''}><button class="act" aria-pressed=${
    chosen ? 'true' : 'false'
  } data-line=${action.line} title=${action.gist} onClick=${() => onChoose(action.line)}><span class="line">
      ${action.says.text}</span><${Brief} chances=${value} error=${error} /></button></li>`;
}
