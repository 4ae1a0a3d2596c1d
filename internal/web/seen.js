// A hook that tells when an element comes into view.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';

/**
 * useSeen reports whether an element has come into view, or nearly. The view is the window, or the
 * panel around the element that a selector names.
 */
export function useSeen(panel) {
  const at = useRef(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      list => {
        if (list.some(x => x.isIntersecting)) {
          setSeen(true);
          watch.disconnect();
        }
      },
      { root: panel ? at.current.closest(panel) : null, rootMargin: '200px 0px' },
    );
    watch.observe(at.current);
    return () => watch.disconnect();
  }, []);
  return [at, seen];
}
