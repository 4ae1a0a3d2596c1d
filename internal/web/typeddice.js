// Physical dice: their faces are pressed, typed or pasted.
import { useLayoutEffect, useReducer, useRef } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { Cite } from './clause.js';
import { Die } from './die.js';
import { groupOf } from './rolls.js';
import { counted } from './number.js';

const placeOf = (match, question) => `loophole.dice.${match.id}.${question.id}`;

function recall(match, question) {
  try {
    const list = JSON.parse(sessionStorage.getItem(placeOf(match, question)));
    if (Array.isArray(list) && list.length === question.many) return list;
  } catch {
    /* nothing was typed */
  }
  return Array(question.many).fill(0);
}

// padOf returns the keys of the keypad: every face, or digits if there are too many faces.
const padOf = die =>
  die <= 20
    ? { faces: true, keys: Array.from({ length: die }, (_, i) => i + 1) }
    : { faces: false, keys: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] };

// Faces are the given faces of a roll; 0 is none yet. at is the die to correct, part the typed
// digits of a number. It changes at once, so that the next digit of a fast typist goes to the
// next die.
class Faces {
  constructor(match, q, changed) {
    Object.assign(this, {
      place: placeOf(match, q),
      die: q.die,
      faces: recall(match, q),
      at: null,
      part: '',
      wrong: '',
      changed,
    });
  }

  get empty() {
    return this.faces.indexOf(0);
  }
  get here() {
    return this.at ?? this.empty;
  }
  get full() {
    return this.empty < 0;
  }

  set(part) {
    Object.assign(this, { part: '', wrong: '' }, part);
    // So that given faces survive a reload.
    try {
      sessionStorage.setItem(this.place, JSON.stringify(this.faces));
    } catch {
      /* it is only a convenience */
    }
    this.changed();
  }

  refuse(what) {
    this.set({ wrong: `${what} is no face: a D${this.die} shows 1 to ${this.die}.` });
  }

  put(list) {
    const invalid = list.find(n => n < 1 || n > this.die),
      faces = [...this.faces];
    if (invalid !== undefined) {
      this.refuse(invalid);
      return;
    }
    let i = this.here;
    for (const n of list) {
      if (i < 0) {
        this.set({
          wrong:
            `${list.length === 1 ? 'All dice are there' : 'These are more dice than are wanted'}: press one to ` +
            `correct it.`,
        });
        return;
      }
      faces[i] = n;
      i = faces.indexOf(0);
    }
    this.set({ faces, at: null });
  }

  digit(d) {
    const text = this.part + d,
      n = Number(text);
    if (n > this.die || n === 0) this.refuse(text);
    else if (n * 10 > this.die)
      this.put([n]); // no further digit could follow
    else this.set({ part: text });
  }

  back() {
    if (this.part) {
      this.set({ part: this.part.slice(0, -1) });
      return;
    }
    const last =
      this.at !== null && this.faces[this.at]
        ? this.at
        : this.faces.findLastIndex((f, i) => f && (this.full || i < this.empty));
    if (last >= 0) this.set({ faces: this.faces.map((f, i) => (i === last ? 0 : f)), at: null });
  }

  step(by) {
    const n = this.faces.length;
    this.set({ at: Math.max(0, Math.min(n - 1, (this.full && this.at === null ? n : this.here) + by)) });
  }
  correct(at) {
    this.set({ at });
  }
  clear() {
    this.set({ faces: this.faces.map(() => 0), at: null });
  }
  finish() {
    if (this.part) this.put([Number(this.part)]);
  }
}

const elsewhere = e =>
  e.ctrlKey ||
  e.metaKey ||
  e.altKey ||
  document.querySelector('dialog[open], .tray-of-dice') ||
  /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);

/** DiceEntry asks for the faces of a roll. */
export function DiceEntry({ match, question: q }) {
  const [, changed] = useReducer(n => n + 1, 0),
    own = useRef(null);
  const x = (own.current ||= new Faces(match, q, () => changed())),
    pad = padOf(q.die),
    left = x.faces.filter(f => !f).length;
  const send = () => x.full && !match.busy && match.answer({ faces: x.faces });
  useLayoutEffect(() => {
    const key = e => {
      if (elsewhere(e)) return;
      const onButton = e.target.closest?.('button, a, summary');
      if (/^\d$/.test(e.key)) x.digit(e.key);
      else if (e.key === 'Backspace') x.back();
      else if (e.key === 'ArrowLeft') x.step(-1);
      else if (e.key === 'ArrowRight') x.step(1);
      else if (e.key === 'Enter' && !e.repeat && !onButton) {
        if (x.part) x.finish();
        else send();
      } else if ((e.key === ' ' || e.key === ',') && x.part && !onButton) x.finish();
      else return;
      if (e.key !== 'Enter' || !onButton) e.preventDefault();
    };
    const paste = e => {
      if (elsewhere(e)) return;
      const list = (e.clipboardData?.getData('text') || '')
          .trim()
          .split(/[\s,;]+/)
          .filter(Boolean),
        invalid = list.find(w => !/^\d{1,3}$/.test(w));
      if (invalid !== undefined) x.refuse(`“${invalid.slice(0, 12)}”`);
      else if (list.length) x.put(list.map(Number));
      e.preventDefault();
    };
    addEventListener('keydown', key);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('keydown', key);
      removeEventListener('paste', paste);
    };
  });
  const slots = useRef(null),
    sends = useRef(null);
  // The button that sends the dice may lie below the edge of a low window.
  useLayoutEffect(() => {
    if (x.full) sends.current.scrollIntoView({ block: 'nearest' });
  }, [x.full]);
  useLayoutEffect(() => slots.current.querySelector('.here')?.scrollIntoView({ block: 'nearest' }), [x.here]);
  const roll = `${q.dice} ${q.reading || ''}`.trim(),
    given = q.given || [],
    shown = n => groupOf({ roll, faces: [n], value: 0 })?.dice[0].state ?? 'plain';
  const rule = groupOf({ roll, faces: [], value: 0 })?.rule,
    hits = [...given, ...x.faces.filter(Boolean)].filter(n => shown(n) === 'hit').length;
  // On two phones the program has no dice.
  const program = !match.state.hands && match.state.seats.find(s => s.side === q.by);
  return html`<div class="dice-entry felt" data-die=${q.die}>
    <p class="dice-asked"><b>${q.many + given.length > 1 ? q.many + given.length : 'One'} D${q.die}
    </b> <span class="reading">${rule || 'as they fall'}</span> <span class="so-many"
      style=${{ minWidth: `${2 * String(q.many).length + 4.5}ch` }}>${q.many - left} of ${q.many}</span></p>
    <p class="dice-why">${q.why}${q.reads ? `: ${q.reads}` : ''} <${Cite} clause=${q.clause} /></p>
    <div class="slots" ref=${slots} role="group" aria-label=${`${counted(q.many, 'dice')} to be given`}>
    ${given.map(
      n => html`<span class="slot given" title="from the tray of given faces"><${Die} die=${q.die} face=${n}
      state=${shown(n)} /></span>`,
    )}
        ${x.faces.map(
          (f, i) => html`<button key=${i} class=${`slot${i === x.here ? ' here' : ''}`}
          aria-label=${f ? `Die ${i + 1} shows ${f}: correct it` : `Die ${i + 1}, empty`} onClick=${() => x.correct(i)}>
            ${
              f
                ? html`<${Die} die=${q.die} face=${f} state=${shown(f)} />`
                : i === x.here && x.part
                  ? html`<i>${x.part}</i>`
                  : ''
            }</button>`,
        )}</div>
    <p class="dice-left" role="status">${
      hits > 0 && html`<b>${hits}</b> ${hits === 1 ? 'die counts' : 'dice count'}${left ? ' so far' : ''} · `
    }${left ? `${left} to go` : hits > 0 ? 'all are there' : 'All dice are there'}</p>
    <p class="wrong" role="alert">${x.wrong}</p>
    <div class=${`keypad keypad-${q.die}${pad.faces ? '' : ' digits'}`} role="group"
      aria-label="Press what the next die shows">
        ${pad.keys.map(
          n => html`<button onClick=${() => (pad.faces ? x.put([n]) : x.digit(String(n)))}
          aria-label=${pad.faces ? `The next die shows ${n}` : `${n}`}>
            ${q.die === 6 ? html`<${Die} die=${6} face=${n} state=${shown(n) === 'miss' ? 'plain' : shown(n)} />` : n}
            ${pad.faces && q.many > 1 && html`<small data-n=${x.faces.filter(f => f === n).length || ''}></small>`}
            </button>`,
        )}${!pad.faces && html`<button onClick=${() => x.finish()} disabled=${!x.part}>Next</button>`}
            <button class="dice-back" onClick=${() => x.back()} aria-label="Take the last die back">⌫</button></div>
    <div class="row dice-send"><button ref=${sends} id="dice-send" class="main" disabled=${!x.full || match.busy}
      onClick=${send}>${left ? `${left} to go` : 'These are the dice'}</button>
      ${
        program &&
        html`<button disabled=${match.busy}
        onClick=${() => match.answer({ roll: true })}>Let the program roll this</button>`
      }<button class="dice-clear"
          disabled=${match.busy} onClick=${() => x.clear()}>Clear</button></div>
  </div>`;
}
