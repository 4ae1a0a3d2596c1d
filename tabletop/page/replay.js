// Replay: a slider over the actions that stand. The server hands out every step,
// and what was done in it in a sentence.
import { useEffect, useLayoutEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { isAbort } from './api.js';
import { came } from './record.js';
import { counted } from './number.js';
import { sentence } from './told.js';

/** useStep fetches how the match stood after some actions; null is the present. */
export function useStep(match, n) {
  const [got, set] = useState(null);
  useEffect(() => {
    if (n === null) { set(null); return undefined; }
    const control = new AbortController();
    const timer = setTimeout(() => match.get(`steps/${n}`, control.signal).then(set, e => isAbort(e) || set(null)), 40);
    return () => { clearTimeout(timer); control.abort(); };
  }, [n, match.state?.sequence]);
  return n === null ? null : got;
}

const typing = e => e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]') || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) && e.target.type !== 'range';

/** Replay is the slider: of is how many actions stand, at the one that is shown, or null for the present; step is what was done last, told what is told of it. alone, it has the way back to the present. */
export function Replay({ of, at, head, step, told, over, alone, onMove }) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    if (at === null || at >= of) { setPlaying(false); onMove(null); return undefined; }
    const timer = setTimeout(() => onMove(at + 1 >= of ? null : at + 1), 900);
    return () => clearTimeout(timer);
  }, [playing, at]);
  const move = n => { setPlaying(false); onMove(n >= of ? null : Math.max(0, n)); };
  const play = () => { if (!playing && at === null) onMove(0); setPlaying(!playing); };
  useLayoutEffect(() => { // so that a key means what is seen
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
  const said = step ? `${sentence(step.head.says || step.head.text)} ${came(step, told?.(step))}` : 'The beginning.';
  return html`<div class=${`replay${alone ? ' alone' : ''}${at !== null ? ' back-then' : ''}`}>
    <button aria-label="One step back" title="One step back: ," disabled=${at === 0} onClick=${() => move((at ?? of) - 1)}>‹</button>
    <input type="range" min="0" max=${of} value=${at ?? of} aria-label="Step of the game" aria-valuetext=${at === null ? over ? 'the end' : 'the present' : `after ${at} of ${counted(of, 'actions')}: ${said}`} onInput=${e => move(Number(e.target.value))} />
    <button aria-label="One step forward" title="One step forward: ." disabled=${at === null} onClick=${() => move(at + 1)}>›</button>
    <button class="replay-play" aria-pressed=${playing ? 'true' : 'false'} title="Play back: P" onClick=${play}>${playing ? 'Stop' : 'Play back'}</button>
    <p class=${`replay-at${at === null ? ' soft' : ''}`} role="status">${at === null ? `${counted(of, 'actions')}${over ? ' to the end' : ''}` : html`<span class="replay-head">After ${at} of ${of}${head ? `, ${head.split(',')[0]}` : ''}: </span><b>${said}</b>`}</p>
    ${alone && html`<button class="present" disabled=${at === null} onClick=${() => move(of)}>${over ? 'To the end' : 'Back to the present'}</button>`}
  </div>`;
}
