// A clause beside a number: a click opens its text.
import { createContext, useContext, useState } from './vendor/preact-htm.js';
import { html, Dialog, useLoad } from './shell.js';
import { ledger } from './api.js';

/** Rulebook is the ruleset whose clauses are cited. */
export const Rulebook = createContext('');

/** Cite is a clause that opens. */
export function Cite({ clause, ruleset }) {
  const of = useContext(Rulebook);
  const [open, setOpen] = useState(false);
  if (!clause) return null;
  return html`<button type="button" class="cite" onClick=${e => {
    e.stopPropagation();
    setOpen(true);
  }} title=${`what the clause ${clause} says`}>${clause}</button>
    ${open && html`<${Gist} ruleset=${ruleset || of} clause=${clause} onClose=${() => setOpen(false)} />`}`;
}

// shown says which cases show the effect of a clause. A released program has none of their names.
const shown = ({ cases }) => {
  if (cases.length === 0) return 'no case';
  return cases.every(name => name === '1') ? 'cases of the casebook' : cases.join('; ');
};

function Gist({ ruleset, clause, onClose }) {
  const { value, error } = useLoad(() => ledger(ruleset), [ruleset]);
  const c = value?.get(clause);
  return html`<${Dialog} title=${c?.title ?? clause} onClose=${onClose} className="clause">
    ${error && html`<p>${error.message}</p>`}
    ${value && !c && html`<p>This rulebook has no such clause.</p>`}
    ${
      c &&
      html`<p class="gist">${c.gist}</p>
      <dl class="facts"><dt>Clause</dt><dd>${clause}</dd><dt>Status</dt><dd>${c.status}</dd>
      <dt>Shown by</dt><dd>${shown(c)}</dd>
      </dl>`
    }
  <//>`;
}

/** cite returns a clause within other text. */
export const cite = clause => html`<${Cite} clause=${clause} />`;
