// The parts of the analysis page. The file to share shows the same.
import { useState } from './vendor/preact-htm.js';
import { html, useMedia } from './shell.js';
import { plain } from './number.js';
import { strength } from './strengths.js';
import { Curve, Legend } from './curve.js';
import { Odds } from './eventodds.js';
import { capital, ownName } from './labels.js';

const thin = '\u202f',
  tight = text => text.replaceAll(' %', `${thin}%`);

// minus writes a minus sign, and no sign before zero.
const minus = text => text.replace(/^-(?=0\.0$)/, '').replace('-', '−');

const chance = v => `${minus((100 * v).toFixed(1))}${thin}%`;

// points writes a change of a chance in points of a hundred, with its sign.
const points = v => {
  const text = minus((100 * v).toFixed(1));
  return v > 0 && text !== '0.0' ? `+${text}` : text;
};

const telling = 0.01; // the least luck or loss that is mentioned, as a chance

// given writes what an action gave up, and how much of it decisions within the action.
function given(a) {
  const within = a.given_within || 0,
    apart = within >= telling && a.given - within >= telling;
  return points(-a.given) + (apart ? `, of which ${points(-within)} by decisions within it` : '');
}

// turnOf returns an action as the side that acts sees it.
function turnOf(x, a) {
  const index = a.side === x.sides[1].side ? 1 : 0,
    own = v => (index ? 1 - v : v),
    sign = index ? -1 : 1;
  return {
    ...a,
    index,
    from: own(a.before),
    mean: own(a.expected),
    to: own(a.after),
    bestMean: own(a.best),
    ownLuck: sign * a.luck,
    lucky: Math.abs(a.luck) >= telling,
    gave: a.given >= telling,
    unknown: x.values_only,
    parts: (a.parts || []).map(p => ({
      ...p,
      ownLuck: sign * p.luck,
      ownBest: p.side === x.sides[1].side ? 1 - (p.best ?? 0) : (p.best ?? 0),
    })),
  };
}

const shapes = ['M-21-15h42v30h-42z', 'M-15-15h30l6 6v18l-6 6h-30l-6-6v-18z'];

const Mark = ({ side }) => html`<svg class=${`luck-mark side-${side}`} width="18" height="14"
  viewBox="-23 -17 46 34" aria-hidden="true"><path d=${shapes[side]} /></svg>`;

const Heads = ({ sides }) =>
  sides.map((s, i) => html`<th scope="col" class="number"><${Mark} side=${i} />${'\u00a0'}${s.side}</th>`);

// played says who played a side, unless it is a person without a name.
function played({ side, player }) {
  const [, policy] = /^policy (.+)$/.exec(player || '') || [];
  if (policy) return `${side}: the program (${strength(policy)})`;
  return ownName(player) && `${side}: ${player}`;
}

// Chances is the luck-adjusted result in words, and the table of chances to win.
function Chances({ x }) {
  const row = (what, v) => html`<tr><th scope="row">${what}</th><td class="number">${chance(v)}</td>
    <td class="number">${chance(1 - v)}</td></tr>`;
  return html`${
    x.values_only
      ? html`<p class="luck-says luck-later soft">Adjusted for luck: …</p>`
      : html`<p class="luck-says luck-adjusted">${tight(x.says.adjusted)}</p>`
  }
    <div class="scroll"><table class="luck-results"><thead><tr>
      <th scope="col"><span class="voice">Chance to win</span></th>
      <${Heads} sides=${x.sides} /></tr></thead><tbody>
      ${row('At the start', x.start)}${row(x.over ? 'Result' : 'At the end of the record', x.end)}
      ${
        x.values_only
          ? html`<tr><th scope="row">Adjusted for luck</th><td class="number">…</td><td class="number">…</td></tr>`
          : row('Adjusted for luck', x.adjusted)
      }</tbody></table></div>`;
}

/** Head is the result and the luck-adjusted result; doing says what is still being calculated. */
export function Head({ x, doing }) {
  const players = x.sides.map(played).filter(Boolean);
  return html`<header class="luck-head"><p class="soft">${[x.game, capital(plain(x.scenario)), ...players].join(
    ' · ',
  )}</p>
    <h1>Was it luck?</h1>
    <p class="luck-says luck-result">${tight(x.says.result)}</p>
    ${!x.dice_only && html`<${Chances} x=${x} />`}
    <p class="luck-state small soft" role="status">${doing}</p></header>`;
}

// openAction opens an action of the list and moves the focus to it.
function openAction(n) {
  const row = document.getElementById(`action-${n}`)?.closest('details');
  if (!row) return;
  row.open = true;
  row.scrollIntoView({ block: 'center' });
  row.querySelector('summary').focus({ preventScroll: true });
}

/** CurvePart is the curve with the description of an action, and the curve as a table. */
export function CurvePart({ x, replay }) {
  const narrow = useMedia('(max-width: 640px)');
  const [at, setAt] = useState(() => x.turning?.[0] ?? x.actions.length);
  const n = Math.min(at, x.actions.length),
    a = n > 0 ? turnOf(x, x.actions[n - 1]) : null;
  const says = a
    ? `Action ${a.number}, ${a.side}: ${a.said}. ${description(a)}`
    : `The start: ${x.sides[0].side} ${chance(x.start)}, ${x.sides[1].side} ${chance(1 - x.start)}.`;
  return html`<section class="luck-curve-part"><h2>Chance to win</h2>
    <${Curve} x=${x} narrow=${narrow} at=${n} says=${says} onAt=${setAt} onOpen=${openAction} />
    <${Legend} />
    <div class="luck-here"><span class="grow">${
      a ? html`<${Mark} side=${a.index} /> <b>${a.number} ${a.said}</b> ${description(a)}` : says
    }</span>${
      a && html`<button onClick=${() => openAction(n)}>Open action ${n}</button>`
    }${a && replay && !a.resigned && html`<a class="button" href=${replay(n)}>Show in the replay</a>`}</div>
    <details><summary>The curve as a table</summary><div class="scroll" tabindex="0" role="group"
      aria-label="The curve as a table"><table><thead><tr><th scope="col" class="number">Action</th>
      <th scope="col">Side</th>${['Before', 'Expected', 'After'].map(
        t => html`<th scope="col" class="number">${t}</th>`,
      )}</tr></thead><tbody>${x.actions.map(
        b => html`<tr><td class="number">${b.number}</td><td>${b.side}</td><td class="number">${chance(b.before)}</td>
        <td class="number">${x.values_only ? '…' : chance(b.expected)}</td>
        <td class="number">${chance(b.after)}</td></tr>`,
      )}</tbody></table></div><p class="small soft">Chances of ${x.sides[0].side}.</p></details></section>`;
}

const rows = [
  ['Luck, total', s => points(s.luck)],
  ['Lucky actions (more than 10 points)', s => s.lucky],
  ['Unlucky actions (less than −10)', s => s.unlucky],
];
const decisions = [
  ['Decisions (not forced)', s => s.decisions],
  ['Best, or less than 2 points below', s => s.good + s.fair],
  ['Doubtful (2 to 5 points given up)', s => s.doubtful],
  ['Bad (5 to 10)', s => s.bad],
  ['Very bad (more than 10)', s => s.very_bad],
  ['Given up, total', s => points(-s.given)],
  ['Given up, each decision', s => points(-s.given / Math.max(1, s.decisions))],
];

/** Sums is the table of luck and decisions. Decisions are missing while they are compared. */
export function Sums({ x }) {
  const row = (what, of) => html`<tr><th scope="row">${what}</th>
    ${x.sides.map(s => html`<td class="number">${of(s)}</td>`)}</tr>`;
  return html`<section><h2>Luck and decisions</h2><div class="scroll"><table class="luck-table"><thead><tr>
    <th scope="col"><span class="voice">What is counted</span></th><${Heads} sides=${x.sides} /></tr></thead><tbody>
    ${rows.map(([what, of]) => row(what, x.values_only ? () => '…' : of))}
    ${row('The model’s corrections, total', s =>
      x.luck_only ? '…' : points(s === x.sides[0] ? x.corrections : -x.corrections),
    )}
    ${decisions.map(([what, of]) => row(what, x.luck_only ? () => '…' : of))}</tbody></table></div>
    <p class="small soft">A point is one hundredth of the chance to win. ${x.says.sums}</p></section>`;
}

// description describes an action in a sentence or two.
function description(a) {
  const luck = a.lucky ? `; luck ${points(a.ownLuck)}` : '';
  return [
    a.unknown
      ? `${chance(a.from)} before, ${chance(a.to)} after.`
      : `${chance(a.from)} before, ${chance(a.mean)} expected, ${chance(a.to)} after${luck}.`,
    a.forced && 'Nothing else was legal.',
    a.solved && 'Solved exactly.',
    a.sampled && 'The expected chance is an estimate.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Apart says why a hint may have said otherwise than this page. */
const Apart = () => html`<p class="small soft apart">A hint in the match plays the game out from each good
  action; this page does so only where an action seems to give up 5 points. So the two can disagree.</p>`;

function Gave({ a }) {
  if (!a.gave || !a.grade) return null;
  return html`<p><b>${capital(a.grade)}</b>, ${given(a)}.${
    a.better &&
    html` Better: <b class="better">${a.better_said}</b>, ${chance(a.bestMean)} to win instead of ${chance(a.mean)}.`
  }</p>${a.better_why && html`<p class="small">${tight(a.better_why)}</p><${Odds} events=${a.better_events} />`}`;
}

// Others lists what the other side gave up by decisions within an action.
function Others({ a }) {
  const list = a.parts.filter(p => p.what === 'decision' && p.side !== a.side && p.given >= telling);
  return list.length > 0 && html`<ul>${list.map(p => html`<${Part} p=${p} />`)}</ul>`;
}

/** TurningPoints lists the actions that changed most. */
export function TurningPoints({ x, replay, onPlay }) {
  const list = x.turning.map(n => turnOf(x, x.actions[n - 1]));
  return html`<section class="turning-part"><h2>Turning points</h2>${
    x.luck_only
      ? html`<p class="soft">The turning points appear when every decision is compared.</p>`
      : list.length === 0
        ? html`<p>No action changed a chance to win by 3 points.</p>`
        : html`${list.some(a => a.gave && a.grade) && html`<${Apart} />`}<ol class="turning">${list.map(
            a => html`<li class=${`side-${a.index}`} value=${a.number}><p><span class="soft">${a.number}</span> <${Mark}
      side=${a.index} /> <b>${a.side}: ${a.said}</b></p><p>${description(a)}</p><${Gave} a=${a} />
      <${Others} a=${a} /><div class="row">${
        replay && !a.resigned && html`<a href=${replay(a.number)}>Show in the replay</a>`
      }<button class="quiet" onClick=${() => openAction(a.number)}>Open action ${a.number}</button><button
        class="play-from" onClick=${() => onPlay(a.number)}>Play on from here</button></div></li>`,
          )}</ol>`
  }</section>`;
}

function Part({ p }) {
  if (p.what === 'roll')
    return html`<li>Roll (${p.side}): ${p.text}: <b>${p.rolled}</b>, luck ${points(p.ownLuck)}</li>`;
  return html`<li>Decision (${p.side}): ${p.text}${p.taken && html`: <b>${p.taken}</b>`}${
    p.given >= 0.0005 && `, ${points(-p.given)}`
  }${p.better && html`. Better: <b class="better">${p.better}</b>, ${chance(p.ownBest)} to win`}</li>`;
}

/** Actions lists every action, which opens into its rolls and decisions. */
export function Actions({ x, replay, onPlay }) {
  return html`<section class="luck-actions"><h2>Every action</h2>
    <p class="small soft">Chances and points are those of the side that acts.</p>
    ${x.actions.map(b => {
      const a = turnOf(x, b);
      return html`<details key=${a.number} class=${`luck-action side-${a.index}`}><summary>
        <span class="luck-number">${a.number}</span><${Mark} side=${a.index} /><span class="luck-said">
        <span class="voice">${a.side}: </span>${a.said}</span><span class="luck-sums">
        ${a.lucky && html`<span>luck ${points(a.ownLuck)}</span>`}
        ${a.gave && a.grade && html`<span class="grade">${a.grade} ${points(-a.given)}</span>`}</span></summary>
        <div class="luck-open" id=${`action-${a.number}`}><p>${description(a)}</p><${Gave} a=${a} />
        ${a.gave && a.grade && html`<${Apart} />`}
        ${a.parts.length > 0 && html`<ul>${a.parts.map(p => html`<${Part} p=${p} />`)}</ul>`}
        <p class="small soft"><code>${a.action}</code></p>
        ${replay && !a.resigned && html`<a class="replay" href=${replay(a.number)}>Show in the replay</a>`}
        <button class="play-from" onClick=${() => onPlay(a.number)}>Play on from here</button></div></details>`;
    })}</section>`;
}

const pValue = p => (p < 0.005 ? '<0.01' : p.toFixed(2));

/** Faces is the table of the dice. */
export function Faces({ x }) {
  if (x.faces.length === 0) return null;
  return html`<section class="luck-dice"><h2>Dice</h2><div class="scroll" tabindex="0" role="group"
    aria-label="Faces of the dice"><table><thead><tr><th scope="col">Side</th><th scope="col">Dice</th>
    <th scope="col" class="number">Mean</th><th scope="col" class="number">Expected</th>
    <th scope="col" class="number">p</th>
    <th scope="col" class="number">p of the faces</th></tr></thead><tbody>${x.faces.map(
      f => html`<tr class="counted"><td>${f.side}</td><td>${f.rolled}${'\u00a0'}D${f.faces}</td>
      <td class="number">${f.mean.toFixed(2)}</td><td class="number">${((f.faces + 1) / 2).toFixed(2)}</td>
      <td class="number">${pValue(f.mean_p)}</td>
      <td class="number">${f.p < 1 ? pValue(f.p) : '–'}</td></tr>
      <tr><td class="small soft" colspan="6">${f.counts
        .map((n, i) => `${n}\u00a0×\u00a0${i + 1}`)
        .join(', ')}</td></tr>`,
    )}</tbody></table></div><p>${x.says.dice}</p>
    <p class="small soft">${x.says.tests}</p>
    </section>`;
}

/** Basis says what the numbers rest on. */
export const Basis = ({ x }) => html`<section class="luck-basis"><h2>Basis</h2><p>${tight(x.says.basis)}</p>
  <p class="small soft">The luck-adjusted result is unbiased, whatever the model is. What a decision gave up depends
    on the model.</p></section>`;
