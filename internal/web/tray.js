// The tray: the dice of an action, with their result and how rare it is.
import { useEffect, useLayoutEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, useMedia } from './shell.js';
import { Cite } from './clause.js';
import { Die } from './die.js';
import { aloud, groups, heaped, sameDice } from './rolls.js';
import { Fell, Strip } from './strip.js';
import { noun } from './number.js';
import { outcome, rarity, sentence } from './reports.js';
import { SoundSwitch, sounds } from './sound.js';
import { HandsWord } from './halves.js';

/**
 * Rolled is one roll: whose, which dice, what counts, the faces, the result. small leaves the
 * words out.
 */
export function Rolled({ group: g, from = 0, small }) {
  const list = heaped(g.dice);
  return html`<div class=${`roll${g.shields ? ' shields' : ''}`} role="group"
    aria-label=${`${g.by ? `${g.by}, ` : ''}${g.why}: ${aloud(g)}. ${g.sum}`}>
    ${
      !small &&
      html`<p class="roll-head"><b>${g.by ? html`${g.by}: ` : ''}${g.why}</b> <span>
    ${g.dice.length > 1 ? `${g.dice.length} ${noun(g.dice.length, 'dice')}${g.rule ? ', ' : ''}` : ''}${g.rule}
    </span> <${Cite} clause=${g.clause} /></p>`
    }
    <p class="roll-dice">
    ${list.map(
      (d, i) => html`<${Die} die=${g.die} face=${d.face} state=${d.state} n=${d.n}
      at=${Math.min(42, from + i)} />`,
    )}${g.sum && html` <span class="roll-sum">${g.sum}</span>`}</p>
    ${!small && g.from === 'two hands' && html`<${HandsWord} seq=${g.seq} />`}</div>`;
}

/** Dice lists all rolls of an action. */
export function Dice({ entries, small }) {
  let at = 0;
  return html`<div class="rolls">${groups(entries).map(g => {
    const from = at;
    at += g.dice.length;
    return html`<${Rolled} key=${g.seq} group=${g} from=${from} small=${small} />`;
  })}</div>`;
}

// mine reports whether the tray shows the dice of a step, rather than the news of the other side.
const mine = (state, s) => s.head.kind === 'action' && (state.you.role !== 'seat' || s.head.by === state.you.side);

// How long dice roll, in ms, unless skipped: 600 from their first picture, which may come late.
const motion = 700;

/**
 * useTray returns the step in the tray, which is the last one with dice since the page was
 * opened, until the player continues; and whether its dice still roll.
 */
export function useTray(match, list, at) {
  const { state } = match,
    calm = useMedia('(prefers-reduced-motion: reduce)');
  const since = useRef(null),
    [left, setLeft] = useState(0),
    [lain, setLain] = useState(0); // the step whose dice have come to rest
  if (since.current === null && (list.length || state.sequence === 0)) since.current = list.at(-1)?.head.seq ?? 0;
  // After an undo, earlier steps are not shown again.
  const step = list.slice(list.findLastIndex(s => s.mark) + 1).findLast(s => !s.back && mine(state, s));
  const open =
    step &&
    !step.open &&
    at === null &&
    step.head.seq > Math.max(since.current ?? Infinity, left) &&
    step.rest.some(e => e.kind === 'roll' && e.faces?.length);
  const seq = open ? step.head.seq : 0,
    rolling = Boolean(seq) && !calm && lain !== seq;
  useLayoutEffect(() => {
    if (!rolling) return undefined;
    let lie;
    match.still = new Promise(go => {
      lie = go;
    });
    return lie;
  }, [rolling, seq]);
  useEffect(() => {
    if (!rolling) return undefined;
    const skip = () => setLain(seq),
      over = setTimeout(skip, motion);
    addEventListener('pointerdown', skip, true);
    addEventListener('keydown', skip, true);
    return () => {
      clearTimeout(over);
      removeEventListener('pointerdown', skip, true);
      removeEventListener('keydown', skip, true);
    };
  }, [rolling, seq]);
  return { step: open ? step : null, rolling, goOn: () => setLeft(step.head.seq) };
}

// Elements in which the space bar has a meaning.
const typing = 'input, textarea, select, .tray-place button';

/** Tray shows a step. next is the button after it: its label and its action. */
export function Tray({ tray, told, state, next }) {
  const { step, rolling } = tray,
    x = step && told(step);
  const onward = () => {
    tray.goOn();
    next?.go?.();
  };
  const box = useRef(null);
  useLayoutEffect(() => box.current?.scrollTo(0, 0), [step?.head.seq]);
  useLayoutEffect(() => {
    if (!step) return undefined;
    const key = e => {
      if (
        (e.key !== ' ' && e.key !== 'Escape') ||
        e.repeat ||
        e.ctrlKey ||
        e.metaKey ||
        e.altKey ||
        document.querySelector('dialog[open]')
      )
        return;
      if (e.key === ' ' && e.target.closest?.(typing)) return;
      e.preventDefault();
      e.stopPropagation();
      if (!rolling) onward(); // the first press skips the animation
    };
    addEventListener('keydown', key, true);
    return () => removeEventListener('keydown', key, true);
  });
  useEffect(() => {
    if (step && document.activeElement?.id === 'commandline') document.activeElement.blur();
  }, [step?.head.seq]); // the space bar continues
  useEffect(() => {
    if (step && x) sounds(x, groups(step.rest));
  }, [step?.head.seq, Boolean(x)]);
  const rare = rarity(x);
  return html`<section class="tray-place" aria-live="polite" aria-label="The dice">${
    step &&
    html`
    <div ref=${box}
      class=${`felt tray-of-dice side-${state.sides.indexOf(step.head.by)}${rolling ? '' : ' still'}`}
        data-step=${step.n}>
      <div class="tray-told"><p class="tray-says">${sentence(x?.says || step.head.says || step.head.text)}</p>
      <div class="tray-head"><h2 class="tray-brief">${x ? x.brief || 'Rolled' : ' '}</h2>
      ${rare && html`<span class="rare" title=${rare.p.p}>${rare.badge}</span>`}</div>
      <p class="tray-count">${x?.dice && x.dice !== x.brief && html`${sentence(x.dice)} `}<b>${outcome(x)}</b></p>
      ${step.same && html`<p class="tray-again">${sameDice}</p>`}</div>
      <${Dice} entries=${step.rest} />
      ${
        x &&
        html`<div class="tray-means">
          ${x.luck && html`<p class="tray-where"><b>Where it fell</b>${rare && html` <span>${rare.text}</span>`}</p>`}
        <${Strip} told=${x} labels=${true} /><${Fell} told=${x} />
        ${
          x.left.length > 0 &&
          html`<ul class="tray-left" aria-label="What it means">
        ${x.left.slice(0, most).map(l => html`<li>${sentence(l)}</li>`)}
        ${x.left.length > most && html`<li>${x.left.length - most} more on the map.</li>`}</ul>`
        }
        <p class="tray-next">${whoNext(state)}</p></div>`
      }
      <div class="tray-foot"><button class="tray-go" onClick=${onward}>${
        next?.label || (state.over ? 'See how it ended' : 'Go on')
      } <kbd>Space</kbd></button><${SoundSwitch} /></div>
    </div>`
  }</section>`;
}

const most = 4;

// whoNext tells whose turn is next, and in which phase.
function whoNext(state) {
  if (state.over)
    return state.hands?.phones && !state.hands.closed
      ? 'The game is over. Go on to the message that tells the other phone.'
      : 'The game is over.';
  return html`Next: <b>${state.turn}</b>, ${state.phase.toLowerCase()}.`;
}
