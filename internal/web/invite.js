// How others join a match: links and QR codes, and the switch that opens the server to the
// network.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html, Copy, Dialog, Trouble } from './shell.js';
import { ask } from './api.js';
import { Code } from './code.js';
import { hostKey, known } from './mymatches.js';
import { matchPlace } from './places.js';

// local reports whether the address of the page works on this machine only.
const local = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

// Network is the switch that opens the server to the network, with the addresses that it opens.
function Network({ net, onChange }) {
  const [busy, setBusy] = useState(false),
    [error, setError] = useState(null);
  if (!net || net.fixed) return null;
  const turn = async () => {
    setBusy(true);
    setError(null);
    try {
      onChange(await ask('network', { method: 'PUT', body: { open: !net.open }, token: hostKey() }));
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  const words = html`<p
    class="small">While it is open, anyone in this network (Wi-Fi, cable) can begin matches here, and play or watch
      matches they have a link for. Nothing else on this machine opens, and nothing goes to the internet. The connection
        is not encrypted, so open it only in networks you trust. This switch closes it, and so does stopping the
          server.</p>`;
  if (!net.yours)
    return local()
      ? html`<p class="asked small">These links work on this machine only. The operator of the server can let the
        network in while it runs: by opening the page with the address that <code>loophole serve</code> shows
          with <code>#host=</code>, or by <code>loophole serve --lan</code>.</p>`
      : null;
  return html`<section class=${`lan${net.open ? ' on' : ''}`} aria-label="The network of this room">
    <button class="switch" role="switch" aria-checked=${net.open ? 'true' : 'false'} disabled=${busy} onClick=${turn}>
    <i aria-hidden="true"></i>Let friends in this network join</button>
    <p role="status">${
      net.open
        ? html`Open at ${net.addresses.map((a, i) => html`${i ? ', ' : ''}<b>${a}</b>`)}.`
        : 'Closed: these links work on this machine only.'
    }</p>${words}<${Trouble} error=${error} /></section>`;
}

/** Links shows the links of a match for players and spectators. */
export function Links({ made, onClose, here }) {
  const [net, setNet] = useState(null);
  useEffect(() => {
    ask('network', { token: hostKey() || undefined }).then(setNet, () =>
      setNet({ yours: false, open: false, fixed: false, addresses: [] }),
    );
  }, []);
  const seats = made.sides.filter(s => made.tokens[s]),
    token = known().find(m => m.id === made.id)?.token,
    mine = seats.find(s => made.tokens[s] === token);
  const open = net?.open && net.addresses.length > 0,
    reached = !local() || open;
  const base = local() && open && !net.addresses.includes(location.origin) ? net.addresses[0] : location.origin;
  const own = name => matchPlace(made.id, made.tokens[name]),
    link = name => new URL(own(name), base).href;
  const opened = s => made.seats?.find(x => x.side === s)?.held === 'claimed',
    theirs = seats.filter(s => s !== mine && !opened(s));
  return html`<${Dialog} title="Who gets which link" onClose=${onClose} className="links">
    <p>The first person to open an invitation gets the seat. After that the link works for nobody else, not even you. ${
      made.tokens.table
        ? 'At one table you need none of them. The last is for spectators.'
        : seats.length < 2
          ? 'The first is yours; the last is for spectators.'
          : 'Keep yours, give the other one to your opponent, and the third to spectators.'
    }</p>
    <${Network} net=${net} onChange=${setNet} />
    ${[...(mine ? [mine] : []), ...theirs].map(
      s => html`<div class=${s === mine ? 'invite' : 'invite theirs'}>
    ${reached && s !== mine && html`<${Code} text=${link(s)} label=${s} />`}<div>
    <${Copy} label=${s === mine ? `${s} (yours)` : s} text=${link(s)} />
    ${reached && s !== mine && html`<p class="soft small">Scan it with a phone, or send it. No account.</p>`}</div>
    </div>`,
    )}
    ${seats
      .filter(opened)
      .map(s => html`<p class="soft small">The invitation for ${s} was opened. It no longer works.</p>`)}
    ${made.tokens.table && html`<${Copy} label="Both sides, at one table" text=${link('table')} />`}
    <div class="invite"><div><${Copy} label="For spectators" text=${link('spectator')} />
    ${
      reached &&
      html`<details><summary>Its code</summary><${Code} text=${link('spectator')} label="for spectators" />
    </details>`
    }</div></div>
    ${
      !here &&
      html`<div class="row">
    ${(mine ? [mine] : seats).map(s => html`<a class="button main" href=${own(s)}>Play as ${s}</a>`)}</div>`
    }
  <//>`;
}
