// The odds of an action: its named events with their chances. They are fetched when shown, two at
// a time.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { isAbort } from './api.js';
import { Explanation } from './explanation.js';
import { oddsPlace } from './places.js';
import { Losses, Zones } from './zones.js';
import { amount, clipped, counted, large, percent, short } from './number.js';

const most = 2; // requests at a time
let running = 0;
const queue = [];

function next() {
  while (running < most && queue.length) {
    const job = queue.shift();
    if (job.signal.aborted) continue;
    running++;
    job.run().finally(() => {
      running--;
      next();
    });
  }
}

const kept = new Map(); // by match, position and line

/** chancesOf fetches the odds of an action in the current position. */
export function chancesOf(match, line, signal, trials = 0, options = []) {
  const position = match.state.position;
  const key = [match.id, match.token, position, line, trials, ...options].join('|');
  if (kept.has(key)) return Promise.resolve(kept.get(key));
  return new Promise((go, stop) => {
    queue.push({
      signal,
      run: async () => {
        try {
          const got = await match.get(
            `odds?action=${encodeURIComponent(line)}&position=${position}${trials ? `&trials=${trials}` : ''}` +
              `${options.map(o => `&if=${encodeURIComponent(o)}`).join('')}`,
            signal,
          );
          if (got.stale) return; // the caller is about to receive the new position, and asks again
          if (kept.size > 3000) kept.clear();
          kept.set(key, got);
          go(got);
        } catch (error) {
          stop(error);
        }
      },
    });
    next();
  });
}

/** useChances fetches the odds of a line once wanted is true. */
export function useChances(match, line, wanted, trials = 0, options = []) {
  const [got, set] = useState({});
  const position = match.state.position;
  useEffect(() => {
    set({});
    if (!wanted || !line) return undefined;
    const control = new AbortController();
    chancesOf(match, line, control.signal, trials, options).then(
      value => set({ value }),
      error => isAbort(error) || control.signal.aborted || set({ error }),
    );
    return () => control.abort();
  }, [line, wanted, position, trials, options.join('|')]);
  return got;
}

/** Brief is the chance in a word, for a list. */
export function Brief({ chances, error }) {
  if (error) return html`<span class="chance soft">${error.kind === 'too-large' ? 'too large' : ''}</span>`;
  if (!chances) return html`<span class="chance soft">…</span>`;
  if (!chances.zones) return html`<span class="chance"></span>`;
  return html`<span class="chance"><b>${short(chances.p || 0)}</b> ${chances.best}</span>`;
}

/** certain reports whether there are no odds: no dice are rolled, and there is only one result. */
export const certain = x =>
  x &&
  !x.trials &&
  !x.dice &&
  !x.losses.length &&
  !x.decisions.length &&
  !(x.zones?.slight?.float > 0 || x.zones?.some?.float > 0 || x.zones?.all?.float > 0) &&
  x.events.every(e => e.float === 0 || e.float === 1);

// tooLarge says why a question has no exact answer, by the estimate of its size: a sentence after its name.
export function tooLarge({ runs, budget }) {
  if (runs === 0) return 'Its fractions have too many digits.';
  const limit = budget > 0 ? `; ${large(budget)} are allowed` : ', which is too many';
  return `It would take ${large(runs)} runs${limit}.`;
}

/**
 * Chances is the whole answer: success, losses, every event, the assumed decisions, the
 * explanation.
 */
export function Chances({ match, line }) {
  const [trials, setTrials] = useState(0);
  const [taken, setTaken] = useState({}); // by question: the option that the player wants to see
  useEffect(() => {
    setTrials(0);
    setTaken({});
  }, [line]);
  const { value, error } = useChances(
    match,
    line,
    true,
    trials,
    Object.entries(taken).map(([why, option]) => `${why}: ${option}`),
  );
  if (error?.estimate)
    return html`<div class="toolarge">
      <p>This is too large to be answered exactly. ${tooLarge(error.estimate)}</p>
          <button onClick=${() => setTrials(20000)}>Estimate by 20,000 trials</button></div>`;
  if (error) return null; // the component that shows the action also shows the error
  if (!value) return html`<p class="soft">Calculating the odds …</p>`;
  if (certain(value))
    return (
      value.explanation.length > 0 &&
      html`<details class="why-so"><summary>Its rules</summary>
        <${Explanation} steps=${value.explanation} assumes=${value.assumes} /></details>`
    );
  const events = value.events.filter(e => e.float > 0),
    never = value.events.filter(e => e.float === 0);
  // An action without an aim has no bar: the events that its dice decide replace it.
  const open = value.zones ? [] : events.filter(e => e.float < 1),
    folded = events.filter(e => !open.includes(e));
  return html`<div class="chances">
    ${
      value.trials &&
      html`<p class="estimated">An estimate by ${counted(value.trials.n, 'trials')}, not exact</p><ul>
    ${value.trials.events.map(
      e => html`<li><span>${e.says}</span>
    <span class="estimate">≈ ${percent(e.estimate)} <small>± ${percent(e.stderr)}</small></span></li>`,
    )}</ul>`
    }
    ${value.losses.map(l => html`<${Losses} key=${l.side} losses=${l} />`)}
    <${Zones} zones=${value.zones} />
    ${open.length > 0 && html`<ul class="may">${open.map(e => html`<${Event} key=${e.name} event=${e} />`)}</ul>`}
    ${value.then.map(
      t => html`<p class="then">If ${t.if}: <b>${amount(Math.round(10 * t.mean) / 10)}</b> of ${t.of} ${t.side}${' '}
    lost on average.</p>`,
    )}
    ${
      value.support &&
      html`<p class="support"><b>${value.support.points < 0 ? '−' : '+'}
    ${amount(Math.round(10 * Math.abs(value.support.points)) / 10)} points</b> from ${value.support.by}: alone it
      is ${short(value.support.alone)} for ${value.best}.</p>`
    }
    ${questions(value.decisions).map(
      d => html`<${Decided} key=${d.why} decided=${d} onTake=${option => setTaken({ ...taken, [d.why]: option })} />`,
    )}
    ${
      (value.explanation.length > 0 || events.length > 0) &&
      html`<details class="why-odds"><summary>Why these odds</summary>
      ${folded.length > 0 && html`<ul>${folded.map(e => html`<${Event} event=${e} />`)}</ul>`}
      ${
        !value.trials &&
        never.length > 0 &&
        html`<p class="soft small never">Impossible: ${never.map(e => e.says).join('; ')}.</p>`
      }
      <${Explanation} steps=${value.explanation} assumes=${value.assumes} />
      <p class="soft small basis">Calculated from ${value.basis}.</p></details>`
    }
    ${
      value.bench &&
      html`<a class="ask-bench" href=${oddsPlace + value.bench.slice(value.bench.indexOf('?'))} target="_blank"
      rel="noopener">Ask the bench${value.asks && `: ${value.asks[0].toLowerCase()}${value.asks.slice(1)}`}</a>`
    }
    ${value.no_bench && html`<p class="soft small no-bench">${value.no_bench}</p>`}
  </div>`;
}

// questions lists the assumed decisions, one for each question. An action may ask one question
// several times.
const questions = list => list.filter((d, i) => list.findIndex(x => x.why === d.why) === i);

/** Decided shows the assumed option of a decision within the action, and can change it. */
function Decided({ decided: d, onTake }) {
  return html`<label class="decided">Chosen by ${d.by}: <select aria-label=${`${d.by}: ${d.why}`}
    value=${d.options[d.taken]} onChange=${e => onTake(e.target.value)}>
      ${d.options.map(o => html`<option value=${o}>${o}</option>`)}</select> <span class="soft small">${d.why}</span>
      </label>`;
}

function Event({ event: e }) {
  const [open, setOpen] = useState(false);
  return html`<li><span>${e.says}</span>
    <svg class="likely" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="trough" width="100" height="10" /><rect class="filled" width=${100 * e.float} height="10" /></svg>
    <button class="exact" aria-expanded=${open ? 'true' : 'false'} title=${e.p ? clipped(e.p) : ''}
      onClick=${() => setOpen(!open)}>${percent(e.float)}</button>
    ${open && html`<code class="fraction">${clipped(e.p || String(e.float), 120)}</code>`}</li>`;
}
