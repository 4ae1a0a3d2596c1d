// The guide of a first turn: a note beside the thing that it describes. It covers nothing that
// can be pressed, waits for the player's action, and can be closed.
import { useEffect, useLayoutEffect, useRef, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { known, remember } from './mymatches.js';
import { follow, pressed, shown, step, steps } from './guidetexts.js';

// The elements of the guide's roles: those with data-role, or these selectors.
const roles = {
  goal: '.goals',
  turn: '.status .turn, .status',
  piece: '.plan .piece.ready, .able button',
  target: '.plan-tags .tag, .ways .way, .plan-drawing [data-lit]',
  odds: '.preview .zones, .preview .chances, .preview',
  confirm: '.preview .confirm .main',
  tray: '.felt',
  undo: '.foot .undo, .tools .undo',
  question: '.decision:not(.waiting)',
};

// isUncovered reports whether nothing but the guide covers the middle of an element.
function isUncovered(e, r) {
  const [x, y] = [r.left + r.width / 2, r.top + r.height / 2],
    at = document.elementsFromPoint(x, y).find(a => !a.closest('.guide'));
  return at && (e.contains(at) || at.contains(e));
}

// find returns the element that a step points at: an uncovered one, or else the first in view
// above the foot.
function find(role) {
  const foot = document.querySelector('.foot'),
    low = foot?.checkVisibility() ? foot.getBoundingClientRect().top : innerHeight;
  let other = null;
  for (const selector of [`[data-role~=${role}]`, ...roles[role].split(', ')]) {
    for (const e of document.querySelectorAll(selector)) {
      const r = e.getBoundingClientRect(),
        middle = Math.min(r.top + 40, (r.top + r.bottom) / 2);
      if (!r.width || !r.height || r.bottom <= 0 || !e.checkVisibility()) continue;
      if (isUncovered(e, r)) return e;
      if (middle < (foot?.contains(e) ? innerHeight : low)) other ??= e;
    }
  }
  return other;
}

const sees = selector => [...document.querySelectorAll(selector)].some(e => e.checkVisibility());

// look describes what the table shows now.
const look = match => ({
  tray: sees('.tray-go'),
  preview: sees('.preview'),
  piece: sees('.actions-head button'),
  asked: Boolean(match.state.begun?.yours),
  mine: match.yours(),
  setup: /set-?up/i.test(match.state.phase),
});

// What a note should not cover: things to press or to read first, with the cost of each covered pixel.
// It never covers an objective, or what it points at.
const never = 1000;
const precious = [
  ['.plan .star', never],
  ['.preview, .felt, .decision:not(.waiting), .confirm', 8],
  ['.foot, .bar', 4],
  ['.picker, .storeys, .choose, .asked, .banner', 4],
  ['.slip', 1.5],
  ['.plan-tags .tag, .plan .piece.ready', 2],
  ['.plan-drawing [data-lit]', 1],
  ['.plan .piece, .goals', 1],
];

const shared = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

// firstStepCosts returns what else the note of the first step should not cover: the objectives, which it is
// about, and the foot. That step does not wait for a tap on a piece, so its note may cover the list of pieces.
const firstStepCosts = match => [
  ['.foot', 12],
  ...(match.state.scene?.structures || [])
    .filter(s => s.objective)
    .map(s => [`.plan [data-key="structure:${s.name}"]`, 400]),
];

// beside places a note near a box, where it hides least; more has costs beside those of precious. The note
// stays at its old place unless it is in the way.
function beside(r, w, h, was, more) {
  const gap = 12,
    boxes = [...precious, ...more].flatMap(([selector, cost]) =>
      [...document.querySelectorAll(selector)].slice(0, 60).map(e => [e.getBoundingClientRect(), cost]),
    );
  if (r) boxes.push([r, never]);
  const wide = innerWidth - w - 8,
    high = innerHeight - h - 8,
    held = (x, most) => Math.max(8, Math.min(most, x)),
    spots = [];
  if (r)
    spots.push(
      [r.left + r.width / 2 - w / 2, r.bottom + gap],
      [r.left + r.width / 2 - w / 2, r.top - gap - h],
      [r.left - gap - w, r.top + r.height / 2 - h / 2],
      [r.right + gap, r.top + r.height / 2 - h / 2],
    );
  for (let i = 0; i <= 4; i++)
    for (let k = 0; k <= 6; k++) spots.push([8 + ((wide - 8) * i) / 4, 8 + ((high - 8) * k) / 6]);
  let best = null;
  for (const [i, [a, b]] of (was ? [was, ...spots] : spots).entries()) {
    const x = held(a, wide),
      y = held(b, high),
      box = { left: x, top: y, right: x + w, bottom: y + h };
    const cost =
      boxes.reduce((sum, [at, of]) => sum + of * shared(box, at), 0) +
      (r ? 0.5 * Math.hypot(x + w / 2 - r.left - r.width / 2, y + h / 2 - r.top - r.height / 2) : 0) -
      (was && i === 0 ? 250 : 0);
    if (!best || cost < best.cost - 1) best = { x, y, cost };
  }
  return [best.x, best.y];
}

/**
 * Guide guides through the first turn of a match that was started with it, or when it is asked
 * for.
 */
export function Guide({ match }) {
  const mine = () => known().find(m => m.id === match.id && m.token === match.token);
  const [at, setAt] = useState(() =>
    mine()?.guide && match.state.you.role !== 'spectator' && !match.state.over ? 'goal' : null,
  );
  const [seen, setSeen] = useState(() => look(match));
  const [spot, setSpot] = useState(null);
  const note = useRef(null),
    lies = useRef(null);
  const place = box => {
    if (!note.current) return;
    const { width, height } = note.current.getBoundingClientRect(),
      [x, y] = beside(box, width, height, lies.current, role === 'goal' ? firstStepCosts(match) : []).map(Math.round);
    lies.current = [x, y];
    note.current.style.left = `${x}px`;
    note.current.style.top = `${y}px`;
  };
  const leave = () => {
    setAt(null);
    const match = mine(); // not if another tab has taken it off the list
    if (match) remember({ ...match, guide: false });
  };
  useEffect(() => {
    const again = () => setAt('goal');
    addEventListener('guide', again);
    return () => removeEventListener('guide', again);
  }, []);
  const say = at && shown(at, seen),
    [role, text] = say ? step(say, match.state.ruleset) : [];
  // The table redraws at any time, so its elements are measured a few times a second.
  useEffect(() => {
    if (!at) return undefined;
    const tick = () => {
      if (match.state.over) {
        leave();
        return;
      }
      const now = look(match),
        next = follow(at, now);
      setSeen(old => (Object.keys(now).some(k => now[k] !== old[k]) ? now : old));
      if (next !== at) setAt(next);
      const r = find(role)?.getBoundingClientRect(),
        key = r && [r.left, r.top, r.width, r.height].map(Math.round).join();
      place(r);
      setSpot(old =>
        (old?.key || '') === (key || '')
          ? old
          : r
            ? { key, left: r.left, top: r.top, width: r.width, height: r.height, right: r.right, bottom: r.bottom }
            : null,
      );
    };
    tick();
    const timer = setInterval(tick, 120);
    return () => clearInterval(timer);
  }, [at, role]);
  useLayoutEffect(() => {
    lies.current = null;
    place(spot);
  }, [at, role, text]);
  if (!at) return null;
  const n = steps.indexOf(at);
  const next = () => (at === 'last' ? leave() : setAt(steps[n + 1]));
  return html`${
    spot &&
    html`<div class="guide-ring" aria-hidden="true"
    style=${{
      left: `${spot.left - 5}px`,
      top: `${spot.top - 5}px`,
      width: `${spot.width + 10}px`,
      height: `${spot.height + 10}px`,
    }}>
    </div>`
  }
    <section class="guide" ref=${note} aria-label="Guide of the first turn" data-step=${at}>
      <p class="guide-text" aria-live="polite">${text}</p>
      <div class="guide-foot">
        <span class="guide-at">Step ${n + 1} of ${steps.length}</span>${
          at !== 'last' &&
          html`<button class="quiet"
        onClick=${leave}>Leave<span class="voice"> the guide</span>
        </button>`
        }${
          say === at &&
          pressed.has(at) &&
          html`<button class="main"
        onClick=${next}>${at === 'last' ? 'Done' : 'Next'}</button>`
        }</div>
    </section>`;
}
