// Pan and zoom of the plan: wheel, drag, pinch, keys and buttons.
import { useEffect, useLayoutEffect, useRef, useState } from './vendor/preact-htm.js';
import { useMedia } from './shell.js';
import { bounds } from './geometry.js';

/**
 * useCamera returns a camera over a plan: its size in pixels, a projection from the plan to
 * pixels, and the functions that move it. groundIn returns the bounds of the plan for a size: {
 * low, high } in thousandths; insetsIn returns the margins around it in pixels. viewIn returns
 * the part to show, if not all: { key, points, also, most, least, room, cover, whole }. The
 * points are shown at the scale most if they fit; also joins them if the scale stays at least
 * least. room is the space of words and tags above and below them, cover the height of what
 * covers the map from below, and whole the smallest allowed share of the whole plan's scale. A
 * still view shows what was last shown under its key, at the same place of the window, even if
 * the window has changed.
 */
export function useCamera(frame, groundIn, insetsIn, viewIn) {
  const [size, setSize] = useState(null);
  const [looked, setLooked] = useState({}); // where the player looks, instead of the default view
  const moving = useRef({ pointers: new Map(), moved: false });

  useLayoutEffect(() => {
    const measure = () => {
      if (!frame.current) return;
      const r = frame.current.getBoundingClientRect(),
        now = { w: Math.max(100, Math.round(r.width)), h: Math.max(100, Math.round(r.height)) };
      setSize(was => (was && was.w === now.w && was.h === now.h ? was : now)); // The same size draws nothing anew.
    };
    const watch = new ResizeObserver(() =>
      requestAnimationFrame(measure),
    ); /* outside of the observer's callback, because drawing changes sizes */
    watch.observe(frame.current);
    measure();
    return () => watch.disconnect();
  }, []);

  const box = size || { w: 600, h: 400 },
    ground = groundIn(box);
  const wide = Math.max(1, ground.high[0] - ground.low[0]),
    high = Math.max(1, ground.high[1] - ground.low[1]);
  // The buttons are placed where the plan leaves room: beside or below it.
  const edge = insetsIn(box),
    room = { w: box.w - edge.left - edge.right, h: box.h - edge.top - edge.bottom };
  const kOf = lying => Math.min((room.w - (lying ? 0 : edge.tools)) / wide, (room.h - (lying ? edge.tools : 0)) / high),
    lying = kOf(true) > kOf(false),
    k0 = Math.max(kOf(lying), 1e-4);
  const right = edge.right + (lying ? 0 : edge.tools),
    bottom = edge.bottom + (lying ? edge.tools : 0);
  const fitted = {
    k: k0,
    x: (ground.low[0] + ground.high[0]) / 2 - (edge.left - right) / 2 / k0,
    y: (ground.low[1] + ground.high[1]) / 2 + (edge.top - bottom) / 2 / k0,
  };
  const view = viewIn(box, fitted.k),
    key_ = view?.key || '',
    cover = view?.cover || 0,
    free = {
      w: Math.max(40, box.w - edge.left - right - 66),
      h: Math.max(40, box.h - edge.top - bottom - cover - (view?.room || 66)),
    };
  let own = view ? near(view, free, fitted) : fitted;
  if (own.k < 1.12 * fitted.k && !key_) own = fitted;
  if (own !== fitted)
    own = { k: own.k, x: own.x - (edge.left - right) / 2 / own.k, y: own.y + (edge.top - bottom - cover) / 2 / own.k };
  const stood = useRef(null); // the last view that was not still, with its window
  const look = looked.of === key_ ? looked.at : looked.base && !key_ ? looked.base : null,
    stays = view?.still && stood.current?.key === key_ && !look?.box,
    eye = stays ? inWindow(stood.current, box) : look === 'whole' ? fitted : look ? inWindow(look, box) : own;
  useLayoutEffect(() => {
    if (!view?.still) stood.current = { key: key_, ...eye, box };
  });
  // When the aim ends, the map returns to the earlier view.
  const setLook = next =>
    setLooked(old => {
      const was = old.of === key_ ? old.at : !key_ ? old.base : null,
        from = was?.box ? inWindow(was, box) : stays || was === 'whole' ? eye : was,
        to = typeof next === 'function' ? next(from) : next,
        at = view?.still && to ? { ...(to === 'whole' ? fitted : to), box } : to;
      return { of: key_, at, base: key_ ? old.base : at };
    });
  const bounded = k => Math.max(fitted.k * 0.7, Math.min(fitted.k * 14, k));
  const project = ([x, y]) => [box.w / 2 + (x - eye.x) * eye.k, box.h / 2 - (y - eye.y) * eye.k];

  const zoom = (by, px = box.w / 2, py = box.h / 2) =>
    setLook(old => {
      const e = old || own,
        k = bounded(e.k * by),
        f = 1 / e.k - 1 / k;
      return { k, x: e.x + (px - box.w / 2) * f, y: e.y - (py - box.h / 2) * f, glides: false };
    });
  const pan = (dx, dy) =>
    setLook(old => {
      const e = old || own;
      return {
        glides: false,
        k: e.k,
        x: held(e.x - dx / e.k, ground.low[0], ground.high[0]),
        y: held(e.y + dy / e.k, ground.low[1], ground.high[1]),
      };
    });
  const fit = () => setLook('whole');

  // The listener is active, so that it can keep the page from scrolling.
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
    if (e.isPrimary) m.pointers.clear(); // a pointer whose end was not reported
    m.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (m.pointers.size === 1) m.moved = false;
    // A double tap with a finger zooms in, or out again.
    if (e.pointerType === 'touch' && m.pointers.size === 1 && !e.target.closest?.('button, .piece, [data-lit], .tag')) {
      const twice = m.tap && e.timeStamp - m.tap.t < 320 && Math.hypot(e.clientX - m.tap.x, e.clientY - m.tap.y) < 30,
        r = frame.current.getBoundingClientRect();
      m.tap = twice ? null : { t: e.timeStamp, x: e.clientX, y: e.clientY };
      if (twice && look) setLook(null);
      else if (twice) zoom(2, e.clientX - r.left, e.clientY - r.top);
    }
  };
  const move = e => {
    const was = m.pointers.get(e.pointerId);
    if (!was) return;
    const [dx, dy] = [e.clientX - was[0], e.clientY - was[1]];
    if (!m.moved && m.pointers.size === 1 && Math.hypot(dx, dy) < 5) return;
    if (!m.moved) {
      m.moved = true;
      frame.current.setPointerCapture?.(e.pointerId);
    }
    if (m.pointers.size === 2) {
      const other = [...m.pointers].find(([id]) => id !== e.pointerId)[1];
      const before = Math.hypot(was[0] - other[0], was[1] - other[1]),
        after = Math.hypot(e.clientX - other[0], e.clientY - other[1]);
      const r = frame.current.getBoundingClientRect();
      if (before > 10) zoom(after / before, (e.clientX + other[0]) / 2 - r.left, (e.clientY + other[1]) / 2 - r.top);
    }
    pan(dx / m.pointers.size, dy / m.pointers.size);
    m.pointers.set(e.pointerId, [e.clientX, e.clientY]);
  };
  const up = e => m.pointers.delete(e.pointerId);
  const key = e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.('.storeys, button')) return;
    const act = {
      '+': () => zoom(1.25),
      '=': () => zoom(1.25),
      '-': () => zoom(0.8),
      0: fit,
      ArrowLeft: () => pan(60, 0),
      ArrowRight: () => pan(-60, 0),
      ArrowUp: () => pan(0, 60),
      ArrowDown: () => pan(0, -60),
    }[e.key];
    if (act && (e.shiftKey || !e.key.startsWith('Arrow'))) {
      // Keyboards need Shift for "+".
      e.preventDefault();
      act();
    }
  };
  useGlide(frame, eye, box);
  return {
    size,
    project,
    zoom,
    fit,
    lying,
    fits: eye === fitted,
    eye,
    scale: eye.k,
    room: wide * eye.k * high * eye.k,
    dragged: () => m.moved,
    hears: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: up,
      onPointerLeave: e => e.pointerType !== 'mouse' && up(e),
      onKeyDown: key,
    },
  };
}

// inWindow returns the camera that shows the same place at the same point of another window.
const inWindow = (eye, box) =>
  eye.box
    ? { ...eye, box, x: eye.x + (box.w - eye.box.w) / 2 / eye.k, y: eye.y - (box.h - eye.box.h) / 2 / eye.k }
    : eye;

const held = (x, low, high) => Math.max(low - (high - low) / 3, Math.min(high + (high - low) / 3, x));

// near returns a view of points within a space. It includes the other points if they fit at a
// readable scale.
function near({ points, also, most, least, whole = 1 }, free, fitted) {
  const of = list => {
    const { low, high } = bounds(list),
      k = Math.min(free.w / Math.max(1, high[0] - low[0]), free.h / Math.max(1, high[1] - low[1]));
    return { k, x: (low[0] + high[0]) / 2, y: (low[1] + high[1]) / 2 };
  };
  const all = of([...points, ...also]),
    own = all.k >= least ? all : of(points);
  return { ...own, k: Math.max(fitted.k * whole, Math.min(most, own.k)) };
}

// useGlide animates the change between two views, unless the map changes its size or is dragged.
function useGlide(frame, eye, box) {
  const calm = useMedia('(prefers-reduced-motion: reduce)'),
    was = useRef(null);
  useLayoutEffect(() => {
    const before = was.current,
      size = `${box.w} ${box.h}`;
    was.current = { eye, size };
    if (calm || !before || before.size !== size || document.hidden) return;
    const from = before.eye,
      s = from.k / eye.k;
    const dx = box.w / 2 + (eye.x - from.x) * from.k - (box.w / 2) * s,
      dy = box.h / 2 - (eye.y - from.y) * from.k - (box.h / 2) * s;
    if (eye.glides === false || (Math.abs(s - 1) < 0.01 && Math.hypot(dx, dy) < 4)) return;
    for (const layer of frame.current?.querySelectorAll(':scope > svg') || [])
      layer.animate(
        { transform: [`translate(${dx.toFixed(1)}px, ${dy.toFixed(1)}px) scale(${s.toFixed(4)})`, 'none'] },
        { duration: 240, easing: 'ease-in-out' },
      );
  });
}
