// The answer to a puzzle: right or wrong, the chance to win after each action, and why.
import { useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { capital } from './labels.js';
import { percent } from './number.js';
import { puzzlePlace } from './places.js';

const shownAtFirst = 8;

const points = v => (100 * v).toFixed(1);

/** verdict says how good an answer is. */
export function verdict(answer) {
  const wins = `It wins ${percent(answer.action.chance)} of the time`;
  if (answer.best) return `Right. ${wins}.`;
  return `Not the best. ${wins}, ${points(answer.givesUp)} points less than the best action.`;
}

/** Solution shows all of it. onLook takes the line of an action that the map is to show. */
export function Solution({ x, answer, looked, onLook, onAgain, next }) {
  const { best, second } = answer.solution,
    follows = next();
  return html`<section class=${`verdict ${answer.best ? 'right' : 'wrong'}`}><h1><i aria-hidden="true">${
    answer.best ? '✓' : '✕'
  }</i> ${answer.best ? 'Right' : 'Not the best'}</h1><p><b>${answer.action.says.text}</b> wins
    ${' '}${percent(answer.action.chance)} of the time${
      answer.best ? '.' : html`, ${points(answer.givesUp)} points less than the best action.`
    }</p></section>
    <div class="row puzzle-then">${
      follows && html`<a class="button main" href=${puzzlePlace(follows.id)}>Next puzzle</a>`
    }<button onClick=${onAgain}>Try again</button></div>
    <${Bars} x=${x} answer=${answer} looked=${looked} onLook=${onLook} />
    <section class="reasons"><h2>Why</h2><${Reasons} head="Best" a=${best[0]} />
      ${second && html`<${Reasons} head="Next best" a=${second} />`}
      <p class="small soft">The program looked at every position that can follow. Both sides play their best in each,
        and a draw counts as half a win.</p></section>`;
}

// Bars lists the chance to win after each action, best first. The answer and the solution are
// always shown.
function Bars({ x, answer, looked, onLook }) {
  const [all, setAll] = useState(false),
    says = new Map(x.actions.map(a => [a.line, a.says.text])),
    best = new Set(answer.solution.best.map(a => a.line)),
    mine = answer.action.line;
  const list = answer.chances.filter((c, i) => all || i < shownAtFirst || c.line === mine),
    more = answer.chances.length - list.length;
  return html`<section class="bars-of"><h2>Chance to win after each action</h2><ul>${list.map(
    c => html`<li key=${c.line}><button class=${`chance-row${best.has(c.line) ? ' best' : ''}`}
      aria-pressed=${looked === c.line ? 'true' : 'false'} data-line=${c.line} onClick=${() => onLook(c.line)}>
      <span class="chance-says">${says.get(c.line) || c.line}${
        best.has(c.line) ? html` <i class="flag">best</i>` : ''
      }${c.line === mine ? html` <i class="flag">your answer</i>` : ''}</span><b>${percent(c.chance)}</b>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-ground" width="100"
        height="8" /><rect class="bar-filled" width=${(100 * c.chance).toFixed(2)} height="8" /></svg></button></li>`,
  )}</ul>${more > 0 && html`<button onClick=${() => setAll(true)}>Show ${more} more</button>`}</section>`;
}

// Reasons says what the chance after an action depends on, and what follows.
function Reasons({ head, a }) {
  return html`<div class="reason"><h3>${head}: ${a.says.text} <b>${percent(a.chance)}</b></h3>
    ${
      a.events.length > 0
        ? html`<ul>${a.events.map(
            e => html`<li>${capital(e.says)}: ${percent(e.chance)} of the time. With it you win
            ${' '}<b>${percent(e.with)}</b>, without it <b>${percent(e.without)}</b>.</li>`,
          )}</ul>`
        : a.chance > 0 &&
          html`<p>${
            a.chance === 1
              ? 'After it you win if you play your best, whatever the dice show and the other side does.'
              : 'No event of the action itself decides it.'
          }</p>`
    }
    ${
      a.next.length > 0 &&
      html`<p>In the likeliest case, best play goes on like this:</p><ol class="goes-on">${a.next.map(
        n => html`<li><b>${n.side}:</b> ${n.says.text}</li>`,
      )}</ol>`
    }
    ${a.chance === 0 && html`<p>After it the other side can always win.</p>`}</div>`;
}
