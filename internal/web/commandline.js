// A typed action: the server completes it, and it is shown before it is played.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, useMedia } from './shell.js';
import { isAbort } from './api.js';

/** CommandLine calls onLine with a whole line. "/" puts the cursor into it. */
export function CommandLine({ match, onLine }) {
  const [text, setText] = useState('');
  const [offers, setOffers] = useState([]);
  const [at, setAt] = useState(-1);
  const [open, setOpen] = useState(false);
  const field = useRef(null),
    wide = useMedia('(min-width: 700px)');
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  useEffect(() => {
    const key = e => {
      if (
        e.key !== '/' ||
        e.ctrlKey ||
        e.metaKey ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) ||
        document.querySelector('dialog[open]')
      )
        return;
      e.preventDefault();
      setOpen(true);
      field.current?.focus();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  useEffect(() => {
    if (!text || match.state.over) {
      setOffers([]);
      return undefined;
    }
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const got = await match.get(`actions?text=${encodeURIComponent(text)}`, control.signal);
        const lines = got.groups.flatMap(g => g.actions.map(a => a.line));
        const stem = text.replace(/[^\s,]*$/, '');
        const typed = text.slice(stem.length);
        const next = (got.complete || []).filter(w => w.startsWith(typed) && w !== typed).map(w => stem + w);
        setOffers(
          [...new Set([...(next.length > 1 ? next : []), ...lines.slice(0, 8), ...next])]
            .filter(l => l !== text)
            .slice(0, 8),
        );
        setAt(-1);
      } catch (error) {
        if (!isAbort(error)) setOffers([]);
      }
    }, 120);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, match.state.position]);
  const take = offer => {
    setText(offer + ' ');
    setOffers([]);
    setAt(-1);
    field.current.focus();
  };
  const key = e => {
    const open = offers.length > 0;
    if (e.key === 'ArrowDown' && open) {
      e.preventDefault();
      setAt((at + 1) % offers.length);
    }
    if (e.key === 'ArrowUp' && open) {
      e.preventDefault();
      setAt((at - 1 + offers.length) % offers.length);
    }
    if (e.key === 'Tab' && open && !e.shiftKey && text.trim()) {
      e.preventDefault();
      take(common(offers, text) || offers[Math.max(0, at)]);
    }
    if (e.key === 'Escape') {
      e.stopPropagation();
      if (open) setOffers([]);
      else {
        setText('');
        field.current.blur();
        setOpen(false);
      }
    }
    if (e.key === 'Enter') {
      e.preventDefault();
      e.stopPropagation();
      if (open && at >= 0) {
        take(offers[at]);
        return;
      }
      if (text.trim()) {
        onLine(text.trim().replace(/\s+/g, ' '));
        setText('');
        setOffers([]);
        field.current.blur();
        setOpen(false);
      }
    }
  };
  if (!open)
    return html`<button class="quiet type-action" onClick=${() => setOpen(true)}>Type an action <kbd>/</kbd></button>`;
  return html`<div class="commandline">
    <label class="voice" for="commandline">Type an action</label>
    <input id="commandline" ref=${field} value=${text} onInput=${e => setText(e.target.value)} onKeyDown=${key}
      onBlur=${() => setTimeout(() => setOffers([]), 150)}
      placeholder=${wide ? 'Type an action: press / and then Tab to complete' : 'Type an action'} autocomplete="off"
        autocapitalize="off" spellcheck="false" role="combobox" aria-expanded=${offers.length > 0 ? 'true' : 'false'}
          aria-controls="offers" aria-autocomplete="list" aria-activedescendant=${at >= 0 ? `offer-${at}` : null} />
    ${
      offers.length > 0 &&
      html`<ul id="offers" role="listbox" aria-label="How the line may go on">${offers.map(
        (o, i) =>
          html`<li id=${`offer-${i}`} role="option" aria-selected=${i === at ? 'true' : 'false'} onPointerDown=${e => {
            e.preventDefault();
            take(o);
          }}>${o}</li>`,
      )}</ul>`
    }
  </div>`;
}

// common returns the common beginning of all offers, if it is longer than the typed text.
function common(offers, text) {
  let head = offers[0];
  for (const o of offers) while (!o.startsWith(head)) head = head.slice(0, -1);
  return head.length > text.length && offers.length > 1 && /[\s,]$/.test(head)
    ? head.trimEnd()
    : offers.length === 1
      ? offers[0]
      : null;
}
