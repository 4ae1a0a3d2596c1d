// Cards of scenarios: picture, length and balance.
import { useState } from './vendor/preact-htm.js';
import { html, useLoad } from './shell.js';
import { scenario } from './api.js';
import { title } from './newmatch.js';
import { Thumb } from './thumbnail.js';
import { barOf, cautiousSays, howHard, howItEnds, howLong, measuredBy, strongSays } from './measured.js';
import { useSeen } from './seen.js';

/** Balance is a bar of the wins in a hundred games, between two strong players if they are measured. */
export function Balance({ s }) {
  if (!s.played) return null;
  const { first: a, drawn, second: b, of } = barOf(s),
    { strong } = s.played;
  return html`<div class="balance" title=${measuredBy(s)}>
    <p class="small balance-of">Between two ${of}, of a hundred:</p>
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="balance-0" width=${a}
      height="8" /><rect class="balance-none" x=${a} width=${drawn} height="8" /><rect x=${a + drawn} width=${b}
      height="8" fill="url(#second)" /></svg>
    <p><span class="side-0"><b>${s.sides[0]} ${a}</b>
      </span>${drawn > 0 && html`<span class="soft">${drawn} drawn</span>`}<span class="side-1">
      <b>${b} ${s.sides[1]}</b></span></p>${
        strong
          ? html`<p class="soft small" title=${strong.command}>${strongSays(s)}</p>
      <p class="soft small ending">${cautiousSays(s)}</p>`
          : html`<p class="soft small ending">${howItEnds(s)}</p>`
      }</div>`;
}

/** Marks are the fills that the cards share. */
export const Marks =
  () => html`<svg class="voice" width="0" height="0" aria-hidden="true"><defs><pattern id="second" width="6" height="6"
    patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="second-ground" />
    <path d="M0 0v6" class="second-ink" /></pattern>
  <pattern id="grass" width="46" height="38" patternUnits="userSpaceOnUse"><rect width="46" height="38"
    class="grass-ground" /><path class="grass-ink" d="M7 12l1-5M9 12l3-4M30 30l1-5M32 30l3-4M36 9l0-3" /></pattern>
    </defs></svg>`;

/** Card is a scenario that can be started at once or with options. */
export function Card({ s, onStart, onOptions }) {
  const [at, seen] = useSeen();
  const [busy, setBusy] = useState(false);
  const full = useLoad(() => (seen ? scenario(s.ruleset, s.name) : Promise.resolve(null)), [seen]).value;
  const name = title(s),
    go = async () => {
      setBusy(true);
      await onStart(s);
      setBusy(false);
    };
  return html`<article class="card scenario" ref=${at} aria-label=${name}>
    <${Thumb} scene=${full?.scene} />
    <div class="scenario-text"><h4>${name}</h4><p class="soft small">${howLong(s)}</p>
      <p class="small">You: ${s.sides[0]}${howHard(s, 0) ? `, ${howHard(s, 0)}` : ''}, against the program</p>
      <p class="scenario-gist">${s.gist}</p></div>
    <div class="scenario-foot"><${Balance} s=${s} />
      <div class="scenario-go"><button disabled=${busy} onClick=${go}
        title=${`You play ${s.sides[0]}; the program plays ${s.sides[1]}, cautiously`}>
        ${busy ? 'Setting up …' : `Play ${s.sides[0]}`}</button>
      <button class="quiet" onClick=${() => onOptions({ ruleset: s.ruleset, scenario: s.name, name, brief: s })}
        aria-label=${`Options for ${name}: side, opponent, dice, two players`}>Options</button></div></div>
  </article>`;
}
