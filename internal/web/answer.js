// The answer on the odds page: events, distribution, explanation and downloads; or the reason why
// there is none.
import { useMemo } from './vendor/preact-htm.js';
import { html, Copy, Trouble } from './shell.js';
import { Problem } from './api.js';
import { Cite, Rulebook } from './clause.js';
import { Explanation } from './explanation.js';
import { Charts, Events, drawing } from './chart.js';
import { tooLarge } from './chances.js';
import { address, modes, nth, summaryOf, write } from './question.js';
import { Beside } from './comparison.js';
import { Altered } from './effects.js';
import { faultsOf } from './form.js';
import { counted, percent, plain } from './number.js';
import { usePrinting } from './printed.js';
import { ByRound } from './rounds.js';
import { StartState } from './states.js';
import { download, saveBlob } from './download.js';
import { inFolder, oddsPlace } from './places.js';

const sampled = answer => answer.exact === false && answer.seed !== undefined;

/**
 * Answer shows one answer or several. all has the questions with their answers; x is the question
 * of the page.
 */
export function Answer({ x, all, change, puts }) {
  const got = all.map(p => p.got),
    many = all.length > 1,
    first = all[0],
    printing = usePrinting();
  const series = useMemo(
    () =>
      all
        .map(({ part, proc, about, got: g }, which) => ({
          answer: g.value,
          name: nth[which],
          which,
          of: part,
          proc,
          about,
        }))
        .filter(s => s.answer && s.proc),
    [...got.map(g => g.value), ...all.map(p => p.proc), all.length],
  );
  if (!series.length) return html`<p class="soft">Calculating …</p>`;
  const estimated = series.some(s => sampled(s.answer)),
    late = got.some(g => g.asking || (g.stale && g.value)),
    whole = series.length === all.length && !estimated && !late;
  const link = new URL(oddsPlace, location.href).href + '?' + write(x),
    alike = series.every(s => s.of.procedure === first.part.procedure && s.of.ruleset === first.part.ruleset);
  const measures = first.proc.measures
      .concat(series.flatMap(s => s.proc.measures))
      .filter((m, i, list) => list.findIndex(n => n.name === m.name) === i),
    title = `${first.about?.title ?? first.part.ruleset}: ${plain(first.part.procedure)}`;
  const aim = many ? null : aimOf(series[0]);
  return html`<div class=${[late && 'stale', estimated && 'by-trials'].filter(Boolean).join(' ')}>
    <div class="printed">
      <h1>${title}</h1>${series.map(
        s => html`<p>${many && html`<b>${s.name}: </b>`}${summaryOf(s.of, s.proc, 99)}</p>`,
      )}<p class="small">${link}</p>
      </div>
    ${
      many &&
      !x.from.length &&
      !x.more.some(p => p.from.length) &&
      html`<${Beside} x=${x} whole=${whole}
      all=${all} />`
    }
    ${
      aim &&
      html`<p class="headline">
      <b>${aim.stderr !== undefined ? '≈ ' : ''}${percent(aim.float ?? aim.estimate)}</b> ${aim.gist}</p>`
    }
    <${Kind} answer=${series[0].answer} />
    ${series.map(s => s.answer.from && html`<p>${many && html`<b>${s.name}: </b>`}${stood(s.answer.from)}</p>`)}
    ${
      !estimated &&
      series.map(
        s =>
          s.answer.rounds?.length > 0 &&
          html`<${StartState} key=${s.which} page=${x} question=${s}
      several=${many} put=${from => puts[s.which]({ from })} />`,
      )
    }
    ${
      many &&
      html`<ul class="legends">${series.map(
        s => html`<li><i class=${`swatch of-${s.which}`}>
      </i> <b>${s.name}</b> ${summaryOf(s.of, s.proc)}</li>`,
      )}</ul>`
    }
    ${
      alike
        ? html`<h2>Events</h2><${Events} series=${series}
      gists=${first.proc.events} />`
        : series.map(
            s => html`<h2>Events of the ${s.name} question</h2><${Events}
      key=${s.which} series=${[s]} gists=${s.proc.events} />`,
          )
    }
    ${measures.length > 0 && html`<${Distribution} x=${x} measures=${measures} series=${series} change=${change} />`}
    ${series.some(s => s.answer.rounds?.length) && html`<${ByRound} x=${x} series=${series} change=${change} />`}
    ${
      !estimated &&
      series.map(
        s => html`<${Altered} key=${`${s.which}${many}`} late=${late} x=${x} s=${s} many=${many}
      put=${puts[s.which]} />`,
      )
    }
    <details class="explanations" open=${!many || printing}><summary><h2>Explanation, with clauses</h2>
      </summary>${series.map(
        s => html`<${Rulebook.Provider} value=${s.of.ruleset}><${SeriesExplanation} s=${s} many=${many} />
      <//>`,
      )}</details>
    <h2 class="take">Save or share</h2>${series.map(
      s => html`<${Downloads} title=${title} x=${x} series=${series} s=${s}
      many=${many} measures=${measures} />`,
    )}
    <${Copy} label="Link to this question" text=${link} />
  </div>`;
}

// aimOf returns the event that a question aims at, with its chance; null if it has none.
function aimOf({ answer, proc, of }) {
  const at = proc.events.findIndex(e => e.name === (of.aim || proc.aim));
  return at < 0 ? null : { ...answer.events[at], gist: proc.events[at].gist };
}

// stood describes the state that an answer starts from.
const stood = from =>
  html`<b>From the beginning of a ${plain(from.checkpoint)} in this state:</b> ${Object.entries(from.values)
    .map(([k, v]) => `${plain(k.replaceAll('.', ' '))} ${v === true ? 'yes' : v === false ? 'no' : v}`)
    .join(', ')}. Losses count from the beginning of the fight.`;

// Kind says whether an answer is exact or an estimate.
function Kind({ answer: a }) {
  if (sampled(a))
    return html`<p class="estimated">
      <b>Estimated</b> by ${counted(a.n, 'trials')} (seed ${a.seed}, ${a.generator}); each number with its
      standard error. This is not exact.</p>`;
  return html`<p class="exactly soft">Exact${a.method ? `, calculated with ${a.method}` : ', as fractions'}.</p>`;
}

// chosen returns the name of the shown measure.
const chosen = (x, measures) => (measures.some(m => m.name === x.measure) ? x.measure : measures[0]?.name);

function Distribution({ x, measures, series, change }) {
  const measure = chosen(x, measures);
  if (usePrinting())
    return measures.map(
      m =>
        html`<h2>${plain(m.name)}${x.mode === 'exactly' ? '' : `, ${x.mode}`}</h2><${Charts} series=${series}
          measure=${m.name} mode=${x.mode} view=${x.view} />`,
    );
  return html`<div class="row measure"><h2>${plain(measure)}</h2>
      ${
        measures.length > 1 &&
        html`<label><span class="voice">Measure</span><select value=${measure}
        onChange=${e => change({ measure: e.target.value })}>${measures.map(
          m => html`<option value=${m.name}>${plain(m.name)}: ${m.unit}</option>`,
        )}</select>
        </label>`
      }
      <div class="choice" role="group"
        aria-label="How the chances are added up">${modes.map(
          m => html`<button aria-pressed=${x.mode === m ? 'true' : 'false'}
        onClick=${() => change({ mode: m })}>${m}</button>`,
        )}</div>
      <button aria-pressed=${x.view === 'table' ? 'true' : 'false'}
        onClick=${() => change({ view: x.view === 'table' ? 'chart' : 'table' })}>Table</button></div>
    <${Charts} series=${series} measure=${measure} mode=${x.mode} view=${x.view} />`;
}

function SeriesExplanation({ s, many }) {
  const list = s.answer.assumes;
  return html`${many && html`<h3>The ${s.name} question</h3>`}
    <${Explanation} steps=${s.answer.explanation} assumes=${list} />
    ${
      list.length > 0 &&
      html`<p class="soft small">${list.length} ${list.length === 1 ? 'value is' : 'values are'} assumed: not
      published with certainty, and marked so above.</p>`
    }`;
}

// Downloads lists the downloads of an answer. The first question also offers the shown chart, with
// all answers in it.
function Downloads({ title, x, series, s, many, measures }) {
  const measure = measures.find(m => m.name === chosen(x, measures));
  const head = () => ({
    title,
    of: `${plain(measure.name)} (${measure.unit}), ${x.mode}`,
    legend: series.map(p => ({ which: p.which, text: `${many ? `${p.name}: ` : ''}${summaryOf(p.of, p.proc, 99)}` })),
  });
  const of = s.which,
    name = `${s.of.ruleset}-${s.of.procedure}${many ? `-${s.name}` : ''}`;
  const file = kind =>
    html`<a class="button" href=${address(x, of, kind === 'json' ? '' : '.' + kind)} download=${`${name}.${kind}`}
      onClick=${e => {
        if (!inFolder) return;
        e.preventDefault();
        download(e.currentTarget.href, `${name}.${kind}`);
      }} aria-label=${many ? `${kind.toUpperCase()} of the ${s.name}` : null}>${kind.toUpperCase()}</a>`;
  return html`<div class="row along">${many && html`<span class="which">${s.name}</span>`}
    ${!sampled(s.answer) && file('svg')}${file('csv')}${file('json')}
    ${
      !s.which &&
      x.view === 'chart' &&
      measure &&
      html`<button onClick=${() => save(`${x.ruleset}-${x.procedure}-chart.svg`, head())}>Chart as shown</button>`
    }</div>`;
}

function save(name, head) {
  saveBlob(drawing(document.querySelector('.answer .chart svg'), head), name);
}

/**
 * Refusal explains why there is no answer, and what to do. removable has the settings that can
 * be left out, and drops them.
 */
export function Refusal({ error, which, many, onTrials, removable, onAgain }) {
  const faults = [...faultsOf(error)],
    strays = faults.filter(([at]) => removable.has(at));
  if (error.estimate)
    return html`<div class="toolarge trouble" role="alert"><p>
      <b>${which} is too large to be answered exactly.</b> ${tooLarge(error.estimate)}</p>
    <button class="main" onClick=${onTrials}>
      Estimate by 100,000 trials${removable.has('from') ? ', from the beginning' : ''}</button></div>`;
  if (faults.length > 0)
    return html`<div class="trouble" role="alert"><p><b>${which} cannot be asked as it stands.</b></p>
    <ul class="faults">${faults.map(
      ([at, message]) => html`<li>
      <code>${at.slice(at.indexOf('.') + 1)}</code>: ${message}</li>`,
    )}</ul>
    ${
      strays.length > 0 &&
      html`<button onClick=${() => removable.drop(strays.map(([at]) => at))}>
      Leave ${strays.length === 1 ? 'it' : 'them'} out</button>`
    }</div>`;
  return html`${many && html`<h3>${which}</h3>`}<${Trouble} error=${error} cite=${c => html`<${Cite}
    clause=${c} />`} />${
    (!(error instanceof Problem) || error.status >= 500 || error.status === 429) &&
    html`<button onClick=${onAgain}>Ask again</button>`
  }`;
}
