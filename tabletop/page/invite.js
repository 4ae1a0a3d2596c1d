// Links and codes by which others come to a match.
import { html, Copy, Dialog } from './shell.js';

// local reports whether the page has its address from this machine, and for it alone.
const local = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Links shows the links of a match, to be sent to those who play and look on. */
export function Links({ made, onClose, here }) {
  const link = name => `${location.origin}/m/${made.id}#${made.tokens[name]}`;
  const seats = made.sides.filter(s => made.tokens[s]);
  return html`<${Dialog} title="Who gets which link" onClose=${onClose}>
    <p>Whoever has a link has the seat. ${made.tokens.table || seats.length < 2 ? 'The first is yours; the last is for anybody who wants to look on.' : 'Keep yours, send the other one to your opponent, and the third to anybody who wants to look on.'}</p>
    ${local() && html`<p class="asked small">These links work on this machine only. For somebody at another one, end the server and begin it again as <code>loophole serve --listen 0.0.0.0:8047</code>; open it there by a name or number of this machine that the other can reach, and the links will carry that. The matches go on.</p>`}
    ${seats.map(s => html`<${Copy} label=${s} text=${link(s)} />`)}
    ${made.tokens.table && html`<${Copy} label="Both sides, at one table" text=${link('table')} />`}
    <${Copy} label="To look on" text=${link('spectator')} />
    ${!here && html`<div class="row">${seats.map(s => html`<a class="button main" href=${link(s)}>Sit down for ${s}</a>`)}</div>`}
  <//>`;
}
