// A calculation that takes long: how long it has taken, and a way to stop it.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';

const patience = 1500; // milliseconds before anything is said

/** Waiting tells of the answers that are being calculated, and of those that were stopped. */
export function Waiting({ got }) {
  const late = got.filter(g => g.asking && g.since),
    stopped = got.find(g => g.stopped && !g.asking);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!late.length) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [late.length]);
  if (stopped)
    return html`<p class="calculating">${
      stopped.rough ? 'Stopped: these are decimals, without the fractions.' : 'Stopped: there is no answer.'
    } <button onClick=${stopped.again}>Ask again</button></p>`;
  const since = Math.min(...late.map(g => g.since)),
    seconds = Math.floor((now - since) / 1000);
  if (!late.length || now - since < patience) return null;
  return html`<p class="calculating" role="status">${
    late.some(g => g.rough) ? 'These are decimals. The fractions follow: ' : 'Calculating: '
  }${seconds} s. <button class="stop" onClick=${() => late.forEach(g => g.stop())}>Stop</button></p>`;
}
