// The sheet of a phone: a handle lowers it to its header, so that the map is large, and raises it
// again, by a drag, a tap or a key.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';

const moveDistance = 28, // pixels of a drag that move the sheet
  clickSlop = 8; // pixels up to which a press is a click

/**
 * useSheet returns whether the sheet is low, and the function that sets it. A change of a value raises the sheet.
 */
export function useSheet(...values) {
  const [low, setLow] = useState(false);
  useEffect(() => setLow(false), values);
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
    rail(e).style.translate = `0 ${low ? Math.max(-moveDistance, Math.min(0, by)) : Math.max(0, by)}px`;
  };
  const up = e => {
    const { by = 0 } = drag.current;
    rail(e).style.translate = '';
    drag.current = { dragged: Math.abs(by) > clickSlop };
    if (Math.abs(by) > moveDistance) setLow(by > 0);
  };
  // The click at the end of a drag is ignored. A click by the keyboard has no detail.
  const click = e => (e.detail && drag.current.dragged ? (drag.current = {}) : setLow(!low));
  return html`<button class="grip" aria-expanded=${low ? 'false' : 'true'}
    aria-label=${low ? 'Raise the sheet' : 'Lower the sheet'} onPointerDown=${down} onPointerMove=${move}
    onPointerUp=${up} onPointerCancel=${up} onClick=${click}><i aria-hidden="true"></i></button>`;
}
