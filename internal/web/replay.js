// Replay: a slider over the current actions. The server returns each position and a description
// of its action.
import { useEffect, useLayoutEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { isAbort } from './api.js';
import { came } from './record.js';
import { counted } from './number.js';
import { sentence } from './reports.js';

/** useStep fetches the match after n actions; null is the present. */
export function useStep(match, n) {
  const [got, set] = useState(null);
  useEffect(() => {
    if (n === null) {
      set(null);
      return undefined;
    }
    const control = new AbortController();
    const timer = setTimeout(() => match.get(`steps/${n}`, control.signal).then(set, e => isAbort(e) || set(null)), 40);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [n, match.state?.sequence]);
  return n === null ? null : got;
}

const typing = e =>
  e.ctrlKey ||
  e.metaKey ||
  e.altKey ||
  document.querySelector('dialog[open]') ||
  (/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) && e.target.type !== 'range');

/**
 * Replay is the slider: of is the number of current actions, at the shown one, or null for the
 * present; step is the last action; told returns the description of a step.
 */
export function Replay({ of, at, head, step, told, list, sides, over, onMove }) {
  const [playing, setPlaying] = useState(false),
    [mark, setMark] = useState(null); // the step whose bar is pointed at
  useEffect(() => {
    if (!playing) return undefined;
    if (at === null || at >= of) {
      setPlaying(false);
      onMove(null);
      return undefined;
    }
    const timer = setTimeout(() => onMove(at + 1 >= of ? null : at + 1), 900);
    return () => clearTimeout(timer);
  }, [playing, at]);
  const move = n => {
    setPlaying(false);
    onMove(n >= of ? null : Math.max(0, n));
  };
  const play = () => {
    if (!playing && at === null) onMove(0);
    setPlaying(!playing);
  };
  useLayoutEffect(() => {
    // so that a key acts on the shown step
    const key = e => {
      if (typing(e) || of === 0) return;
      if (e.key === ',') move((at ?? of) - 1);
      else if (e.key === '.' && at !== null) move(at + 1);
      else if (e.key === 'p' || e.key === 'P') play();
      else return;
      e.preventDefault();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  });
  if (of === 0) return null;
  const tell = s => `${sentence(told?.(s)?.says || s.head.says || s.head.text)} ${came(s, told?.(s))}`;
  const said = step ? tell(step) : 'The beginning.';
  const bars = (list || []).filter(s => s.n && !s.open),
    pointed = bars.find(s => s.n === mark);
  return html`<div class=${`replay${at !== null ? ' back-then' : ''}`}>
    <button aria-label="One step back" title="One step back: ," disabled=${at === 0}
      onClick=${() => move((at ?? of) - 1)}>‹</button>
    <input type="range" min="0" max=${of} value=${at ?? of} aria-label="Step of the game" aria-valuetext=${
      at === null ? (over ? 'the end' : 'the current position') : `after ${at} of ${counted(of, 'actions')}: ${said}`
    }
        onInput=${e => move(Number(e.target.value))} />
    <button aria-label="One step forward" title="One step forward: ." disabled=${at === null}
      onClick=${() => move(at + 1)}>›</button>
    <button class="replay-play" aria-pressed=${playing ? 'true' : 'false'} title="Play back: P" onClick=${play}>
    ${playing ? 'Stop' : 'Play back'}</button>
    <${Course} list=${bars} told=${told} sides=${sides} at=${at ?? of} onOver=${setMark} onPick=${move} />
    <p class=${`replay-at${at === null && !pointed ? ' soft' : ''}`} role="status"
      tabindex=${at === null && !pointed ? undefined : 0}>
    ${
      pointed
        ? html`<span class="replay-head">${pointed.n} of ${of}: </span><b>${tell(pointed)}</b>`
        : at === null
          ? `${counted(of, 'actions')}${over ? ' to the end' : ''}`
          : html`<span class="replay-head">After ${at} of ${of}${
              head ? `, ${head.split(',')[0]}` : ''
            }: </span><b>${said}
        </b>`
    }</p>
  </div>`;
}

// weight returns the importance of a step, in models: the difference between result and
// expectation if known, else the losses.
function weight(told) {
  const lost = side => told.losses.filter(l => l.side === side).reduce((n, l) => n + l.n, 0),
    expected = told?.luck?.losses || [];
  if (expected.length) return expected.reduce((n, l) => n + Math.abs(lost(l.side) - l.mean), 0);
  return (told?.losses || []).reduce((n, l) => n + l.n, 0);
}

// Course draws a bar for each step, as high as its weight: the first side's up, the second's
// down. Pointing at a bar describes the step, a click shows it.
function Course({ list, told, sides, at, onOver, onPick }) {
  const cost = list.map(s => weight(told?.(s))),
    top = Math.max(3, ...cost),
    wide = 300 / list.length;
  const stepAt = e => {
    const r = e.currentTarget.getBoundingClientRect();
    return list[Math.max(0, Math.min(list.length - 1, Math.floor(((e.clientX - r.left) / r.width) * list.length)))].n;
  };
  return html`<svg class="course" viewBox="0 0 300 44" preserveAspectRatio="none" aria-hidden="true"
    onPointerMove=${e => onOver(stepAt(e))} onPointerLeave=${() => onOver(null)}
    onClick=${e => onPick(stepAt(e))}>${list.map((s, i) => {
      const side = sides.indexOf(s.head.by),
        high = cost[i] ? 3 + (17 * cost[i]) / top : 1.5;
      return html`<rect class=${`side-${side}${s.n === at ? ' here' : ''}${s.n > at ? ' later' : ''}`}
        x=${(i * wide + wide * 0.1).toFixed(2)} y=${(side ? 22 : 22 - high).toFixed(1)} width=${(wide * 0.8).toFixed(2)}
          height=${high.toFixed(1)} />`;
    })}<path d="M0 22h300" /></svg>`;
}
