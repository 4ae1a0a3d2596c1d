// The open question of an action: dice, or a decision of a side; and the request for an undo.
import { useEffect, useRef } from './vendor/preact-htm.js';
import { html, useLoad } from './shell.js';
import { Cite } from './clause.js';
import { DiceEntry } from './typeddice.js';
import { Entry } from './record.js';
import { amount, percent } from './number.js';
import { sentence } from './reports.js';
import { capital } from './labels.js';
import { Owed } from './halves.js';
import { OptionHint, useOptionHints } from './advice.js';
import { tight } from './eventodds.js';

/**
 * SoFar shows what has happened in the pending action up to the question. It is below the
 * question, which must be easy to find.
 */
function SoFar({ begun }) {
  const rest = (begun.entries || []).slice(1);
  if (!rest.length) return null;
  return html`<details class="so-far" open><summary>So far</summary><div class="step-explanation">
    ${rest.map(e => html`<${Entry} key=${e.seq} entry=${e} />`)}</div></details>`;
}

// saidOf returns the pending action as a sentence.
const saidOf = begun => (begun.entries?.[0]?.says ? sentence(begun.entries[0].says) : begun.action);

// useOptions fetches the odds of each option. They are odds of the whole action, so the server
// says whether they exist: only while nothing of it was rolled or decided.
function useOptions(match, begun, wanted) {
  const q = begun?.question,
    fresh = wanted && begun?.weighed;
  return useLoad(
    signal =>
      !fresh
        ? Promise.resolve(null)
        : Promise.all(
            q.options.map(o =>
              match
                .get(
                  `odds?action=${encodeURIComponent(begun.action)}&if=${encodeURIComponent(`${q.why}: ${o}`)}`,
                  signal,
                )
                .then(
                  x => (x.exact && x.decisions.some(d => d.why === q.why && d.options[d.taken] === o) ? x : null),
                  () => null,
                ),
            ),
          ),
    [q?.id, fresh],
  ).value;
}

// Bars shows the chances of a side's losses.
function Bars({ losses }) {
  const most = Math.max(...losses.chances.map(c => c.float)),
    n = losses.chances.length,
    wide = 100 / Math.max(n, 4);
  return html`<svg class="loss-bars" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
    ${losses.chances.map(
      (c, i) => html`<rect class=${c.n ? '' : 'none'} x=${i * wide} y=${30 - (30 * c.float) / most}
      width=${wide * 0.8} height=${(30 * c.float) / most} />`,
    )}</svg>`;
}

function OptionCard({ name, odds, hints, index, busy, onTake }) {
  const zones = odds?.zones,
    all = zones && [zones.some, zones.all].filter(z => z && z.float > 0);
  return html`<button class="option" disabled=${busy} onClick=${onTake}><span class="option-name">${name}</span>
    <${OptionHint} hints=${hints} index=${index} />
    ${odds?.losses.map(
      l => html`<span class="option-odds"><b>${amount(l.mean)}</b> ${l.side} lost<span class="on-average"> on average
      </span><${Bars} losses=${l} /></span>`,
    )}
    ${
      all?.length > 0 &&
      html`<span class="option-odds">${all.map((z, i) => html`${i ? ', ' : ''}${z.name} <b>${percent(z.float)}</b>`)}
        </span>`
    }</button>`;
}

/**
 * Decision shows the open question to the side that must answer, and tells the others that it is
 * open.
 */
export function Decision({ match }) {
  const { begun, sides } = match.state;
  const box = useRef(null);
  const id = begun?.question?.id;
  const yours = begun?.yours && !match.stopped();
  const odds = useOptions(match, begun, yours),
    hints = useOptionHints(match, yours ? begun.question : null);
  useEffect(() => {
    if (!yours) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    // The heading gets the focus, not an option: a key pressed once too often must not answer. A
    // field in which somebody writes keeps it.
    if (begun.question.kind === 'choice' && !document.activeElement?.matches('input, textarea'))
      box.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [id, yours]);
  if (!begun) return null;
  const q = begun.question,
    said = saidOf(begun);
  if (!q)
    return html`<section class="decision waiting"><p class="line-said">${said}</p><p>Calculating …</p>
      <${SoFar} begun=${begun} /></section>`;
  const side = sides.indexOf(q.by);
  if (!yours)
    return html`<section class=${`decision waiting side-${side}`} role="status"><p class="line-said">${said}</p>
      ${
        q.kind === 'roll' && match.state.hands
          ? html`<p>${capital(q.why)} <${Cite} clause=${q.clause} /></p><${Owed} match=${match} />`
          : html`<p>Waiting for <b>${q.by}
      </b> ${q.kind === 'roll' ? 'to roll' : 'to decide'}: ${q.asks || q.why} <${Cite}
        clause=${q.clause} /></p>`
      }<${SoFar} begun=${begun} /></section>`;
  return html`<section ref=${box} class=${`decision side-${side}`} aria-label=${`${q.by} is asked`}>
    <h2 tabindex="-1">${q.by}: ${q.kind === 'roll' ? 'your dice' : 'your decision'}</h2>
    <p class="line-said">${said}</p>
    ${
      q.kind === 'roll'
        ? html`<${DiceEntry} key=${id} match=${match} question=${q} />`
        : html`
      <p class="asks">${capital(q.asks || q.why)} <${Cite} clause=${q.clause} /></p>
      <div class=${`options${q.options?.length > 2 ? ' many' : ''}`}>
      ${(q.options || []).map(
        (o, i) => html`<${OptionCard} key=${i} name=${o}
        odds=${odds?.[i]} hints=${hints} index=${i} busy=${match.busy}
        onTake=${() => match.answer({ option: i, question: id })} />`,
      )}</div>${hints.ask && html`<button class="quiet ask-hint" onClick=${hints.ask}>Hint</button>`}
      ${hints.says && html`<p class="small soft" role="status">${hints.says}</p>`}
      ${
        hints.basis &&
        html`<details class="small soft advice-basis"><summary>What these chances rest on</summary>
        ${tight(hints.basis)}</details>`
      }`
    }
    <${SoFar} begun=${begun} />
  </section>`;
}

/** Terms asks for consent to typed dice of the other side, which only that side can see. */
export function Terms({ match }) {
  const { seats } = match.state,
    wants = seats.find(s => s.wants);
  if (!wants || match.state.over) return null;
  const other = seats.find(s => s !== wants).side;
  if (!match.sits(other))
    return html`<p class="asked" role="status"><b>${wants.side}
      </b> asks ${other} whether it may roll its own dice and type them.</p>`;
  return html`<section class="asked" role="alertdialog" aria-label=${`May ${wants.side} roll its own dice?`}><p>
    <b>${wants.side}</b> asks to roll its own dice from now on, and type what they show. You would have to take its
    word for them.</p><div class="row"><button class="main" disabled=${match.busy}
      onClick=${() => match.agree(wants.side, true)}>Agree</button>
    <button disabled=${match.busy} onClick=${() => match.agree(wants.side, false)}>No, the program rolls</button></div>
    </section>`;
}

/** Consent asks for consent to an undo. */
export function Consent({ match }) {
  const { undo, sides } = match.state;
  if (!undo.asked_by)
    return (
      match.refused &&
      html`<p class="asked" role="status"><b>${match.refused.side}
        </b> refuses: nothing is undone. <button class="quiet" onClick=${() => match.clear()}>Close</button>
        </p>`
    );
  const other = sides.find(s => s !== undo.asked_by),
    stays = match.state.hands && 'If it is played again, its dice stay the same.';
  if (!match.sits(other) || match.stopped() || match.state.you.role === 'table')
    return html`<p class="asked" role="status"><b>${undo.asked_by}
      </b> asks ${other} for consent to undo the last action. ${stays}</p>`;
  return html`<section class="asked" role="alertdialog" aria-label="May the last action be undone?"><p><b>
    ${undo.asked_by}</b> asks to undo the last action. The record keeps it. ${stays}</p>
    <div class="row"><button class="main" disabled=${match.busy} onClick=${() => match.consent(true)}>Agree</button>
    <button disabled=${match.busy} onClick=${() => match.consent(false)}>No, keep it</button></div></section>`;
}
