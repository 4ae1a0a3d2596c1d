// The sheet of a phone: a handle lowers it to its header, so that the map is large, and raises it
// again, by a drag, a tap or a key.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';

const far = 28; // pixels that make a drag

/**
 * useSheet reports whether the sheet is low. A question, or a change to another panel, raises it.
 */
export function useSheet(...raises) {
  const [low, setLow] = useState(false);
  useEffect(() => setLow(false), raises);
  return [low, setLow];
}

export function Grip({ low, setLow }) {
  const drag = useRef({});
  const rail = e => e.currentTarget.parentElement;
  const down = e => {
    drag.current = { from: e.clientY };
    e.currentTarget.setPointerCapture?.(e.pointerId);
  };
  const move = e => {
    const { from } = drag.current;
    if (from === undefined) return;
    const by = e.clientY - from;
    drag.current.by = by;
    rail(e).style.translate = `0 ${low ? Math.max(-far, Math.min(0, by)) : Math.max(0, by)}px`;
  };
  const up = e => {
    const { by = 0 } = drag.current;
    rail(e).style.translate = '';
    drag.current = { dragged: Math.abs(by) > 8 };
    if (Math.abs(by) > far) setLow(by > 0);
  };
  // The click at the end of a drag is ignored.
  const click = () => (drag.current.dragged ? (drag.current = {}) : setLow(!low));
  return html`<button class="grip" aria-expanded=${low ? 'false' : 'true'}
    aria-label=${low ? 'Raise the sheet' : 'Lower the sheet'} onPointerDown=${down} onPointerMove=${move}
    onPointerUp=${up} onPointerCancel=${up} onClick=${click}><i aria-hidden="true"></i></button>`;
}
