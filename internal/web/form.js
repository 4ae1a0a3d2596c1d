// The form of a question: its situation, the readings of the rulings, and the house rules.
import { useState } from './vendor/preact-htm.js';
import { html, useMedia } from './shell.js';
import { Rulings } from './rulings.js';
import { Situation } from './situation.js';
import { Values } from './values.js';
import { plain } from './number.js';

/**
 * faultsOf lists the messages of an error by place in the question: set.KEY, ruling.ID,
 * house.PATH.
 */
export const faultsOf = error =>
  new Map(
    (error?.errors || [])
      .filter(e => e.location?.startsWith('query.'))
      .map(e => [e.location.slice('query.'.length), e.message]),
  );

const changes = map => (Object.keys(map).length ? `${Object.keys(map).length} changed` : 'none changed');

// affecting counts the rulings or values that affect an answer, before the number of changes.
const affecting = n => `${n || 'none'} affect${n === 1 ? 's' : ''} this answer, `;

/** Form is one question. part is the question; got is its answer. */
export function Form({ id, part, ruleset, proc, about, got, change }) {
  const wide = useMedia('(min-width: 901px)'),
    faults = faultsOf(got.error),
    answer = got.value || got.kept;
  const amiss = kind => [...faults.keys()].some(f => f.startsWith(kind + '.'));
  return html`<div class=${`form-of-${id}`}>
    <label>Example<select value=${part.example || ''} onChange=${e =>
      change({ example: e.target.value, set: {}, from: [] })}><option value="">none: start with the defaults</option>
        ${proc.examples.map(e => html`<option value=${e.name}>${plain(e.name)}: ${e.gist}</option>`)}</select></label>
    <details class="form" open=${wide || amiss('set')}><summary><span>Situation <span class="soft">
    ${Object.keys(part.set).length ? changes(part.set) : ''}</span></span></summary>
      <${Situation} id=${id} proc=${proc} example=${part.example} set=${part.set} faults=${faults}
        onSet=${(set, what) => change({ set }, what && `${id}.${what}`)} /></details>
    ${
      about?.rulings.length > 0 &&
      html`<${Readings} part=${part} ruleset=${ruleset} rulings=${about.rulings}
      followed=${answer?.rulings} faults=${faults} change=${change} />`
    }
    ${
      about &&
      (answer?.values.length > 0 || Object.keys(part.house).length > 0 || amiss('house')) &&
      html`<details class="form house" open=${amiss('house') || Object.keys(part.house).length > 0}><summary>
        <span>House rules: values <span class="soft">${answer ? affecting(answer.values.length) : ''}${changes(
          part.house,
        )}</span></span></summary>
      <${Values} id=${id} values=${answer?.values || []} facts=${about.facts} house=${part.house} faults=${faults}
        lacks=${got.error?.lacks || []} onChange=${(house, what) => change({ house }, what && `${id}.${what}`)} />
          </details>`
    }
  </div>`;
}

// Readings lists the rulings that affect the answer or were changed; the others on demand.
function Readings({ part, ruleset, rulings, followed, faults, change }) {
  const [all, setAll] = useState(false);
  const near = followed ? rulings.filter(r => r.name in followed || r.name in part.ruling) : rulings,
    rest = rulings.length - near.length;
  return html`<details class="form" open=${Object.keys(part.ruling).length > 0}><summary>
    <span>Rulings <span class="soft">${followed ? affecting(Object.keys(followed).length) : ''}${changes(part.ruling)}
    </span></span></summary>
    ${[...faults]
      .filter(([at]) => at.startsWith('ruling.'))
      .map(
        ([at, message]) => html`<p class="wrong" role="alert">
    ${plain(at.slice('ruling.'.length))}: ${message}</p>`,
      )}
    <${Rulings} ruleset=${ruleset} rulings=${all ? rulings : near} changed=${part.ruling} followed=${followed}
      onChange=${ruling => change({ ruling })} />
    ${
      rest > 0 &&
      html`<button class="more-rulings" aria-pressed=${all ? 'true' : 'false'}
      onClick=${() => setAll(!all)}>${all ? 'Only those that affect this answer' : `${rest} more of this rulebook`}
        </button>`
    }</details>`;
}
