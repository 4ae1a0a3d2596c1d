// A field of a form. What is half written or out of range stays in the field,
// with a word about it, and is not asked.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { plain } from './number.js';

/** misfit says what is wrong with a text for a key, or nothing. A key without bounds takes any whole number. */
export function misfit(k, text) {
  if (k.kind !== 'whole number') return '';
  const range = k.low === undefined ? '' : ` from ${k.low} to ${k.high}`, unit = k.unit ? ` ${k.unit}` : '';
  if (!/^[+-]?\d+$/.test(text.trim())) return `a whole number${range} is wanted`;
  const n = Number(text);
  return n < k.low || n > k.high ? `${n} is out of range: ${k.low} to ${k.high}${unit}` : '';
}

/** Field is a value with its name. fault is what the server says of it; drop takes it back to what back names. */
export function Field({ id, label, k, value, own, fault, put, drop, back, children }) {
  const [draft, setDraft] = useState(null);
  useEffect(() => setDraft(null), [value]);
  const wrong = draft === null ? fault : `${misfit(k, draft)}; the answer is for ${value}`;
  const typed = text => {
    if (misfit(k, text)) { setDraft(text); return; }
    setDraft(null);
    put(k.kind === 'whole number' ? String(Number(text)) : text);
  };
  const reset = () => { setDraft(null); if (own) drop(); };
  const said = { 'aria-invalid': wrong ? 'true' : null, 'aria-describedby': wrong ? id : null };
  return html`<div class=${['field', own && 'own', wrong && 'bad'].filter(Boolean).join(' ')}><label title=${k.gist}><span>${label}${k.unit && !label.includes(k.unit) ? html` <i class="soft">${k.unit}</i>` : ''}</span><${Input} k=${k} text=${draft ?? value} put=${put} typed=${typed} said=${said} /></label>
    ${(own || draft !== null) && html`<button type="button" class="quiet reset" onClick=${reset} aria-label=${`${label}: ${back}`} title=${back}>↺</button>`}
    ${wrong && html`<small class="wrong" id=${id} role="alert">${wrong}</small>`}${children || html`<small class="soft">${k.gist}</small>`}</div>`;
}

function Input({ k, text, put, typed, said }) {
  const choose = e => put(e.target.value);
  const options = k.kind === 'yes-no' ? ['no', 'yes'] : k.options;
  if (options?.length > 0) return html`<select value=${text} onChange=${choose} ...${said}>${options.map(o => html`<option value=${o}>${plain(o)}</option>`)}${!options.includes(text) && html`<option value=${text}>${text}</option>`}</select>`;
  if (k.kind === 'whole number') return html`<input type="number" inputmode=${k.low < 0 ? null : 'numeric'} min=${k.low} max=${k.high} value=${text} onInput=${e => typed(e.target.value)} ...${said} />`;
  return html`<input value=${text} onChange=${choose} ...${said} />`;
}
