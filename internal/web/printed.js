// Whether the page is being printed: then it shows what paper can hold.
import { useEffect, useState } from './vendor/preact-htm.js';
import { useMedia } from './shell.js';

/** usePrinting reports whether the page is being printed. */
export function usePrinting() {
  const [on, set] = useState(false),
    media = useMedia('print');
  useEffect(() => {
    const begins = () => set(true),
      ends = () => set(false);
    addEventListener('beforeprint', begins);
    addEventListener('afterprint', ends);
    return () => {
      removeEventListener('beforeprint', begins);
      removeEventListener('afterprint', ends);
    };
  }, []);
  return on || media;
}
