// Distributions as bars, drawn by hand as SVG: exactly, at least, at most; two
// answers beside each other; the same as a table.
import { useState } from './vendor/preact-htm.js';
import { html, useMedia } from './shell.js';
import { amount, clipped, percent, plain } from './number.js';

// What is not quite 0 or 1 must not look like it, though its float may be.
const below = 1 - Number.EPSILON / 2;
const chance = x => x.p && x.p !== '1/1' && x.p !== '0/1' ? Math.min(below, Math.max(Number.MIN_VALUE, x.float)) : x.float ?? x.estimate;

/** summed adds chances up: those of at least, or at most, each value. */
export function summed(list, mode) {
  if (mode === 'exactly') return list.map(v => ({ value: v.value, chance: chance(v), p: v.p }));
  const order = mode === 'at least' ? [...list].reverse() : list;
  let sum = 0;
  const out = order.map((v, i) => { sum += chance(v); return { value: v.value, chance: i === order.length - 1 ? 1 : Math.min(below, sum) }; });
  return mode === 'at least' ? out.reverse() : out;
}

const looks = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'text-anchor'];

/**
 * drawing is a chart as a file: as it is shown, with the style of the page written into it, below
 * its title, what it is of, and a legend that tells each situation.
 */
export function drawing(svg, head) {
  const copy = svg.cloneNode(true), to = copy.querySelectorAll('*'), [,, w, h] = svg.getAttribute('viewBox').split(' ');
  svg.querySelectorAll('*').forEach((e, i) => { const style = getComputedStyle(e); for (const l of looks) to[i].setAttribute(l, style.getPropertyValue(l)); });
  const ground = copy.insertBefore(copy.ownerDocument.createElementNS(copy.namespaceURI, 'rect'), copy.firstChild);
  const tall = headed(copy, Number(w), head, svg);
  copy.setAttribute('viewBox', `0 ${-tall} ${w} ${Number(h) + tall}`);
  for (const [k, v] of Object.entries({ y: -tall, width: w, height: Number(h) + tall, fill: getComputedStyle(svg).backgroundColor })) ground.setAttribute(k, v);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}

// headed writes the head of a drawing above its origin and returns how high it is.
function headed(copy, w, { title, of, legend }, svg) {
  const { color, fontFamily } = getComputedStyle(svg), put = (name, of) => { const e = copy.appendChild(copy.ownerDocument.createElementNS(copy.namespaceURI, name)); for (const [k, v] of Object.entries(of)) e.setAttribute(k, v); return e; };
  const line = 16, rows = legend.flatMap(l => wrapped(l.text, (w - 40) / 6.2).map((text, i) => ({ text, which: i ? null : l.which })));
  const heads = [...wrapped(title, (w - 20) / 8).map(text => ({ text, px: 15 })), ...wrapped(of, (w - 20) / 6.5).map(text => ({ text, px: 12 }))];
  const tall = 12 + 20 * heads.length + line * rows.length;
  heads.forEach((t, i) => { put('text', { x: w / 2, y: 20 * (i + 1) - tall, fill: color, 'font-family': fontFamily, 'font-size': t.px, 'text-anchor': 'middle' }).textContent = t.text; });
  rows.forEach((r, i) => {
    const y = 20 * heads.length + line * (i + 1) - tall, bar = r.which !== null && copy.querySelector(`.fill.of-${r.which}`);
    const mark = bar && copy.appendChild(bar.cloneNode());
    if (mark) for (const [k, v] of Object.entries({ x: 12, y: y - 10, width: 11, height: 11 })) mark.setAttribute(k, v);
    put('text', { x: 30, y, fill: color, 'font-family': fontFamily, 'font-size': 11.5, 'text-anchor': 'start' }).textContent = r.text;
  });
  return tall;
}

// wrapped breaks a text into lines of at most so many characters, where its words allow it.
function wrapped(text, most) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const now = lines.at(-1);
    if (now && now.length + word.length >= most) lines.push(word); else lines[lines.length - 1] = now ? `${now} ${word}` : word;
  }
  return lines;
}

/** Events are the named events, with their fractions. */
export function Events({ series, gists }) {
  const words = new Map(gists.map(g => [g.name, g.gist]));
  return html`<ul class="events">${series[0].answer.events.map((e, i) => html`<${EventRow} key=${e.name} name=${e.name} gist=${words.get(e.name)} chances=${series.map(s => ({ ...s.answer.events[i], which: s.which, of: s.name }))} />`)}</ul>`;
}

function EventRow({ name, gist, chances }) {
  const [open, setOpen] = useState(false);
  return html`<li><button class="event" aria-expanded=${open ? 'true' : 'false'} onClick=${() => setOpen(!open)}>
      <span class="event-name">${plain(name)} <small class="soft">${gist}</small></span>
      <span class="event-bars">${chances.map(c => html`<span class="event-bar"><svg class=${`likelihood of-${c.which}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="trough" width="100" height="10" /><rect class="fill" width=${100 * chance(c)} height="10" /></svg>
        <b>${c.stderr !== undefined ? '≈ ' : ''}${percent(chance(c))}${c.stderr !== undefined ? html` <small>± ${percent(c.stderr)}</small>` : ''}</b></span>`)}</span></button>
    ${open && chances.map(c => html`<p class="fraction"><code>${c.p ? clipped(c.p, 240) : c.stderr !== undefined ? `${c.estimate} ± ${c.stderr} (95 in 100: ${amount(100 * c.low)} % to ${amount(100 * c.high)} %)` : c.float}</code>${chances.length > 1 ? ` ${c.of}` : ''}</p>`)}</li>`;
}

/** Charts shows a measure of one answer or two. */
export function Charts({ series, measure, mode, view }) {
  const all = series.map(s => ({ ...s, of: s.answer.expected.measures[measure] })).filter(s => s.of);
  if (!all.length) return html`<p class="soft">This answer has no such measure.</p>`;
  const lists = all.map(s => summed(s.of.distribution, mode));
  return html`<p class="soft">${all.map((s, i) => html`${i ? ' · ' : ''}${all.length > 1 ? `${s.name}: ` : ''}mean <b>${s.of.estimate !== undefined ? `≈ ${amount(s.of.estimate)} ± ${amount(s.of.stderr)}` : amount(s.of.float)}</b>, deviation ${amount(s.of.sd)}${s.of.median !== undefined ? `, median ${s.of.median}` : ''}`)} (${all[0].of.unit})</p>
    ${view === 'table' ? html`<${Table} all=${all} lists=${lists} mode=${mode} />` : html`<${Bars} all=${all} lists=${lists} mode=${mode} unit=${all[0].of.unit} measure=${measure} />`}`;
}

// A narrow window gets a chart of its own measure, so that its words stay legible.
const boxes = { wide: { w: 640, h: 260, left: 46, right: 8, top: 22, bottom: 40, labels: 20 }, narrow: { w: 340, h: 250, left: 42, right: 4, top: 22, bottom: 42, labels: 11 } };

// bins puts neighbouring values together where there are more than can be told apart.
function bins(lists, mode) {
  const values = lists.flatMap(l => l.map(v => v.value)), low = Math.min(...values), high = Math.max(...values), most = 60;
  const step = Math.max(1, Math.ceil((high - low + 1) / most));
  const rows = [];
  for (let v = low; v <= high; v += step) {
    rows.push({ low: v, high: Math.min(high, v + step - 1), chances: lists.map(l => {
      const inside = l.filter(x => x.value >= v && x.value < v + step);
      if (mode === 'exactly') return { chance: inside.reduce((a, x) => a + x.chance, 0), p: inside.length === 1 && step === 1 ? inside[0].p : undefined };
      if (mode === 'at least') return { chance: l.find(x => x.value >= v)?.chance ?? 0 };
      return { chance: l.findLast(x => x.value <= Math.min(high, v + step - 1))?.chance ?? 0 };
    }) });
  }
  return rows;
}

function Bars({ all, lists, mode, unit, measure }) {
  const [on, setOn] = useState(null);
  const box = boxes[useMedia('(max-width: 520px)') ? 'narrow' : 'wide'];
  const rows = bins(lists, mode), inner = { w: box.w - box.left - box.right, h: box.h - box.top - box.bottom };
  const most = Math.max(0.01, ...rows.flatMap(r => r.chances.map(c => c.chance)));
  const top = [0.02, 0.05, 0.1, 0.2, 0.25, 0.4, 0.5, 0.6, 0.8, 1].find(t => t >= most - 1e-9) || 1;
  const slot = inner.w / rows.length, bar = Math.min(56, slot * 0.84 / all.length);
  const x = (i, k) => box.left + slot * i + (slot - bar * all.length) / 2 + bar * k, y = p => box.top + inner.h * (1 - p / top);
  const every = Math.ceil(rows.length / box.labels);
  const name = r => r.low === r.high ? `${r.low}` : `${r.low} to ${r.high}`;
  const say = r => `${mode === 'exactly' ? '' : mode + ' '}${name(r)}: ${r.chances.map((c, k) => (all.length > 1 ? all[k].name + ' ' : '') + percent(c.chance)).join(', ')}`;
  const key = e => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const next = Math.max(0, Math.min(rows.length - 1, (on ?? 0) + by));
    e.currentTarget.querySelectorAll('.slot')[next]?.focus();
  };
  return html`<figure class="chart"><svg viewBox=${`0 0 ${box.w} ${box.h}`} role="group" aria-label=${`Chances of ${measure}, ${mode}: a bar for each number`} onKeyDown=${key}>
      ${[0, 0.25, 0.5, 0.75, 1].map(t => html`<line class="grid" x1=${box.left} x2=${box.w - box.right} y1=${y(t * top)} y2=${y(t * top)} /><text class="tick" x=${box.left - 6} y=${y(t * top) + 4}>${amount(100 * t * top)} %</text>`)}
      ${rows.map((r, i) => html`<g class=${`slot${on === i ? ' on' : ''}`} tabindex=${i === (on ?? 0) ? 0 : -1} role="img" aria-label=${say(r)} onFocus=${() => setOn(i)} onPointerEnter=${() => setOn(i)} onPointerLeave=${() => setOn(null)}>
        <rect class="hit" x=${box.left + slot * i} y=${box.top} width=${slot} height=${inner.h} />
        ${r.chances.map((c, k) => html`<rect class=${`fill of-${all[k].which}`} x=${x(i, k)} y=${y(c.chance)} width=${Math.max(1, bar - (all.length > 1 ? 1 : 0))} height=${Math.max(c.chance > 0 ? 1 : 0, box.top + inner.h - y(c.chance))} />`)}
        ${rows.length <= box.labels * 0.7 && all.length === 1 && html`<text class="value" x=${x(i, 0) + bar / 2} y=${y(r.chances[0].chance) - 5}>${percent(r.chances[0].chance)}</text>`}
        ${i % every === 0 && html`<text class="label" x=${box.left + slot * (i + 0.5)} y=${box.h - 22}>${r.low}</text>`}</g>`)}
      <text class="label" x=${box.left + inner.w / 2} y=${box.h - 4}>${unit.length > box.w / 7.5 ? plain(measure) : unit}</text>
    </svg>
    <figcaption>${all.length > 1 && html`<span class="legend"><i class="swatch of-0"></i> first <i class="swatch of-1"></i> second</span>`}<span role="status">${on !== null && rows[on] ? html`<b>${say(rows[on])}</b> ${rows[on].chances[0].p ? html`<code>${clipped(rows[on].chances[0].p)}</code>` : ''}` : html`<span class="soft">Point at a bar, or go through them with the arrow keys.</span>`}</span></figcaption></figure>`;
}

function Table({ all, lists, mode }) {
  const values = [...new Set(lists.flatMap(l => l.map(v => v.value)))].sort((a, b) => a - b);
  const found = lists.map(l => new Map(l.map(v => [v.value, v])));
  return html`<div class="tabled"><table><thead><tr><th class="number">${mode}</th>${all.map(s => html`<th class="number">${all.length > 1 ? s.name : 'chance'}</th>`)}<th>fraction</th></tr></thead>
    <tbody>${values.map(v => html`<tr><td class="number">${v}</td>${found.map(f => html`<td class="number">${f.has(v) ? percent(f.get(v).chance) : '–'}</td>`)}<td><code>${found.map(f => f.get(v)?.p).filter(Boolean).map(p => clipped(p)).join(' · ')}</code></td></tr>`)}</tbody></table></div>`;
}
