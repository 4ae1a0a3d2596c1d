// Motion on the map: pieces slide to their new places, a structure that collapses shakes. The
// result is drawn already; the animation takes 600 ms at most, and any tap or key ends it.
import { useLayoutEffect, useRef } from './vendor/preact-htm.js';
import { useMedia } from './shell.js';

const longest = 600;

// spots returns where the pieces of a scene are drawn.
const spots = (scene, at) =>
  new Map([...at].filter(([key]) => key.startsWith('piece:')).map(([key, p]) => [key.slice(6), { x: p.x, y: p.y }]));

/** slideTime returns how long a piece slides: 200 ms, and 60 for each hex or two inches. */
export const slideTime = (pixels, step) => Math.min(longest, 200 + (60 * pixels) / Math.max(step, 1));

// stepOf returns the size of a hex, or of two inches, on the map in pixels.
const stepOf = (scene, project) => {
  const [a, b] = [project([0, 0]), project([scene.unit === 'hex' ? 1000 : 2000, 0])];
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
};

/**
 * Motion animates changes. scene is the drawn scene, at has the places of its things, box the size of the
 * map. A change of the view, such as a zoom, is not animated.
 */
export function Motion({ scene, at, project, box }) {
  const calm = useMedia('(prefers-reduced-motion: reduce)'),
    was = useRef(null);
  useLayoutEffect(() => {
    const before = was.current,
      view = [project([0, 0]), project([1000, 1000]), box.w, box.h].join(),
      now = spots(scene, at);
    was.current = { scene, view, now };
    if (calm || !before || before.scene === scene || before.view !== view || document.hidden) return undefined;
    const step = stepOf(scene, project),
      running = [];
    const run = (element, frames, duration) =>
      element && running.push(element.animate(frames, { duration, easing: 'ease-in-out' }));
    for (const [name, to] of now) {
      const from = before.now.get(name);
      if (!from || Math.hypot(to.x - from.x, to.y - from.y) < 8) continue;
      const px = `${(from.x - to.x).toFixed(1)}px ${(from.y - to.y).toFixed(1)}px`;
      run(
        document.querySelector(`.plan-drawing [data-piece="${CSS.escape(name)}"]`),
        { translate: [px, '0px 0px'] },
        slideTime(Math.hypot(to.x - from.x, to.y - from.y), step),
      );
    }
    const houses = document.querySelectorAll('.plan-drawing .building');
    for (const [i, s] of scene.structures.entries()) {
      const old = before.scene.structures.find(x => x.name === s.name);
      if (old && old.condition !== s.condition)
        run(houses[i], { translate: ['0px', '-4px 1px', '4px -1px', '-3px 2px', '3px 0px', '0px'] }, 420);
    }
    for (const ghost of document.querySelectorAll('.trace-gone'))
      run(ghost, { opacity: [0, 1], transform: ['scale(1.6)', 'none'] }, 240);
    if (!running.length) return undefined;
    const skip = () => running.forEach(a => a.finish());
    addEventListener('pointerdown', skip, true);
    addEventListener('keydown', skip, true);
    Promise.allSettled(running.map(a => a.finished)).then(() => {
      removeEventListener('pointerdown', skip, true);
      removeEventListener('keydown', skip, true);
    });
    return undefined;
  });
  return null;
}
