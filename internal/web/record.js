// The record: a sentence for each step, which opens to every roll, amount and note with its
// clause. Undone steps stay, struck through.
import { useEffect, useMemo, useRef, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { Cite } from './clause.js';
import { Rolled } from './tray.js';
import { groupOf, sameDice } from './rolls.js';
import { SideMark } from './counter.js';
import { Strip } from './strip.js';
import { headline, sentence } from './reports.js';
import { capital } from './labels.js';

/** steps groups entries: an action with everything that followed from it. */
export function steps(entries) {
  const list = [],
    standing = [],
    undone = [],
    tried = []; // the steps that were undone once
  for (const e of entries) {
    if (e.kind === 'dice' || e.kind === 'resign') {
      list.push({ head: e, rest: [], mark: true });
      continue;
    }
    if (e.kind === 'undo' || e.kind === 'redo') {
      if (e.kind === 'undo') {
        const s = standing.pop();
        if (s) {
          s.back = true;
          s.before = [...standing];
          undone.push(s);
          tried.push(s);
        }
      }
      if (e.kind === 'redo') {
        const s = undone.pop();
        if (s) {
          s.back = false;
          standing.push(s);
        }
      }
      // Actions that are undone together are shown once.
      const last = list.at(-1),
        same = last?.mark && last.head.kind === e.kind && last.head.by === e.by;
      const m = same ? last : { head: e, rest: [], mark: true, many: 0 };
      m.many++;
      m.to = standing.length;
      if (same) m.rest.push(e);
      else list.push(m);
      continue;
    }
    if (e.kind === 'action' || (e.kind === 'unseen' && e.unseen) || list.length === 0) {
      const s = { head: e, rest: [], open: true };
      if (tried.length) s.before = [...standing];
      list.push(s);
      standing.push(s);
      if (e.kind === 'action') undone.length = 0;
      if (e.kind === 'unseen') s.open = false;
      continue;
    }
    const s = list.findLast(x => !x.mark) || list[list.length - 1];
    s.rest.push(e);
    if (e.kind === 'done') {
      s.open = false;
      s.done = e;
    }
  }
  let n = 0;
  for (const s of list) if (!s.mark && !s.back) s.n = ++n;
  for (const s of list) s.same = tried.some(x => x.head.seq < s.head.seq && repeats(s, x));
  rounds(list.filter(s => s.n));
  return list;
}

// answers is what the dice and the players have answered within a step.
const answers = s => JSON.stringify([s.head.action ?? s.head.seq, s.rest.map(e => e.faces ?? e.value)]);

// repeats reports whether a step plays an undone one again, from the same position, with its dice.
function repeats(s, undone) {
  const [a, b] = [s, undone].map(x => x.rest.find(e => e.kind === 'roll')?.faces);
  return (
    s.before &&
    s.head.action === undone.head.action &&
    a?.length > 0 &&
    String(a) === String(b) &&
    s.before.length === undone.before.length &&
    s.before.every((x, i) => x === undone.before[i] || answers(x) === answers(undone.before[i]))
  );
}

// rounds marks the steps before which a round begins, as far as the notes of the record tell.
function rounds(standing) {
  let round = 1,
    turned = false;
  for (const s of standing) {
    if (turned) s.round = round;
    const notes = s.rest
        .filter(e => e.kind === 'note')
        .map(e => e.why || e.text)
        .reverse(),
      was = round;
    const named = notes.map(text => /\bround (\d+) of \d+/.exec(text)).find(Boolean);
    if (named) round = Number(named[1]);
    else if (notes.includes('the round is over')) round++;
    turned = round !== was;
  }
}

/** brief summarises the result of a step in a few words. */
export function brief(s) {
  const events = s.done?.came || [];
  if (s.done?.over) return s.done.over.says;
  if (events.length) return events.join(', ');
  if (s.open) return 'not finished';
  return lastRollNote(s.rest);
}

// lastRollNote describes dice without a named event: by the ruleset's note on the last roll, or "".
function lastRollNote(rest) {
  const at = rest.findLastIndex(e => e.kind === 'roll'),
    note = rest[at + 1];
  return at >= 0 && note?.kind === 'note' && note.clause === rest[at].clause ? note.why || note.text : '';
}

// marked describes an undo, a redo, an agreement or a resignation.
function marked(s) {
  const { by, kind, consent, text } = s.head,
    many = `${s.many} ${s.many === 1 ? 'action' : 'actions'}`;
  if (kind === 'dice') return `${by} rolls its own dice from now on, and types them: ${consent} agreed`;
  if (kind === 'resign') return text;
  return kind === 'undo'
    ? `${by} undid ${many}, back to ${s.to ? `action ${s.to}` : 'the beginning'}`
    : `${by} redid ${many}, up to action ${s.to}`;
}

/** Record lists the steps, the latest last, and follows new ones. */
export function Record({ match, at, told, onStep }) {
  const entries = match.entries();
  const list = useMemo(() => steps(entries), [entries.length, match.last(), entries.at(-1)?.kind]);
  const end = useRef(null);
  const near = useRef(true);
  // In a narrow window the panel scrolls, not the list.
  useEffect(() => {
    const own = end.current?.parentElement,
      box = own && (own.closest('.tabbed .panel-body') || own);
    if (box && near.current) box.scrollTop = box.scrollHeight;
  }, [list.length]);
  useEffect(() => {
    const box = end.current?.closest('.tabbed .panel-body');
    if (!box) return undefined;
    const heard = e => scrolled(e);
    box.addEventListener('scroll', heard);
    return () => box.removeEventListener('scroll', heard);
  }, []);
  // The shown earlier step is scrolled into view while the page stays in place.
  useEffect(() => {
    const row = at !== null && end.current?.parentElement.querySelector('.current'),
      box = row && (row.closest('.tabbed .panel-body') || end.current.parentElement);
    if (!box) return;
    const r = row.getBoundingClientRect(),
      b = box.getBoundingClientRect();
    if (r.top < b.top || r.bottom > b.bottom) box.scrollTop += (r.top + r.bottom - b.top - b.bottom) / 2;
  }, [at]);
  const scrolled = e => {
    const b = e.currentTarget;
    near.current = b.scrollHeight - b.scrollTop - b.clientHeight < 60;
  };
  return html`<div class="record" tabindex="0" role="group" aria-label="The record" onScroll=${scrolled}>
    ${list.length === 0 && html`<p class="soft">Nothing has happened yet.</p>`}
    <ol>${list.map(
      s => html`<${Step} key=${s.head.seq} step=${s} sides=${match.state.sides} told=${told?.(s)}
      current=${at !== null && s.n === at} onStep=${onStep} />`,
    )}</ol><span ref=${end}></span></div>`;
}

/** came returns the result of a step in a sentence or a few words. */
export const came = (s, told) => {
  const said = headline(told),
    over = s.done?.over; // its verdict says more than the name of the winner
  return (
    [said, over && !said.includes(over.says) && sentence(brief(s))].filter(Boolean).join(' ') ||
    (told ? '' : sentence(brief(s)))
  );
};

// signs stand in place of the number of a step that is no action.
const signs = { dice: '⚄', resign: '⚑' };

function Step({ step: s, sides, told: x, current, onStep }) {
  const [open, setOpen] = useState(false);
  const row = useRef(null);
  useEffect(() => {
    if (open) row.current.scrollIntoView({ block: 'nearest' });
  }, [open]); // an opened step is scrolled into view
  const side = sides.indexOf(s.head.by);
  const told = !s.mark && came(s, x);
  return html`${s.round && html`<li class="round-begins">Round ${s.round}</li>`}
    <li ref=${row} class=${['step', `side-${side}`, s.back && 'back', s.mark && 'taken', current && 'current']
      .filter(Boolean)
      .join(' ')}>
    <button class="step-line" aria-expanded=${open ? 'true' : 'false'} onClick=${() => setOpen(!open)}>
      <span class="step-number">
      ${s.n || signs[s.head.kind] || (s.mark ? '↶' : '–')}</span><${SideMark} sides=${sides} side=${side} />
      <span class="step-said"><span class="step-action">
      ${s.mark ? marked(s) : sentence(x?.says || s.head.says || s.head.text)}</span>
      ${told && html` <span class="step-told">${told}</span>`}<${Strip} told=${x} /></span></button>
    ${
      open &&
      html`<div class="step-explanation">
      ${s.head.action && html`<p class="soft small"><code>${s.head.action}</code></p>`}
      ${s.same && html`<p class="soft small">${sameDice}</p>`}
      ${!s.mark && s.rest.map(e => html`<${Entry} entry=${e} />`)}
      ${
        (s.mark || s.rest.length === 0) &&
        html`<p class="soft small">${s.mark ? s.head.text : 'No dice and no modifiers.'}</p>`
      }
      ${s.n && onStep && html`<button class="quiet" onClick=${() => onStep(s.n)}>Show the position after this</button>`}
    </div>`
    }
  </li>`;
}

/** Entry is one entry of the record, with its clause. */
export function Entry({ entry: e }) {
  if (e.kind === 'done')
    return html`<p class="entry entry-done">${sentence((e.came || []).join('; ')) || 'Done.'} ${
      e.over && html`${sentence(`${e.over.says}: ${e.over.why}`)} <${Cite} clause=${e.over.clause} />`
    }</p>`;
  if (e.kind === 'roll') {
    const g = groupOf(e);
    return g
      ? html`<div class="entry"><${Rolled} group=${g} /></div>`
      : html`<p class="entry"><span>${capital(e.text)}</span></p>`;
  }
  if (e.kind === 'choice')
    return html`<p class="entry"><span>${sentence(e.why)} <${Cite} clause=${e.clause} /><br />
      <span class="chose">${sentence(e.says || e.text)}</span></span></p>`;
  if (e.kind === 'unseen') return html`<p class="entry soft">${capital(e.text)}</p>`;
  return html`<p class="entry"><span>${capital(e.why || e.text)} <${Cite} clause=${e.clause} /></span>
    ${e.value !== undefined && html`<b class="entry-value">${e.value}</b>`}</p>`;
}
