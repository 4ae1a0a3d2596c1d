// Pan and zoom of the plan: wheel, drag, pinch, keys and buttons.
import { useEffect, useLayoutEffect, useRef, useState } from './vendor/preact-htm.js';

// Pixels that counters and labels need around the plan, and what the buttons take.
const margin = 40, buttons = 46;

/**
 * useCamera returns a camera over a plan: its size in pixels, a projection from
 * the plan to pixels, and what moves it. groundIn tells, for a size, what there is
 * to be seen: { low, high } in thousandths.
 */
export function useCamera(groundIn) {
  const frame = useRef(null);
  const [size, setSize] = useState(null);
  const [look, setLook] = useState(null); // null fits the plan
  const moving = useRef({ pointers: new Map(), moved: false });

  useLayoutEffect(() => {
    const measure = () => {
      if (!frame.current) return;
      const r = frame.current.getBoundingClientRect();
      setSize({ w: Math.max(100, Math.round(r.width)), h: Math.max(100, Math.round(r.height)) });
    };
    const watch = new ResizeObserver(() => requestAnimationFrame(measure)) /* not while sizes are being told: what is drawn changes them */;
    watch.observe(frame.current);
    measure();
    return () => watch.disconnect();
  }, []);

  const box = size || { w: 600, h: 400 }, ground = groundIn(box);
  const wide = Math.max(1, ground.high[0] - ground.low[0]), high = Math.max(1, ground.high[1] - ground.low[1]);
  // The buttons stand where the plan leaves room: beside it, or below it.
  const around = Math.min(margin, box.w / 13, box.h / 13);
  const lying = wide / high > box.w / box.h, small = box.w < 520;
  const free = { w: box.w - (small && !lying ? buttons : 0), h: box.h - (small && lying ? buttons : 0) };
  const k0 = Math.min((free.w - 2 * around) / wide, (free.h - 2 * around) / high);
  const fitted = {
    k: k0, x: (ground.low[0] + ground.high[0]) / 2 + (box.w - free.w) / 2 / k0, y: (ground.low[1] + ground.high[1]) / 2 - (box.h - free.h) / 2 / k0,
  };
  const eye = look || fitted;
  const bounded = k => Math.max(fitted.k * 0.7, Math.min(fitted.k * 14, k));
  const project = ([x, y]) => [box.w / 2 + (x - eye.x) * eye.k, box.h / 2 - (y - eye.y) * eye.k];

  const zoom = (by, px = box.w / 2, py = box.h / 2) => setLook(old => {
    const e = old || fitted, k = bounded(e.k * by), f = 1 / e.k - 1 / k;
    return { k, x: e.x + (px - box.w / 2) * f, y: e.y - (py - box.h / 2) * f };
  });
  const pan = (dx, dy) => setLook(old => {
    const e = old || fitted;
    return { k: e.k, x: held(e.x - dx / e.k, ground.low[0], ground.high[0]), y: held(e.y + dy / e.k, ground.low[1], ground.high[1]) };
  });
  const fit = () => setLook(null);

  // The wheel must be heard actively, so that the page does not scroll.
  useEffect(() => {
    const el = frame.current;
    const wheel = e => {
      e.preventDefault();
      const r = el.getBoundingClientRect();
      const by = Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.0016));
      zoom(by, e.clientX - r.left, e.clientY - r.top);
    };
    el.addEventListener('wheel', wheel, { passive: false });
    return () => el.removeEventListener('wheel', wheel);
  });

  const m = moving.current;
  const down = e => {
    if (e.button > 0) return;
    if (e.isPrimary) m.pointers.clear(); // one whose end nobody told of
    m.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (m.pointers.size === 1) m.moved = false;
  };
  const move = e => {
    const was = m.pointers.get(e.pointerId);
    if (!was) return;
    const [dx, dy] = [e.clientX - was[0], e.clientY - was[1]];
    if (!m.moved && m.pointers.size === 1 && Math.hypot(dx, dy) < 5) return;
    if (!m.moved) { m.moved = true; frame.current.setPointerCapture?.(e.pointerId); }
    if (m.pointers.size === 2) {
      const other = [...m.pointers].find(([id]) => id !== e.pointerId)[1];
      const before = Math.hypot(was[0] - other[0], was[1] - other[1]), after = Math.hypot(e.clientX - other[0], e.clientY - other[1]);
      const r = frame.current.getBoundingClientRect();
      if (before > 10) zoom(after / before, (e.clientX + other[0]) / 2 - r.left, (e.clientY + other[1]) / 2 - r.top);
    }
    pan(dx / m.pointers.size, dy / m.pointers.size);
    m.pointers.set(e.pointerId, [e.clientX, e.clientY]);
  };
  const up = e => m.pointers.delete(e.pointerId);
  const key = e => {
    if (e.target !== frame.current || e.ctrlKey || e.metaKey || e.altKey) return;
    const act = {
      '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), '0': fit,
      ArrowLeft: () => pan(60, 0), ArrowRight: () => pan(-60, 0), ArrowUp: () => pan(0, 60), ArrowDown: () => pan(0, -60),
    }[e.key];
    if (act) { e.preventDefault(); act(); }
  };
  return {
    frame, size, project, zoom, fit, lying, fits: !look, scale: eye.k, room: wide * eye.k * high * eye.k, dragged: () => m.moved,
    hears: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up, onPointerLeave: e => e.pointerType !== 'mouse' && up(e), onKeyDown: key },
  };
}

const held = (x, low, high) => Math.max(low - (high - low) / 3, Math.min(high + (high - low) / 3, x));
