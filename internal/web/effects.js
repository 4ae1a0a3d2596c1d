// The changes that affect an answer most: one change of the question at a time, the greatest
// effect first. The server computes them; the page can apply one.
import { useState } from './vendor/preact-htm.js';
import { html, Trouble, useLoad } from './shell.js';
import { ask } from './api.js';
import { changesAddress } from './question.js';
import { capital } from './labels.js';
import { amount, counted, percent } from './number.js';

const few = 8;

/**
 * Altered shows the changes of one question; put applies one. On a wide page it is open at first if only
 * one question is asked.
 */
export function Altered({ x, s, many, late, put }) {
  const [open, setOpen] = useState(!many && matchMedia('(min-width: 901px)').matches);
  return html`<details class="altered" open=${open} onToggle=${e => setOpen(e.target.open)}><summary>
    <h2>What would change it${many ? `: the ${s.name} question` : ''}</h2></summary>${
      open && html`<${Effects} x=${x} s=${s} late=${late} put=${put} />`
    }</details>`;
}

function Effects({ x, s, late, put }) {
  const can = s.proc.events.filter((e, i) => (s.answer.events[i].float ?? 0) > 0),
    usual = s.of.aim || s.proc.aim;
  const event = can.some(e => e.name === usual) || !can.length ? usual : can[0].name;
  const [all, setAll] = useState(false),
    url = changesAddress(x, s.which, event);
  // The answer itself is requested first.
  const got = useLoad(async signal => (late ? null : { url, value: await ask(url, { signal }) }), [url, late]);
  const c = got.value?.url === url ? got.value.value : null;
  return html`<label class="of-event">The chance that<select value=${event}
    onChange=${e => put({ aim: e.target.value })}>${s.proc.events.map(
      e => html`<option value=${e.name}>${e.gist}</option>`,
    )}</select>
    </label>
    <${Trouble} error=${got.error} />
    ${
      !c
        ? !got.error && html`<p class="soft" role="status">Trying changes …</p>`
        : html`<p class="soft" role="status">Now: <b>${percent(c.float)}</b>. With one change at a time:</p>
      <ul class="effects">${(all ? c.changes : c.changes.slice(0, few)).map(
        y => html`<li key=${y.kind + y.set}>
        <button class="effect" onClick=${() => take(s, put, y)} title="apply this change to the question">
        <span>${y.of ? html`<small class="soft">${y.of}</small> ` : ''}${capital(y.title)}: <b>${y.is}</b>${' '}
          <small class="soft">instead of ${y.was}</small>
        </span><${Swing} from=${c.float} to=${y.float} /><b class="number">${percent(y.float)}</b>
        <b class=${`number more ${y.more.float > 0 ? 'up' : 'dn'}`}>${y.more.float > 0 ? '+' : '−'}${
          Math.abs(y.more.float) < 0.0005 ? '<\u202f0.1' : amount(Math.round(1000 * Math.abs(y.more.float)) / 10)
        }</b>
        </button></li>`,
      )}</ul>
      ${c.changes.length === 0 && html`<p>No single change matters.</p>`}
      ${
        c.changes.length > few &&
        html`<button onClick=${() => setAll(!all)}
        aria-pressed=${all ? 'true' : 'false'}>
        ${all ? 'The largest only' : `${c.changes.length - few} smaller ones`}</button>`
      }
      <p class="soft small">${[
        c.nothing && `${c.nothing} more ${c.nothing === 1 ? 'changes' : 'change'} nothing`,
        c.unasked && `${counted(c.unasked, 'changes')} ${c.unasked === 1 ? 'is' : 'are'} not allowed or too large`,
        c.untried && `${counted(c.untried, 'changes')} ${c.untried === 1 ? 'was' : 'were'} not tried`,
      ]
        .filter(Boolean)
        .join('; ')}${c.nothing || c.unasked || c.untried ? '.' : ''}</p>`
    }`;
}

// take applies a change to the question.
function take(s, put, y) {
  const at = y.set.indexOf('='),
    key = y.set.slice(0, at),
    value = y.set.slice(at + 1);
  put(y.kind === 'ruling' ? { ruling: { ...s.of.ruling, [key]: value } } : { set: { ...s.of.set, [key]: value } });
}

// Swing draws the change from one chance to another.
function Swing({ from, to }) {
  return html`<svg class=${`swing ${to > from ? 'up' : 'dn'}`} viewBox="0 0 100 12" preserveAspectRatio="none"
    aria-hidden="true"><rect class="trough" width="100" height="12" /><rect class="by" x=${100 * Math.min(from, to)}
    width=${Math.max(0.6, 100 * Math.abs(to - from))} height="12" />
    <line x1=${100 * from} x2=${100 * from} y1="0" y2="12" /></svg>`;
}
