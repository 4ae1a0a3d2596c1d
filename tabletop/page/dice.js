// Dice: who rolls for a side, a tray of given faces, and the entry of faces that
// lie on a real table.
import { useEffect, useLayoutEffect, useRef, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { Cite } from './clause.js';
import { asking, counted } from './number.js';

const kept = (match, question) => `loophole.dice.${match.id}.${question.id}`;

function recall(match, question) {
  try {
    const list = JSON.parse(sessionStorage.getItem(kept(match, question)));
    if (Array.isArray(list) && list.length === question.many) return list;
  } catch { /* nothing was typed */ }
  return Array(question.many).fill('');
}

/** DiceEntry asks for the faces of a roll. It goes on by itself from die to die. */
export function DiceEntry({ match, question: q }) {
  const [faces, setFaces] = useState(() => recall(match, q));
  const fields = useRef([]);
  useEffect(() => { fields.current[faces.findIndex(f => f === '')]?.focus(); }, []);
  // Before anybody sees them, so that what is seen outlasts a reload.
  useLayoutEffect(() => { try { sessionStorage.setItem(kept(match, q), JSON.stringify(faces)); } catch { /* it is only a convenience */ } }, [faces]);
  const good = f => /^\d+$/.test(f) && Number(f) >= 1 && Number(f) <= q.die;
  const full = faces.every(good);
  const wrong = faces.findIndex(f => f !== '' && !good(f));
  const set = (i, text) => {
    const digits = text.trim().slice(0, 6); // what is too long is told, not cut
    setFaces(old => old.map((f, k) => k === i ? digits : f));
    // Go on where no further digit could follow.
    if (good(digits) && (Number(digits) * 10 > q.die || digits.length === String(q.die).length)) forward(i + 1);
  };
  // At once, so that a fast typist's next digit goes to the next die.
  const forward = i => {
    if (fields.current[i]) fields.current[i].focus();
    else setTimeout(() => document.getElementById('dice-send')?.focus(), 0);
  };
  const press = n => {
    const i = faces.findIndex(f => !good(f));
    if (i < 0) return;
    setFaces(old => old.map((f, k) => k === i ? String(n) : f));
    if (i + 1 >= faces.length) forward(i + 1);
  };
  const send = () => full && match.answer({ faces: faces.map(Number) });
  const key = (e, i) => {
    if (e.key === 'Backspace' && faces[i] === '' && i > 0) { e.preventDefault(); fields.current[i - 1].focus(); }
    if (e.key === 'Enter') { e.preventDefault(); e.stopPropagation(); if (full) send(); else forward(i + 1); }
    if (e.key === 'ArrowLeft' && i > 0) fields.current[i - 1].focus();
    if (e.key === 'ArrowRight') fields.current[i + 1]?.focus();
  };
  const program = match.state.seats.find(s => s.side === q.by);
  return html`<div class="dice-entry">
    <p class="dice-asked"><b>${q.dice}</b> <span class="reading">${q.reading?.startsWith('tally') ? asking(`${q.dice} ${q.reading}`).split(': ')[1] : q.reading || 'as they fall'}</span> · ${q.why} <${Cite} clause=${q.clause} /></p>
    <p class="soft small">This is an action of ${q.by}: who acts rolls every die that comes of it, also for those who suffer it or answer it.</p>
    ${q.given?.length > 0 && html`<p>From the tray: <b>${q.given.join(' ')}</b>; ${q.many} more ${q.many === 1 ? 'is' : 'are'} wanted.</p>`}
    <div class="faces" role="group" aria-label=${`${counted(q.many, 'faces')} of D${q.die}`}>${faces.map((f, i) => html`<input key=${i} ref=${el => { fields.current[i] = el; }} class=${`die die-${q.die}`} inputmode="numeric" pattern="[0-9]*" autocomplete="off"
      aria-label=${`Die ${i + 1} of ${q.many}, 1 to ${q.die}`} aria-invalid=${f !== '' && !good(f) ? 'true' : null} value=${f} onInput=${e => set(i, e.target.value)} onKeyDown=${e => key(e, i)} onFocus=${e => e.target.select()} />`)}</div>
    ${q.die <= 20 && html`<div class="keypad" role="group" aria-label="Press what the next die shows">${Array.from({ length: q.die }, (_, i) => html`<button onClick=${() => press(i + 1)} disabled=${full} aria-label=${`The next die shows ${i + 1}`}>${i + 1}</button>`)}</div>`}
    ${wrong >= 0 && html`<p class="wrong" role="alert">Die ${wrong + 1} ${/^\d+$/.test(faces[wrong]) ? 'shows' : 'says'} ${faces[wrong]}; a D${q.die} shows 1 to ${q.die}.</p>`}
    <div class="row dice-send"><button id="dice-send" class="main" disabled=${!full || match.busy} onClick=${send}>These are the dice</button>
      <button disabled=${match.busy} onClick=${() => setFaces(Array(q.many).fill(''))}>Clear</button>
      ${program && html`<button disabled=${match.busy} onClick=${() => match.answer({ roll: true })}>Let the program roll this</button>`}</div>
  </div>`;
}

/** fromSeed says that the program's dice can be foretold, where they can. */
export const fromSeed = state => state.seed && `Dice from seed ${state.seed}: whoever began the match chose it, so everybody can foretell what the program rolls.`;

/** DiceSettings says, for each side, who rolls, and holds its tray. */
export function DiceSettings({ match }) {
  return html`<div class="dice-settings">${match.state.seats.map((seat, i) => html`<${Seat} key=${seat.side} match=${match} seat=${seat} side=${i} />`)}
    ${match.state.seed && html`<p class="small"><b>${fromSeed(match.state)}</b></p>`}
    <p class="soft small">Dice that a rule gives to a side are asked of that side; all others belong to whoever acts. What you type counts as it lies. A tray is a block of faces that is used before anything else, in its order.</p></div>`;
}

function Seat({ match, seat, side }) {
  const [text, setText] = useState('');
  const own = match.sits(seat.side) && !seat.policy;
  const typed = text.trim().split(/[\s,;]+/).filter(Boolean), faces = typed.map(Number);
  const odd = typed.find(f => !/^\d+$/.test(f) || Number(f) < 1 || Number(f) > 100), good = faces.length > 0 && odd === undefined;
  const give = async () => { if (await match.setDice(seat.side, { block: faces })) setText(''); };
  return html`<fieldset class=${`seat side-${side}`}><legend>${seat.side} <span class="soft">${seat.policy ? `played by the program, ${seat.policy}` : seat.player}</span></legend>
    <div class="choice" role="group" aria-label=${`Who rolls for ${seat.side}`}>
      <button aria-pressed=${seat.dice === 'program' ? 'true' : 'false'} disabled=${!own || match.busy} onClick=${() => match.setDice(seat.side, { dice: 'program' })}>Program rolls</button>
      <button aria-pressed=${seat.dice === 'typed' ? 'true' : 'false'} disabled=${!own || match.busy} onClick=${() => match.setDice(seat.side, { dice: 'typed' })}>I type them</button>
    </div>
    ${own && html`<details class="tray-of" open=${seat.tray > 0}><summary>Tray: ${seat.tray ? `${seat.tray} ${seat.tray === 1 ? 'face' : 'faces'} left` : 'empty'}</summary><div class="row tray"><label class="grow"><span class="voice">Faces for the tray</span><input value=${text} inputmode="text" placeholder="6 4 1 5 …" onInput=${e => setText(e.target.value)} onKeyDown=${e => { if (e.key === 'Enter') { e.stopPropagation(); if (good) give(); } }} /></label>
      <button disabled=${!good || match.busy} onClick=${give}>Fill</button>${seat.tray > 0 && html`<button disabled=${match.busy} onClick=${() => match.setDice(seat.side, { block: [] })}>Empty</button>`}</div>
      ${odd !== undefined && html`<p class="wrong small" role="alert">“${odd}” is no face: a face is a whole number from 1 to 100.</p>`}${seat.lies?.length > 0 && html`<p class="small">The next: <b>${seat.lies.slice(0, 60).join(' ')}</b>${seat.lies.length > 60 && ' …'}</p>`}</details>`}
  </fieldset>`;
}
