// How much memory the program in this browser uses, and how much room its matches take.
import { html, useState } from './vendor/preact-htm.js';
import { engine, memory } from './carrier.js';
import { counted } from './number.js';

// size formats a number of bytes.
function size(n) {
  const [unit, name] = n < 1e6 ? [1e3, 'kB'] : n < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${(n / unit).toFixed(n < 1e6 || n >= 10 * unit ? 0 : 1)} ${name}`;
}

// stored returns the browser's estimate of the room for this page's data, or nothing.
async function stored() {
  try {
    return await navigator.storage.estimate();
  } catch {
    return {};
  }
}

/** Version shows the version of the program. It opens to show the memory and the room that the program takes. */
export function Version() {
  const [used, setUsed] = useState(null),
    [wrong, setWrong] = useState('');
  const look = async e => {
    if (!e.currentTarget.open) return;
    try {
      const [parts, { usage, quota }] = await Promise.all([memory(), stored()]);
      setUsed({ ...parts, usage, quota });
      setWrong('');
    } catch (error) {
      setWrong(error.message);
    }
  };
  return html`<details class="engine-version" onToggle=${look}><summary>${engine.version.replace(/ \(.*/, '')}</summary>
    <div class="engine-memory"><dl class="facts"><dt>Version</dt><dd>${engine.version}</dd>
      ${used && html`<${Used} used=${used} />`}</dl>
      ${wrong && html`<p class="wrong small">${wrong}</p>`}</div></details>`;
}

function Used({ used: { program, calculator, matches, bytes, usage, quota } }) {
  return html`<dt>Memory</dt><dd class="memory-program">${size(program)} for the program${
    calculator > 0 && `, and ${size(calculator)} for the calculations of this page`
  }</dd>
    <dt>Matches</dt><dd class="memory-matches">${
      matches ? `${counted(matches, 'matches')}, which take ${size(bytes)} of this browser’s storage` : 'none is kept'
    }</dd>
    ${
      usage !== undefined &&
      html`<dt>Storage</dt><dd class="memory-storage">${size(usage)} with the pages and the program${
        quota ? `; the browser allows ${size(quota)}` : ''
      }</dd>`
    }`;
}
