// A match on two phones without a server: each shows the other its messages as QR codes or as text.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, Dialog, Trouble, useLoad, useMedia } from './shell.js';
import { command } from './carrier.js';
import { Code } from './code.js';
import { counted } from './number.js';
import { known, remember } from './mymatches.js';
import { matchPlace, pageFile } from './places.js';
import { ownName } from './labels.js';

/** phones makes a request about matches on two phones: server.PhoneRequest. */
export const phones = async request =>
  JSON.parse((await command({ kind: 'phones', request: JSON.stringify(request) })).answer);

/** seated keeps a match that was begun or joined, and returns its address. */
export function seated({ id, ruleset, scenario, sides, tokens }) {
  const [token] = Object.values(tokens);
  remember({ id, token, tokens, sides, ruleset, scenario, way: 'phones' });
  return matchPlace(id, token);
}

// placeOf returns the address of a match that this browser has begun or joined, or "".
function placeOf(id) {
  const m = known().find(x => x.id === id);
  return m ? matchPlace(id, m.token) : '';
}

const period = 1600; // milliseconds for each code

// Codes shows the parts of a message as QR codes, in turn if there are several.
function Codes({ parts, label }) {
  const [at, setAt] = useState(0),
    still = useMedia('(prefers-reduced-motion: reduce)'),
    [held, setHeld] = useState(still),
    n = parts.length;
  useEffect(() => setAt(0), [parts.join()]);
  useEffect(() => {
    if (n < 2 || held) return undefined;
    const timer = setInterval(() => setAt(i => (i + 1) % n), period);
    return () => clearInterval(timer);
  }, [n, held]);
  const turn = by => {
    setHeld(true);
    setAt(i => (i + by + n) % n);
  };
  return html`<div class="codes"><${Code} text=${parts[at] || parts[0]} label=${label} />
    ${
      n > 1 &&
      html`<div class="row codes-turn" role="group" aria-label="The codes"><button onClick=${() => turn(-1)}
        aria-label="The code before">‹</button><span class="code-at">Code <b>${at + 1}</b> of ${n}</span>
        <button onClick=${() => turn(1)} aria-label="The next code">›</button>
        <button class="quiet" aria-pressed=${held ? 'false' : 'true'}
          onClick=${() => setHeld(!held)}>${held ? 'Let them run' : 'Stop'}</button></div>`
    }</div>`;
}

// Give shows the message of this phone.
function Give({ id, other, sum }) {
  const { value, error } = useLoad(() => phones({ do: 'give', id }), [id, sum]),
    [done, setDone] = useState(false),
    field = useRef(null);
  if (error) return html`<${Trouble} error=${error} />`;
  if (!value) return html`<div class="codes waiting"></div>`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value.text);
    } catch {
      field.current.select();
      document.execCommand('copy');
    }
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  const share = () => navigator.share({ text: value.text }).catch(() => {});
  return html`<${Codes} parts=${value.parts} label=${`the message for ${other}`} />
    <div class="row"><button class="copy-message" onClick=${copy}>${done ? 'Copied' : 'Copy as text'}</button>
    ${navigator.share && html`<button onClick=${share}>Share …</button>`}</div>
    <details class="message-text"><summary>The text (${counted(value.text.length, 'characters')})</summary>
    <textarea ref=${field} class="message" rows="4" readonly value=${value.text} aria-label="The message as text"
      onFocus=${e => e.target.select()}></textarea></details>`;
}

// Camera shows the camera and calls onText with each code that it reads; lacks has the parts still missing.
function Camera({ onText, lacks }) {
  const video = useRef(null),
    [error, setError] = useState(null);
  useEffect(() => {
    let stop = () => {},
      gone = false;
    (async () => {
      try {
        const { scan } = await import(pageFile('scan.js'));
        const stops = await scan(video.current, onText);
        if (gone) stops();
        else stop = stops;
      } catch (problem) {
        if (!gone) setError(problem);
      }
    })();
    return () => {
      gone = true;
      stop();
    };
  }, []);
  if (error)
    return html`<p class="wrong" role="alert">${
      error.name === 'NotAllowedError' ? 'This page may not use the camera.' : 'No usable camera was found.'
    } Paste the message as text instead.</p>`;
  return html`<div class="camera"><video ref=${video} muted playsinline aria-label="The camera"></video>
    <p role="status">${
      lacks
        ? `${lacks.of - lacks.parts.length} of ${lacks.of} codes are read. Still missing: ${lacks.parts.join(', ')}.`
        : 'Hold the other phone’s code in front of the camera.'
    }</p></div>`;
}

const canScan = () => isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
const isWhole = text => /loophole1[^.]*\.[^.]+\./i.test(text);

const made = {
  act: 'Dice of two hands: both phones make every roll together, so that nobody can foresee or choose it.',
  typed: 'Real dice: each player rolls their own and types them. The other takes their word.',
};

// against names the other player, if they have given a name.
const against = player => ownName(player) && `, against ${player}`;

// Offer describes the match of an invitation.
function Offer({ offer, busy, onJoin }) {
  const house = Object.entries(offer.house || {});
  return html`<section class="offer asked" aria-label="The invitation"><h3>${offer.title}</h3>
    <p>${offer.book}. You play <b>${offer.side}</b>${against(offer.player)}.</p>
    <p class="small">${made[offer.values]}${offer.hints ? ' Both may have hints.' : ''}</p>
    ${
      house.length > 0 &&
      html`<details><summary>House rules (${house.length})</summary><table><tbody>${house.map(
        ([k, v]) => html`<tr><td><code>${k}</code></td><td class="number">${v}</td></tr>`,
      )}</tbody></table></details>`
    }
    <button class="main join-match" disabled=${busy} onClick=${onJoin}>Join as ${offer.side}</button></section>`;
}

/** Take takes a message of the other phone, and calls back with the answer. It shows what the callback returns. */
export function Take({ onTaken }) {
  const [text, setText] = useState(''),
    [scans, setScans] = useState(false),
    [lacks, setLacks] = useState(null),
    [offer, setOffer] = useState(null),
    [error, setError] = useState(null),
    [told, setTold] = useState(''),
    [busy, setBusy] = useState(false),
    result = useRef(null),
    parts = useRef(new Set());
  const shown = error || told || (!scans && lacks);
  // The dialog is higher than a phone, and a keyboard may cover half of it.
  useEffect(() => {
    if (shown) result.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const clear = () => {
    setError(null);
    setTold('');
  };
  const take = async (given, join) => {
    setBusy(true);
    clear();
    try {
      const answer = await phones({ do: 'take', text: given, join });
      setLacks(answer.lacks ? { of: answer.of, parts: answer.lacks } : null);
      if (answer.lacks) return;
      parts.current.clear();
      setScans(false);
      setText('');
      if (answer.offer) setOffer({ ...answer.offer, text: given });
      else {
        setOffer(null);
        setTold((await onTaken(answer)) || '');
      }
    } catch (problem) {
      parts.current.clear();
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  // A part of another message begins the collection anew.
  const scanned = code => {
    const tag = /^LOOPHOLE1-\d+-\d+-(\w+)\./i.exec(code)?.[1];
    if (tag && ![...parts.current].every(p => p.includes(`-${tag}.`))) parts.current.clear();
    parts.current.add(code);
    take([...parts.current].join('\n'));
  };
  const typed = e => {
    setText(e.target.value);
    clear();
    setLacks(null);
    if (isWhole(e.target.value) && !busy) take(e.target.value);
  };
  const read = async e => {
    const [file] = e.target.files;
    if (file) take(await file.text());
    e.target.value = '';
  };
  if (offer)
    return html`<${Offer} offer=${offer} busy=${busy} onJoin=${() => take(offer.text, true)} /><${Trouble}
      error=${error} />`;
  return html`<div class="take">
    ${scans && html`<${Camera} onText=${scanned} lacks=${lacks} />`}
    <div class="row">${
      canScan()
        ? html`<button class=${scans ? '' : 'main'} onClick=${() => setScans(!scans)}>
          ${scans ? 'Close the camera' : 'Scan with the camera'}</button>`
        : html`<p class="small soft">This page has no camera: browsers allow it with HTTPS only.</p>`
    }<label class="button">From a file<input type="file" accept=".txt,text/plain" class="message-file"
      onChange=${read} /></label></div>
    <label>or paste the text<textarea class="message paste-message" rows="3" value=${text} spellcheck="false"
      autocapitalize="off" autocomplete="off" placeholder="LOOPHOLE1. …" onInput=${typed}></textarea></label>
    <div ref=${result} class="taken">${told && html`<p class="asked" role="status">${told}</p>`}
    ${
      lacks &&
      !scans &&
      html`<p class="wrong" role="status">This message has ${lacks.of} parts. Missing: ${lacks.parts.join(', ')}.</p>`
    }
    <${Trouble} error=${error} /></div>
    ${text && html`<button disabled=${busy} onClick=${() => take(text)}>Take the message</button>`}</div>`;
}

/** TakeDialog is the dialog of the lobby that takes an invitation, or a message of a match that goes on. */
export function TakeDialog({ onClose }) {
  const [gone, setGone] = useState('');
  const taken = answer => {
    const href = answer.match ? seated(answer.match) : placeOf(answer.id);
    if (href) location.href = href;
    else setGone('The message is taken. Its match is kept in this browser, but not in the list of your matches.');
  };
  return html`<${Dialog} title="Take a message" onClose=${onClose} className="messages">
    <p>An invitation to a match on two phones, or a move in one. The other player’s phone shows it as a code, or sends
      it as text.</p>
    ${gone ? html`<p role="status">${gone}</p>` : html`<${Take} onTaken=${taken} />`}<//>`;
}

// otherOf returns the side of the other phone.
const otherOf = ({ sides, hands }) => sides.find(s => s !== hands.phones.side);

// said describes what the match waits for, for this phone.
function said(state) {
  const { phones: p, waits, closed } = state.hands,
    other = otherOf(state);
  if (waits.length) return `The match begins when ${other}’s phone has joined.`;
  if (closed) return `Both phones have confirmed the result. ${other}’s phone still needs this last message.`;
  if (state.over) return `The game is over. ${other}’s phone does not know it yet: show it this message.`;
  if (state.hands.owes && p.turn === other)
    return `${other}’s phone has to make its half of the dice: it needs this message.`;
  if (state.undo.asked_by)
    return `${other} is to say whether the last action may be undone: ${other}’s phone needs this message.`;
  if (fresh(state)) return `${other}’s phone needs this message. Then it is ${other}’s turn.`;
  return `It is ${other}’s turn: ${other}’s phone needs this message.`;
}

// fresh reports whether nobody has acted yet.
const fresh = ({ sequence }) => sequence === 0;

/** Messages is the dialog in which two phones exchange their messages. */
export function Messages({ match, onClose }) {
  const { state } = match,
    { phones: p, waits, closed, sum } = state.hands,
    other = otherOf(state),
    takes = !closed && p.turn !== p.side;
  const taken = async answer => {
    if (answer.id !== match.id) return 'That message was of another match on this phone. It was taken there.';
    await match.catchUp();
    if (!answer.added) return 'This phone had that message already. Nothing changed.';
    onClose(); // What happened is seen on the table.
    return '';
  };
  return html`<${Dialog} title=${waits.length ? 'Invite the other phone' : 'Messages'} onClose=${onClose}
    className="messages">
    <section class="give" aria-labelledby="give"><h3 id="give">${takes && html`<i>1</i>`} Show this to
      ${' '}${other}’s phone</h3>
    <p class="small soft">${said(state)} ${
      waits.length
        ? 'It opens this page, and takes the invitation in the lobby (Take a message).'
        : 'That phone takes the message in this match, or in the lobby (Take a message).'
    }</p>
    <${Give} id=${match.id} other=${other} sum=${`${sum}${waits.length}`} /></section>
    ${
      takes &&
      html`<section aria-labelledby="take"><h3 id="take"><i>2</i> Take the answer</h3><${Take} onTaken=${taken} />
      </section>`
    }<//>`;
}

/** PhoneNotice says that the other phone is to go on, and opens the messages. */
export function PhoneNotice({ match }) {
  const { state } = match,
    { phones: p, waits } = state.hands,
    first = waits.length > 0,
    due = p.turn !== p.side && (p.due || !state.hands.closed),
    [open, setOpen] = useState(first || (due && fresh(state))),
    notice = useRef(null);
  // The panel may be scrolled down to what was done last.
  useEffect(() => {
    if (due) notice.current.scrollIntoView({ block: 'nearest' });
  }, [due, state.sequence, state.begun?.question?.id]);
  if (!due && !open) return null;
  return html`${
    due &&
    html`<section ref=${notice} class="asked phone-turn" role="status"><p><b>${said(state)}</b></p>
      <p class="row"><button class="main open-messages" onClick=${() => setOpen(true)}>
      ${first ? 'Show the invitation' : state.hands.closed ? 'Show the message' : 'Show and take messages'}</button></p>
    </section>`
  }${open && html`<${Messages} match=${match} onClose=${() => setOpen(false)} />`}`;
}

/** PhoneSettings tells of the dice of such a match, and shows the last message again. */
export function PhoneSettings({ match }) {
  const { state } = match,
    [open, setOpen] = useState(false),
    other = otherOf(state);
  return html`<div class="dice-settings"><p>${made[state.hands.phones.values]}</p>
    <p class="small">Each phone keeps the match with the key of its own seat, and checks every message of the other: its
      signatures${state.hands.phones.values === 'typed' ? ' and the rules' : ', the rules and the dice'}. ${
        state.hands.phones.values === 'act'
          ? 'After an action, both phones give a value that they promised before the match. All dice up to the next ' +
            'decision follow from these two, so an action with dice takes one message each way.'
          : ''
      }</p>
    <p class="small">Play on in this browser only: ${other}’s phone refuses a second way on from an older copy.</p>
    <button class="show-message" onClick=${() => setOpen(true)}>Show the last message again</button>
    ${open && html`<${Messages} match=${match} onClose=${() => setOpen(false)} />`}</div>`;
}
