// The slider that shows the whole game again, step by step.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { isAbort } from './api.js';
import { counted } from './number.js';

/** useStep asks how the match stood after so many actions; null is the present. */
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

/** Replay is the slider: of is how many actions stand, at the one that is shown, or null for the present. alone, it has the way back to it. */
export function Replay({ of, at, head, alone, onMove }) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    if (at === null || at >= of) { setPlaying(false); onMove(null); return undefined; }
    const timer = setTimeout(() => onMove(at + 1), 900);
    return () => clearTimeout(timer);
  }, [playing, at]);
  if (of === 0) return null;
  const move = n => { setPlaying(false); onMove(n >= of ? null : Math.max(0, n)); };
  return html`<div class=${alone ? 'replay alone' : 'replay'}>
    <button aria-label="One step back" disabled=${at === 0} onClick=${() => move((at ?? of) - 1)}>‹</button>
    <input type="range" min="0" max=${of} value=${at ?? of} aria-label="Step of the game" aria-valuetext=${at === null ? 'the present' : `after ${at} of ${counted(of, 'actions')}`} onInput=${e => move(Number(e.target.value))} />
    <button aria-label="One step forward" disabled=${at === null} onClick=${() => move(at + 1)}>›</button>
    <button aria-pressed=${playing ? 'true' : 'false'} onClick=${() => { if (!playing && at === null) onMove(0); setPlaying(!playing); }}>${playing ? 'Stop' : 'Play back'}</button>
    <p class=${`replay-at${at === null ? ' soft' : ''}`} role="status">${at === null ? `${of} ${of === 1 ? 'action' : 'actions'}` : `After ${at} of ${of}${head ? `: ${head}` : ''}`}</p>
    ${alone && html`<button class="present" disabled=${at === null} onClick=${() => move(of)}>Back to the present</button>`}
  </div>`;
}
