// Parts of every page: the bar, dialogs, and announcements for screen readers.
import './press.js';
import { h, html, render, useEffect, useRef, useState } from './vendor/preact-htm.js';
import { EngineNotices, EngineNumber, EngineVersion } from './enginenotice.js';
import { analysisPlace, apiPlace, inFolder, lobbyPlace, oddsPlace, pageFile, puzzlesPlace } from './places.js';

export { h, html };

/** show renders a page. */
export function show(page) {
  const at = document.getElementById('page');
  at.textContent = '';
  render(html`<${Fence}>${page}<//>`, at);
}

// Fence shows a page, and below it the last error that nothing in the page has handled.
function Fence({ children }) {
  const [fault, setFault] = useState(null);
  useEffect(() => {
    const heard = e => setFault(String(e.reason?.message || e.message || e));
    addEventListener('error', heard);
    addEventListener('unhandledrejection', heard);
    return () => {
      removeEventListener('error', heard);
      removeEventListener('unhandledrejection', heard);
    };
  }, []);
  return html`${children}${
    fault &&
    html`<div class="fault" role="alert">Something went wrong on this page: ${fault}
    <button onClick=${() => setFault(null)}>Close</button></div>`
  }`;
}

const places = [
  [lobbyPlace, 'Lobby'],
  [puzzlesPlace, 'Puzzles'],
  [oddsPlace, 'Odds bench'],
  [analysisPlace, 'Analysis'],
  [apiPlace, 'API'],
];

/** Bar is the header of a page. */
export function Bar({ at, children }) {
  return html`<header class="bar">
    <a class="mark" href=${lobbyPlace}><img src=${pageFile('icon.svg')} alt="" width="26" height="26" />loophole${
      inFolder && html`<${EngineNumber} />`
    }</a>
    <nav aria-label="Pages">
    ${places.map(([href, name]) => html`<a href=${href} aria-current=${name === at ? 'page' : null}>${name}</a>`)}</nav>
    ${children}${inFolder && html`<${EngineVersion} />`}
  </header>${inFolder && html`<${EngineNotices} />`}`;
}

/** Dialog is a box above the page that keeps the focus until it is closed. */
export function Dialog({ title, onClose, children, className = '' }) {
  const box = useRef(null);
  useEffect(() => {
    const back = document.activeElement;
    box.current.showModal();
    return () => back?.focus?.();
  }, []);
  return html`<dialog ref=${box} class=${className} aria-label=${title}
      onCancel=${e => {
        e.preventDefault();
        onClose();
      }} onClick=${e => e.target === box.current && onClose()}>
    <div class="dialog">
      <div class="dialog-head"><h2>${title}</h2><button class="quiet" onClick=${onClose} aria-label="Close">✕</button>
      </div>
      ${children}
    </div>
  </dialog>`;
}

/** Voice announces text to screen readers. */
export function Voice({ text }) {
  return html`<p class="voice" aria-live="polite" role="status">${text}</p>`;
}

// placed names the places of a scenario's faults as its writer sees them.
const placed = text =>
  text.replace(/^scenario\.yaml:(\d+):(\d+): /, 'Line $1, column $2: ').replace(/^scenario\.yaml: /, '');

/** Trouble shows a failed request, with the violations if there are any. */
export function Trouble({ error, onClose, cite }) {
  if (!error) return null;
  const said = String(error.message).split('\n').map(placed);
  return html`<div class="trouble" role="alert">
    ${said.length > 1 ? html`<ul>${said.map(text => html`<li>${text}</li>`)}</ul>` : html`<p>${said[0]}</p>`}
    ${
      error.reasons?.length > 0 &&
      html`<ul>${error.reasons.map(
        r => html`<li>${r.text} ${cite ? cite(r.clause) : html`<code>${r.clause}</code>`}
        </li>`,
      )}</ul>`
    }
    ${error.errors?.length > 0 && html`<ul>${error.errors.map(e => html`<li>${e.location} ${e.message}</li>`)}</ul>`}
    ${onClose && html`<button class="quiet" onClick=${onClose}>Close</button>`}
  </div>`;
}

/** useLoad fetches data when its dependencies change, and drops outdated answers. */
export function useLoad(load, on) {
  const [got, setGot] = useState({});
  useEffect(() => {
    let gone = false;
    const control = new AbortController();
    setGot(old => ({ ...old, loading: true }));
    Promise.resolve(load(control.signal)).then(
      value => gone || setGot({ value }),
      error => gone || setGot(old => ({ error, value: old.value })),
    );
    return () => {
      gone = true;
      control.abort();
    };
  }, on);
  return got;
}

/** useMedia follows a media query. */
export function useMedia(query) {
  const [holds, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query),
      heard = () => set(list.matches);
    heard();
    list.addEventListener('change', heard);
    return () => list.removeEventListener('change', heard);
  }, [query]);
  return holds;
}

/** Copy is a line of text with a copy button. */
export function Copy({ label, text }) {
  const [done, setDone] = useState(false);
  const field = useRef(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.current.select();
      document.execCommand('copy');
    }
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return html`<div class="copy"><label>${label}<input ref=${field} readonly value=${text}
    onFocus=${e => e.target.select()} /></label>
    <button onClick=${copy}>${done ? 'Copied' : 'Copy'}</button></div>`;
}
