// QR codes on the page.
import { html, useLoad } from './shell.js';
import { ask } from './api.js';

/** Code is a text as a QR code. It is always black on white, because some cameras need that. */
export function Code({ text, label }) {
  const { value } = useLoad(() => ask('codes', { method: 'POST', body: { text } }), [text]);
  const side = (value?.size || 33) + 8;
  return html`<svg class="qr" viewBox=${`-4 -4 ${side} ${side}`} role="img" aria-label=${`QR code: ${label}`}>
    <rect class="qr-ground" x="-4" y="-4" width=${side} height=${side} />
    ${value && html`<path class="qr-ink" d=${value.path} />`}</svg>`;
}
