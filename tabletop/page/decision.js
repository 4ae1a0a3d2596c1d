// What an action waits for: dice, or a decision of a side; and the request to
// take something back.
import { useEffect, useRef } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { Cite } from './clause.js';
import { DiceEntry } from './typed.js';
import { Entry } from './record.js';

/** SoFar tells what has come of the action that waits, up to the question. It stands below what is asked, which must not be looked for. */
function SoFar({ begun }) {
  const rest = (begun.entries || []).slice(1);
  if (!rest.length) return null;
  return html`<details class="so-far" open><summary>So far</summary><div class="step-account">${rest.map(e => html`<${Entry} key=${e.seq} entry=${e} />`)}</div></details>`;
}

/** Decision shows the open question to whoever owes the answer, and to the others that it is open. */
export function Decision({ match }) {
  const { begun, sides } = match.state;
  const box = useRef(null);
  const id = begun?.question?.id;
  const yours = begun?.yours;
  useEffect(() => {
    if (!yours) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    // The head, not an option: a key that is pressed once too often must answer nothing.
    if (begun.question.kind === 'choice') box.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [id, yours]);
  if (!begun) return null;
  const q = begun.question;
  if (!q) return html`<section class="decision waiting"><p class="line">${begun.action}</p><p>It is being worked out …</p><${SoFar} begun=${begun} /></section>`;
  const side = sides.indexOf(q.by);
  if (!yours) return html`<section class=${`decision waiting side-${side}`} role="status"><p class="line">${begun.action}</p><p>Waiting for <b>${q.by}</b> ${q.kind === 'roll' ? 'to roll' : 'to decide'}: ${q.why} <${Cite} clause=${q.clause} /></p><${SoFar} begun=${begun} /></section>`;
  return html`<section ref=${box} class=${`decision side-${side}`} aria-label=${`${q.by} is asked`}>
    <h2 tabindex="-1">${q.by}: ${q.kind === 'roll' ? 'your dice' : 'your decision'}</h2>
    <p class="line">${begun.action}</p>
    ${q.kind === 'roll' ? html`<${DiceEntry} key=${id} match=${match} question=${q} />` : html`
      <p>${q.why} <${Cite} clause=${q.clause} /></p>
      <div class="options">${(q.options || []).map((o, i) => html`<button disabled=${match.busy} onClick=${() => match.answer({ option: i })}>${o}</button>`)}</div>`}
    <${SoFar} begun=${begun} />
  </section>`;
}

/** Consent asks whether something may be taken back. */
export function Consent({ match }) {
  const { undo, sides } = match.state;
  if (!undo.asked_by) return match.refused && html`<p class="asked" role="status"><b>${match.refused.side}</b> lets it stand: nothing is taken back. <button class="quiet" onClick=${() => match.clear()}>Close</button></p>`;
  const other = sides.find(s => s !== undo.asked_by);
  if (!match.sits(other) || match.state.you.role === 'table') return html`<p class="asked" role="status"><b>${undo.asked_by}</b> asks ${other} whether the last action may be taken back.</p>`;
  return html`<section class="asked" role="alertdialog" aria-label="May the last action be taken back?"><p><b>${undo.asked_by}</b> asks to take the last action back. It stays in the record.</p>
    <div class="row"><button class="main" disabled=${match.busy} onClick=${() => match.consent(true)}>Agree</button><button disabled=${match.busy} onClick=${() => match.consent(false)}>No, it stands</button></div></section>`;
}
