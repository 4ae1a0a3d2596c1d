// Distributions as SVG bars: exactly, at least, at most; two answers side by side; and the same
// as a table.
import { useState } from './vendor/preact-htm.js';
import { html, useMedia } from './shell.js';
import { amount, clipped, percent, plain } from './number.js';
import { capital } from './labels.js';

// almostOne is the largest number below 1. A chance that is not exactly 0 or 1 must not look like it,
// even if its float is 0 or 1.
const almostOne = 1 - Number.EPSILON / 2;
const chance = x =>
  x.p && x.p !== '1/1' && x.p !== '0/1'
    ? Math.min(almostOne, Math.max(Number.MIN_VALUE, x.float))
    : (x.float ?? x.estimate);

/** summed adds up chances: of at least, or at most, each value. */
export function summed(list, mode) {
  if (mode === 'exactly') return list.map(v => ({ value: v.value, chance: chance(v), p: v.p }));
  const order = mode === 'at least' ? [...list].reverse() : list;
  let sum = 0;
  const out = order.map((v, i) => {
    sum += chance(v);
    return { value: v.value, chance: i === order.length - 1 ? 1 : Math.min(almostOne, sum) };
  });
  return mode === 'at least' ? out.reverse() : out;
}

// looks are the style properties that a saved chart keeps.
const looks = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'text-anchor',
];

/**
 * drawing returns a chart as an SVG file: as shown, with the page's styles, title, subject, and a
 * legend for the situations.
 */
export function drawing(svg, head) {
  const copy = svg.cloneNode(true),
    to = copy.querySelectorAll('*'),
    [, , w, h] = svg.getAttribute('viewBox').split(' ');
  svg.querySelectorAll('*').forEach((e, i) => {
    const style = getComputedStyle(e);
    for (const l of looks) to[i].setAttribute(l, style.getPropertyValue(l));
  });
  const ground = copy.insertBefore(copy.ownerDocument.createElementNS(copy.namespaceURI, 'rect'), copy.firstChild);
  const tall = headed(copy, Number(w), head, svg);
  copy.setAttribute('viewBox', `0 ${-tall} ${w} ${Number(h) + tall}`);
  for (const [k, v] of Object.entries({
    y: -tall,
    width: w,
    height: Number(h) + tall,
    fill: getComputedStyle(svg).backgroundColor,
  }))
    ground.setAttribute(k, v);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}

// headed draws the header of a chart above its origin and returns its height.
function headed(copy, w, { title, of, legend }, svg) {
  const { color, fontFamily } = getComputedStyle(svg),
    put = (name, of) => {
      const e = copy.appendChild(copy.ownerDocument.createElementNS(copy.namespaceURI, name));
      for (const [k, v] of Object.entries(of)) e.setAttribute(k, v);
      return e;
    };
  const line = 16,
    rows = legend.flatMap(l => wrapped(l.text, (w - 40) / 6.2).map((text, i) => ({ text, which: i ? null : l.which })));
  const heads = [
    ...wrapped(title, (w - 20) / 8).map(text => ({ text, px: 15 })),
    ...wrapped(of, (w - 20) / 6.5).map(text => ({ text, px: 12 })),
  ];
  const tall = 12 + 20 * heads.length + line * rows.length;
  heads.forEach((t, i) => {
    put('text', {
      x: w / 2,
      y: 20 * (i + 1) - tall,
      fill: color,
      'font-family': fontFamily,
      'font-size': t.px,
      'text-anchor': 'middle',
    }).textContent = t.text;
  });
  rows.forEach((r, i) => {
    const y = 20 * heads.length + line * (i + 1) - tall,
      bar = r.which !== null && copy.querySelector(`.fill.of-${r.which}`);
    const mark = bar && copy.appendChild(bar.cloneNode());
    if (mark) for (const [k, v] of Object.entries({ x: 12, y: y - 10, width: 11, height: 11 })) mark.setAttribute(k, v);
    put('text', {
      x: 30,
      y,
      fill: color,
      'font-family': fontFamily,
      'font-size': 11.5,
      'text-anchor': 'start',
    }).textContent = r.text;
  });
  return tall;
}

// wrapped breaks a text into lines of at most most characters, at word ends where possible.
function wrapped(text, most) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const now = lines.at(-1);
    if (now && now.length + word.length >= most) lines.push(word);
    else lines[lines.length - 1] = now ? `${now} ${word}` : word;
  }
  return lines;
}

/** Likelihood is a chance as a bar. */
export const Likelihood = ({ which, chance: p }) =>
  html`<svg class=${`likelihood of-${which}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="trough" width="100" height="10" /><rect class="fill" width=${100 * p} height="10" /></svg>`;

/** Events lists the named events with their fractions. Impossible ones are folded. */
export function Events({ series, gists }) {
  const words = new Map(gists.map(g => [g.name, g.gist])),
    rows = series[0].answer.events.map((e, i) => ({
      name: e.name,
      chances: series.map(s => ({ ...s.answer.events[i], which: s.which, of: s.name })),
    }));
  const never = r => r.chances.every(c => chance(c) === 0 && c.stderr === undefined),
    out = rows.filter(never);
  return html`<ul class="events">${rows
    .filter(r => !never(r))
    .map(
      r => html`<${EventRow} key=${r.name} name=${r.name}
    gist=${words.get(r.name)} chances=${r.chances} />`,
    )}</ul>
    ${
      out.length > 0 &&
      html`<details class="impossible" open=${out.length === rows.length}>
      <summary>${out.length} cannot happen</summary>
      <ul>${out.map(
        r => html`<li class="event-name">${capital(words.get(r.name))} <small class="soft">${plain(r.name)}</small>
      </li>`,
      )}</ul></details>`
    }`;
}

function EventRow({ name, gist, chances }) {
  const [open, setOpen] = useState(false);
  return html`<li><button class="event" title=${name} aria-expanded=${open ? 'true' : 'false'}
    onClick=${() => setOpen(!open)}>
      <span class="event-name">${capital(gist)}</span>
      <span class="event-bars">${chances.map(
        c => html`<span class="event-bar"><${Likelihood} which=${c.which} chance=${chance(c)} />
        <b>${c.stderr !== undefined ? '≈ ' : ''}${percent(chance(c))}${
          c.stderr !== undefined ? html` <small>± ${percent(c.stderr)}</small>` : ''
        }</b>
          </span>`,
      )}</span></button>
    ${
      open &&
      chances.map(
        c => html`<p class="fraction">
      <code>${
        c.p
          ? clipped(c.p, 240)
          : c.stderr !== undefined
            ? `${c.estimate} ± ${c.stderr} (95 in 100: ${amount(100 * c.low)} % to ${amount(100 * c.high)} %)`
            : c.float
      }</code>${chances.length > 1 ? ` ${c.of}` : ''}</p>`,
      )
    }</li>`;
}

/** Charts shows a measure of one answer or several. */
export function Charts({ series, measure, mode, view }) {
  const all = series.map(s => ({ ...s, of: s.answer.expected.measures[measure] })).filter(s => s.of);
  if (!all.length) return html`<p class="soft">This answer does not have this measure.</p>`;
  const lists = all.map(s => summed(s.of.distribution, mode));
  const none = series.length - all.length;
  const mean = x => (x.estimate !== undefined ? `≈ ${amount(x.estimate)} ± ${amount(x.stderr)}` : amount(x.float)),
    know = `${all.map(s => s.name).join(' and the ')} ${all.length > 1 ? 'questions have' : 'question has'}`;
  return html`<p class="soft">${none > 0 ? `Only the ${know} this measure. ` : ''}${all.map(
    (s, i) => html`${i ? ' · ' : ''}${all.length > 1 ? `${s.name}: ` : ''}mean <b>${mean(s.of)}</b>, deviation${' '}
    ${amount(s.of.sd)}${s.of.median !== undefined ? `, median ${s.of.median}` : ''}`,
  )} (${all[0].of.unit})</p>
    ${
      view === 'table'
        ? html`<${Table} all=${all} lists=${lists} mode=${mode} />`
        : html`<${Bars} all=${all}
      lists=${lists} mode=${mode} unit=${all[0].of.unit} measure=${measure} />`
    }`;
}

// A narrow window has a chart of its own size, so that texts stay legible.
const boxes = {
  wide: { w: 640, h: 260, left: 46, right: 8, top: 22, bottom: 40, labels: 20 },
  narrow: { w: 340, h: 250, left: 42, right: 4, top: 22, bottom: 42, labels: 11 },
};

// bins combines neighbouring values if there are too many bars to tell apart.
function bins(lists, mode) {
  const values = lists.flatMap(l => l.map(v => v.value)),
    low = Math.min(...values),
    high = Math.max(...values),
    most = 60;
  const step = Math.max(1, Math.ceil((high - low + 1) / most));
  const rows = [];
  for (let v = low; v <= high; v += step) {
    rows.push({
      low: v,
      high: Math.min(high, v + step - 1),
      chances: lists.map(l => {
        const inside = l.filter(x => x.value >= v && x.value < v + step);
        if (mode === 'exactly')
          return {
            chance: inside.reduce((a, x) => a + x.chance, 0),
            p: inside.length === 1 && step === 1 ? inside[0].p : undefined,
          };
        if (mode === 'at least') return { chance: l.find(x => x.value >= v)?.chance ?? 0 };
        return { chance: l.findLast(x => x.value <= Math.min(high, v + step - 1))?.chance ?? 0 };
      }),
    });
  }
  return rows;
}

// grid returns round marks for a chance axis: at most five.
function grid(most) {
  const by = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2].find(t => Math.ceil(most / t - 1e-9) <= 5) || 0.2,
    n = Math.max(1, Math.ceil(most / by - 1e-9));
  return Array.from({ length: n + 1 }, (_, i) => i * by);
}

// negligible is the chance that may be cut off at either end of a chart.
const negligible = 0.0005;

// trimmed cuts off tails with almost no chance and says which. In sums, only values that no
// longer change are a tail.
function trimmed(rows, mode) {
  const still = (r, to) =>
    r.chances.every(c =>
      mode === 'exactly' ? c.chance < negligible : c.chance < negligible || c.chance > 1 - negligible,
    ) &&
    (mode === 'exactly' || r.chances.every((c, i) => Math.abs(c.chance - to.chances[i].chance) < negligible));
  let from = 0,
    to = rows.length;
  const few = r => r.reduce((sum, x) => sum + Math.max(...x.chances.map(c => c.chance)), 0) < negligible;
  if (mode === 'exactly') {
    while (to - from > 3 && few(rows.slice(to - 1))) to--;
    while (to - from > 3 && few(rows.slice(0, from + 1))) from++;
  } else {
    while (to - from > 3 && still(rows[to - 1], rows[rows.length - 1])) to--;
    while (to - from > 3 && still(rows[from], rows[0])) from++;
    if (to < rows.length) to++;
    if (from > 0) from--;
  }
  if (rows.length - (to - from) < 2) return { rows, cut: '' };
  const span = (a, b) => (a === b ? `${a}` : `${a} to ${b}`),
    cut = [from > 0 && span(rows[0].low, rows[from - 1].high), to < rows.length && span(rows[to].low, rows.at(-1).high)]
      .filter(Boolean)
      .join(' and ');
  return {
    rows: rows.slice(from, to),
    cut:
      mode === 'exactly'
        ? `Not drawn: ${cut}, together below 0.1\u202f%. The table has them.`
        : `Not drawn: ${cut}, where nothing changes any more. The table has them.`,
  };
}

// Bars draws the bars of one measure. Two answers are mirrored: the first above the axis, the second below it.
function Bars({ all, lists, mode, unit, measure }) {
  const [on, setOn] = useState(null);
  const box = boxes[useMedia('(max-width: 520px)') ? 'narrow' : 'wide'],
    mirrored = all.length === 2,
    strip = mirrored ? 22 : 0;
  const { rows, cut } = trimmed(bins(lists, mode), mode),
    inner = { w: box.w - box.left - box.right, h: box.h - box.top - box.bottom };
  const marks = grid(Math.max(0.01, ...rows.flatMap(r => r.chances.map(c => c.chance)))),
    top = marks.at(-1);
  const tall = mirrored ? (inner.h + 20 - strip) / 2 : inner.h,
    beside = mirrored ? 1 : all.length;
  const slot = inner.w / rows.length,
    bar = Math.min(56, (slot * 0.84) / beside),
    base = box.top + tall;
  const x = (i, k) => box.left + slot * i + (slot - bar * beside) / 2 + bar * (mirrored ? 0 : k),
    high = p => (tall * p) / top,
    isBelow = k => mirrored && k === 1;
  const y = (p, k = 0) => (isBelow(k) ? base + strip + high(p) : base - high(p));
  const every =
      [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find(n => n * box.labels >= rows.at(-1).high - rows[0].low + 1) ||
      1000,
    step = rows[0].high - rows[0].low + 1;
  // A bar of several values has all of them below it, as 12–13, which takes more room.
  const spans = Math.max(4, Math.floor(inner.w / (7 * `${rows.at(-1).low}–${rows.at(-1).high}`.length + 10)));
  const labelled = (r, i) =>
    step === 1 ? r.low % every === 0 || rows.length <= box.labels : i % Math.ceil(rows.length / spans) === 0;
  const name = r => (r.low === r.high ? `${r.low}` : `${r.low} to ${r.high}`);
  const say = r =>
    `${mode === 'exactly' ? '' : mode + ' '}${name(r)}: ${r.chances
      .map((c, k) => (all.length > 1 ? all[k].name + ' ' : '') + percent(c.chance))
      .join(', ')}`;
  const key = e => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const next = Math.max(0, Math.min(rows.length - 1, (on ?? 0) + by));
    e.currentTarget.querySelectorAll('.slot')[next]?.focus();
  };
  const sides = mirrored ? [0, 1] : [0],
    valued = rows.length <= box.labels * 0.7 && all.length <= 2;
  return html`<figure class="chart"><svg viewBox=${`0 0 ${box.w} ${box.h}`} role="group"
    aria-label=${`Chances of ${measure}, ${mode}: a bar for each number`} onKeyDown=${key}>
      ${sides.map(k =>
        marks.map(
          t =>
            html`<line class="grid" x1=${box.left} x2=${box.w - box.right} y1=${y(t, k)} y2=${y(t, k)} />${
              (!mirrored || t > 0) &&
              html`<text class="tick"
        x=${box.left - 6} y=${y(t, k) + 4}>${amount(100 * t)} %</text>`
            }`,
        ),
      )}
      ${rows.map(
        (r, i) => html`<g class=${`slot${on === i ? ' on' : ''}`} tabindex=${i === (on ?? 0) ? 0 : -1} role="img"
          aria-label=${say(r)} onFocus=${() => setOn(i)} onPointerEnter=${() => setOn(i)}
            onPointerLeave=${() => setOn(null)}>
        <rect class="hit" x=${box.left + slot * i} y=${box.top} width=${slot} height=${inner.h} />
        ${r.chances.map((c, k) => {
          const h = Math.max(c.chance > 0 ? 1 : 0, high(c.chance));
          return html`<rect class=${`fill of-${all[k].which}`} x=${x(i, k)} y=${isBelow(k) ? base + strip : base - h}
            width=${Math.max(1, bar - (beside > 1 ? 1 : 0))} height=${h} />`;
        })}
        ${
          valued &&
          r.chances.map(
            (c, k) =>
              c.chance >= 0.0005 &&
              html`<text class="value" x=${x(i, k) + bar / 2}
          y=${isBelow(k) ? Math.min(y(c.chance, k) + 11, box.h - 24) : y(c.chance) - 5}>
            ${mirrored ? amount(Number((100 * c.chance).toFixed(c.chance < 0.1 ? 1 : 0))) : percent(c.chance)}</text>`,
          )
        }
        ${
          labelled(r, i) &&
          html`<text class="label" x=${box.left + slot * (i + 0.5)}
          y=${mirrored ? base + 15 : box.h - 22}>${r.low === r.high ? r.low : `${r.low}–${r.high}`}</text>`
        }</g>`,
      )}
      <text class="label" x=${box.left + inner.w / 2}
        y=${box.h - 4}>${unit.length > box.w / 7.5 ? plain(measure) : unit}${mirrored ? '; in percent' : ''}</text>
    </svg>
    ${cut && html`<p class="cut soft small">${cut}</p>`}
    <figcaption>${
      all.length > 1 &&
      html`<span class="legend">${all.map(
        (s, k) => html`<i class=${`swatch of-${s.which}`}>
      </i> ${s.name}${mirrored ? (k ? ', below' : ', above') : ''} `,
      )}</span>`
    }<span role="status">${
      on !== null && rows[on]
        ? html`<b>${say(rows[on])}</b> ${
            rows[on].chances[0].p
              ? html`<code>
      ${clipped(rows[on].chances[0].p)}</code>`
              : ''
          }`
        : html`<span
      class="soft">Point at a bar, or use the arrow keys.</span>`
    }</span>
      </figcaption></figure>`;
}

function Table({ all, lists, mode }) {
  const values = [...new Set(lists.flatMap(l => l.map(v => v.value)))].sort((a, b) => a - b);
  const found = lists.map(l => new Map(l.map(v => [v.value, v])));
  return html`<div class="tabled"><table><thead><tr>
    <th class="number">${mode}</th>${all.map(s => html`<th class="number">${all.length > 1 ? s.name : 'chance'}</th>`)}
      <th>fraction</th>
    </tr></thead>
    <tbody>${values.map(
      v =>
        html`<tr><td class="number">${v}</td>${found.map(
          f => html`<td class="number">
          ${f.has(v) ? percent(f.get(v).chance) : '–'}</td>`,
        )}<td>
          <code>${found
            .map(f => f.get(v)?.p)
            .filter(Boolean)
            .map(p => clipped(p))
            .join(' · ')}</code></td></tr>`,
    )}</tbody></table></div>`;
}
