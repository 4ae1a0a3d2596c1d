// What a page without a server tells of the program in its worker: that it is fetched, that it
// waits, that a new version is there.
import { html, useEffect, useReducer, useState } from './vendor/preact-htm.js';
import { engine, shares } from './carrier.js';
import { Version } from './memory.js';
import { rootFile } from './places.js';

const megabytes = n => (n / 1e6).toFixed(1);

// useUpdate registers the script that keeps the pages for later, and returns a function that takes
// a new version, or null while there is none. On a first visit the program comes first: the script then takes
// it from what the browser has fetched.
function useUpdate() {
  const [update, setUpdate] = useState(null);
  useEffect(() => {
    if (!navigator.serviceWorker) return;
    const offer = registration => {
      const next = registration.waiting;
      if (next && navigator.serviceWorker.controller) setUpdate(() => () => next.postMessage('update'));
    };
    let controlled = !!navigator.serviceWorker.controller;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (controlled) location.reload(); // The first visit ends with a controller, and is no update.
      controlled = true;
    });
    const register = () => {
      if (!navigator.serviceWorker.controller && engine.state !== 'ready') return;
      engine.heard.delete(register);
      navigator.serviceWorker
        .register(rootFile('sw.js'))
        .then(registration => {
          const follow = () => registration.installing?.addEventListener('statechange', () => offer(registration));
          registration.addEventListener('updatefound', follow);
          follow(); // The browser may have found an update before this page heard of its registration.
          offer(registration);
        })
        .catch(error => console.warn(`not kept for later: ${error.message}`));
    };
    engine.heard.add(register);
    register();
    return () => engine.heard.delete(register);
  }, []);
  return update;
}

const texts = {
  starting: () =>
    engine.of > 0 && engine.got < engine.of
      ? `Downloading the program (only once): ${megabytes(engine.got)} of ${megabytes(engine.of)} MB.`
      : 'The program starts …',
  waiting: () =>
    shares
      ? 'The program runs in another page, of another version. Close that page to go on here.'
      : 'The program runs in another page. Close that page to go on here.',
  failed: () => `Something went wrong: ${engine.why}. Load this page again; matches are kept.`,
  ready: () => '',
};

// useEngine draws a part of the page again when the state of the program changes.
function useEngine() {
  const [, again] = useReducer(n => n + 1, 0);
  useEffect(() => {
    engine.heard.add(again);
    return () => engine.heard.delete(again);
  }, []);
}

/** EngineVersion is the version of the program that runs in this browser. */
export function EngineVersion() {
  useEngine();
  return engine.version && html`<${Version} />`;
}

/** EngineNumber is the number of that version, for the bar of a match on a phone. */
export function EngineNumber() {
  useEngine();
  const [number] = /\d[\w.-]*/.exec(engine.version || '') || [];
  return number && html`<small class="mark-version">${number}</small>`;
}

/** EngineNotices are lines below the bar of a page whose program runs in this browser. */
export function EngineNotices() {
  useEngine();
  const [slow, setSlow] = useState(false);
  const update = useUpdate();
  useEffect(() => {
    const late = setTimeout(() => setSlow(true), 400);
    return () => clearTimeout(late);
  }, []);
  const text = slow || engine.state === 'failed' ? texts[engine.state]() : '';
  return html`${text && html`<p class="engine-notice" role="status">${text}</p>`}
    ${
      !engine.keeps &&
      html`<p class="engine-notice" role="alert">This browser keeps nothing for this page: a match is lost when you
        close the tab. Save a copy first (⋯).</p>`
    }
    ${
      update &&
      html`<p class="engine-notice" role="status">A new version is ready.${' '}
        <button onClick=${update}>Update now</button></p>`
    }`;
}
