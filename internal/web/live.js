// Server-sent events over fetch, because EventSource cannot send a token in a header. A stream
// that breaks or falls silent is reopened at the same place.
import { carry } from './carrier.js';

const silence = 40_000; // the server sends something every 15 seconds

/** parser takes pieces of a stream and calls back for each whole event. */
export function parser(onEvent) {
  let rest = '',
    event = { name: '', data: [], id: null };
  return text => {
    rest += text;
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === '') {
        if (event.data.length) onEvent({ name: event.name || 'message', data: event.data.join('\n'), id: event.id });
        event = { name: '', data: [], id: event.id };
        continue;
      }
      const at = line.indexOf(':');
      if (at === 0) continue; // a comment: the server shows that it is alive
      const field = at < 0 ? line : line.slice(0, at);
      const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
      if (field === 'event') event.name = value;
      if (field === 'data') event.data.push(value);
      if (field === 'id') event.id = value;
    }
  };
}

/**
 * listen follows a stream until stop is called. onStatus gets "live", "lost" and "refused";
 * onSign is called for every sign of the server, even a ping; from() returns the last known
 * entry.
 */
export function listen(path, token, { from, onEvent, onStatus, onSign }) {
  let stopped = false,
    asleep = false,
    anew = false,
    control = null,
    wait = 500,
    timer = 0,
    last = null;

  async function follow() {
    timer = 0;
    control = new AbortController();
    let watch = 0;
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => control.abort(), silence);
    };
    try {
      alive();
      const headers = {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${token}`,
        'Last-Event-ID': String(last ?? from()),
      };
      const answer = await carry(path, { headers, signal: control.signal, cache: 'no-store' });
      if ([401, 403, 404].includes(answer.status)) {
        stopped = true;
        onStatus('refused');
        return;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      onStatus('live');
      const read = parser(e => {
        if (e.id) last = e.id;
        onEvent(e.name, JSON.parse(e.data));
      });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        wait = 500;
        alive();
        read(value);
        onSign();
      }
    } catch {
      /* any error leads to a retry below */
    } finally {
      clearTimeout(watch);
    }
    if (stopped || asleep) return;
    if (anew) {
      anew = false;
      follow();
      return;
    }
    onStatus('lost');
    timer = setTimeout(follow, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, 15_000);
  }

  const hasten = () => {
    if (!stopped && timer && document.visibilityState === 'visible') {
      clearTimeout(timer);
      wait = 500;
      follow();
    }
  };
  // A stream from before the machine lost its connection may be dead without an error.
  const online = () => {
    if (stopped || asleep) return;
    if (timer) hasten();
    else {
      anew = true;
      control.abort();
    }
  };
  // The browser keeps a page that was left, for the way back. The page must close its stream: a
  // browser has six connections to a server, and a seventh page would wait.
  const hide = () => {
    asleep = true;
    clearTimeout(timer);
    timer = 0;
    control?.abort();
  };
  const back = e => {
    if (e.persisted && asleep && !stopped) {
      asleep = false;
      wait = 500;
      follow();
    }
  };
  addEventListener('online', online);
  addEventListener('visibilitychange', hasten);
  addEventListener('pagehide', hide);
  addEventListener('pageshow', back);
  follow();
  return () => {
    stopped = true;
    clearTimeout(timer);
    removeEventListener('online', online);
    removeEventListener('visibilitychange', hasten);
    removeEventListener('pagehide', hide);
    removeEventListener('pageshow', back);
    control?.abort();
  };
}
