// A field of a form. Incomplete or out-of-range text stays in the field with a message, and is
// not asked.
import { createContext, useCallback, useContext, useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { noun } from './number.js';
import { symbolOf, textOf } from './labels.js';
import { Sign } from './symbols.js';

// The rest after the last key, in milliseconds, before typed text is asked: nobody wants the
// answer for 20 on the way to 2000.
const rest = 400;

/** Amiss takes the message of a field with invalid text, and "" when it is corrected. */
export const Amiss = createContext(() => {});

/** useAmiss keeps a message for each field below its Amiss provider whose text cannot be used. */
export function useAmiss() {
  const [held, set] = useState(new Map());
  const tell = useCallback(
    (field, text) =>
      set(old => {
        if ((old.get(field) || '') === text) return old;
        const now = new Map(old);
        if (text) now.set(field, text);
        else now.delete(field);
        return now;
      }),
    [],
  );
  return { amiss: [...held.values()], tell };
}

/**
 * misfit returns what is wrong with a text for a key, or "". A key without bounds takes
 * any whole number.
 */
export function misfit(k, text) {
  if (k.kind !== 'whole number') return '';
  const range = k.low === undefined ? '' : ` from ${k.low} to ${k.high}`,
    unit = k.unit ? ` ${k.unit}` : '';
  if (!/^[+-]?\d+$/.test(text.trim())) return `a whole number${range} is wanted`;
  const n = Number(text),
    shown = text.trim().length > 24 ? text.trim().slice(0, 24) + '…' : n;
  return n < k.low || n > k.high ? `${shown} is out of range: ${k.low} to ${k.high}${noun(k.high, unit)}` : '';
}

/**
 * Field is a value with its name; whole is its name outside of its group. fault is the server's
 * message about it; drop resets it to the value that back names; stands introduces the value that counts while
 * the text is wrong.
 */
export function Field({ id, path, label, whole = label, k, value, own, fault, put, drop, back, stands, children }) {
  const [draft, setDraft] = useState(null);
  const tell = useContext(Amiss),
    waits = useRef(0),
    latest = useRef(null),
    me = useRef({}).current;
  const bad = draft === null ? '' : misfit(k, draft);
  useEffect(() => {
    clearTimeout(waits.current);
    setDraft(null);
  }, [value]);
  useEffect(() => () => clearTimeout(waits.current), []);
  useEffect(() => {
    tell(me, bad && `${whole}: ${bad}; this is the answer for ${value}`);
    return () => tell(me, '');
  }, [bad, value]);
  const wrong = bad ? `${bad}; ${stands || 'the answer is for'} ${value}` : draft === null && fault;
  latest.current = text => {
    // with the form's values at that time
    clearTimeout(waits.current);
    if (text === null || misfit(k, text)) return;
    setDraft(null);
    if (String(Number(text)) !== value) put(String(Number(text)));
  };
  const typed = text => {
    clearTimeout(waits.current);
    setDraft(text);
    waits.current = setTimeout(() => latest.current(text), rest);
  };
  const leave = text => {
    if (draft !== null || text !== value) latest.current(text);
  };
  const reset = () => {
    clearTimeout(waits.current);
    setDraft(null);
    if (own) drop();
  };
  // The buttons beside a whole number change its present value by one.
  const step = by => {
    const to = Math.max(k.low ?? -Infinity, Math.min(k.high ?? Infinity, Number(draft ?? value) + by));
    clearTimeout(waits.current);
    if (Number.isFinite(to)) latest.current(String(to));
  };
  const counts = k.kind === 'whole number' && !k.options?.length;
  const said = { 'aria-invalid': wrong ? 'true' : null, 'aria-describedby': wrong ? id : null };
  const looks = ['field', counts && 'counts', (own || draft !== null) && 'own', wrong && 'bad'];
  return html`<div class=${looks.filter(Boolean).join(' ')}
    data-path=${path}><label title=${k.gist}>
    <span>${label}${k.unit && !label.includes(k.unit) ? html` <i class="soft">${k.unit}</i>` : ''}</span><${Input}
    k=${k} text=${draft ?? value} put=${put} typed=${typed} leave=${leave} said=${said} />
    </label>${
      counts &&
      html`<button type="button" class="step less" tabindex="-1" aria-hidden="true"
    onClick=${() => step(-1)}>−</button><button type="button" class="step add" tabindex="-1" aria-hidden="true"
    onClick=${() => step(1)}>+</button>`
    }
    ${
      (own || draft !== null) &&
      html`<button type="button" class="quiet reset" onClick=${reset}
      aria-label=${`${label}: ${back}`} title=${back}>↺</button>`
    }
    ${
      wrong &&
      html`<small class="wrong" id=${id}
      role="alert">${wrong}</small>`
    }${children || (k.note && html`<small class="soft">${k.note}</small>`)}</div>`;
}

function Input({ k, text, put, typed, leave, said }) {
  const choose = e => put(e.target.value);
  const options = k.options;
  if (options?.length > 0)
    return html`<${Sign} of=${symbolOf(k, text)} /><select value=${text}
      onChange=${choose} ...${said}>${options.map(
        o => html`<option value=${o}>${textOf(k, o)}</option>`,
      )}${!options.includes(text) && html`<option value=${text}>${text}</option>`}</select>`;
  if (k.kind === 'whole number')
    return html`<input type="number" inputmode=${k.low < 0 ? null : 'numeric'} min=${k.low} max=${k.high} value=${text}
      onInput=${e => typed(e.target.value)} onChange=${e => leave(e.target.value)} ...${said} />`;
  return html`<input value=${text} onChange=${choose} ...${said} />`;
}
