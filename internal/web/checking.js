// Checking what a server shows of a match with dice of two hands, by the program on this device: every
// question, every result, and the position.
import { useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { calculate, hasProgram } from './carrier.js';
import { counted } from './number.js';

const place = 'loophole.check';
const meanwhile = 'Somebody else acted meanwhile.';

/** checking reports whether this browser checks the server. A given value is stored as the answer. */
export function checking(on) {
  try {
    if (on !== undefined) localStorage.setItem(place, on ? 'yes' : 'no');
    return hasProgram && localStorage.getItem(place) === 'yes';
  } catch {
    return false;
  }
}

// What must be equal, by its name.
const parts = {
  'the position': s => s.position,
  'whose turn it is': s => [s.turn, s.round, s.phase, s.over],
  'the question': s => s.begun?.question && { ...s.begun.question, given: undefined },
  'the pending action': s => s.begun && [s.begun.action, s.begun.by],
  'the losses': s => s.lost,
  'the board': s => [s.words, s.scene],
};

// Some of them in words.
const words = {
  'whose turn it is': s => `${s.turn}, round ${s.round}, ${s.phase}${s.over ? `, and the end: ${s.over.why}` : ''}`,
  'the pending action': s => (s.begun ? `“${s.begun.action}” by ${s.begun.by}` : 'none'),
  'the losses': s => (Array.isArray(s.lost) ? s.lost.map(x => `${x?.side} ${x?.n} of ${x?.of}`).join(', ') : 'none'),
};

const text = x => JSON.stringify(x ?? null);

// apart shows the first place at which two values differ, with some text around it.
function apart(there, here) {
  let i = 0;
  while (i < there.length && there[i] === here[i]) i++;
  const cut = s => (s.length > i + 60 ? `${s.slice(Math.max(0, i - 40), i + 60)} …` : s.slice(Math.max(0, i - 40)));
  return `the server has ${cut(there)}; this device has ${cut(here)}`;
}

// plain says a fault of the lines in words, if it is about a question.
function plain(fault) {
  const [, found, ours] = /found the question (\{.*\}); the rules ask (\{.*\})$/.exec(fault) || [];
  if (!found) return fault.replace(/^hands: /, '');
  const said = json => {
    const e = JSON.parse(json);
    return `${e.n}D${e.die} ${e.reading || ''} of ${e.by} (${e.text})`;
  };
  const [there, here] = [said(found), said(ours)];
  return there === here
    ? `The server asks for ${there} at another place than the rules.`
    : `The server asks for ${there}; the rules ask for ${here}.`;
}

const entryText = e => (e ? `“${e.text}”${e.faces ? ` with ${e.faces.join(' ')}` : ''}` : 'nothing');

// entriesApart returns the first entry that differs, or "".
function entriesApart(there, here) {
  for (let i = 0; i < Math.max(there.length, here.length); i++) {
    const [a, b] = [text(there[i]), text(here[i])];
    if (a === b) continue;
    const [said, own] = [entryText(there[i]), entryText(here[i])];
    return `The record, entry ${here[i]?.seq ?? there[i].seq}: ${
      said === own ? apart(a, b) : `the server has ${said}; this device has ${own}`
    }.`;
  }
  return '';
}

/** difference returns what differs between a server's state and entries and those of this device, or "". */
export function difference(server, device) {
  for (const [name, of] of Object.entries(parts)) {
    const [there, here] = [text(of(server.state)), text(of(device.state))];
    if (there === here) continue;
    const said = words[name] && [server, device].map(x => words[name](x.state));
    return `They differ in ${name}: ${
      said && said[0] !== said[1] ? `the server has ${said[0]}; this device has ${said[1]}` : apart(there, here)
    }.`;
  }
  return (
    entriesApart(server.state.begun?.entries || [], device.state.begun?.entries || []) ||
    entriesApart(server.entries, device.entries)
  );
}

// A server words an action otherwise while it is pending. An entry from then differs in that alone.
const unworded = list => text(list.map(({ says, ...rest }) => rest));
const worded = (there, here) => text(there) !== text(here) && unworded(there) === unworded(here);

/** checkOf returns a function that fails if the server shows anything of a match otherwise than this device. */
export function checkOf(match) {
  let count = 0, // lines that the program has
    ahead; // an entry that the last check found to be newer than its lines
  return async () => {
    const { hand } = match;
    if (!checking() || !hand.texts.length) return;
    if (match.state.hands.sum !== hand.lines.sum) await match.catchUp();
    const lines = hand.texts.slice(count),
      request = JSON.stringify({ match: match.id, from: count, lines, entries: 1 });
    const device = JSON.parse((await calculate({ kind: 'follow', request })).answer);
    count = device.lines;
    const stop = why => {
      hand.differs = true;
      hand.stop(why);
    };
    if (device.fault) stop(plain(device.fault));
    // The state may have come before its entries.
    const { sequence } = device.state,
      shown = () => match.entries().filter(e => e.seq <= sequence);
    if (match.last() < sequence) await match.reread(match.last() + 1);
    if (worded(shown(), device.entries)) await match.reread(1);
    // The check runs again when the rest has come.
    if (match.state.hands.sum !== hand.lines.sum) throw new Error(meanwhile);
    const why = difference({ state: match.state, entries: shown() }, device);
    if (why) stop(why);
    // Entries can come before their lines. After this error the lines are asked for again, before the next check.
    const later = e => !(e.seq <= sequence);
    if (ahead && later(ahead)) stop(`The record has ${entryText(ahead)}, but no lines of the server lead to it.`);
    ahead = match.entries().find(later);
    if (ahead) throw new Error(meanwhile);
    hand.checked = count;
  };
}

/** Checking turns the check on and off, and says how far it has come. */
export function Checking({ match }) {
  const [on, setOn] = useState(checking);
  if (!hasProgram || !match.hand) return null;
  const { checked: lines } = match.hand;
  const turn = e => {
    setOn(checking(e.target.checked));
    match.serves();
  };
  return html`<label class="tick check-rolls"><input type="checkbox" checked=${on} onChange=${turn} />Check every roll
    on this device</label><p class="small soft">The program (3 MB, once) plays the match along. Before your half of a
    roll leaves, it compares the question, all results and the board with what the server shows.${
      on && lines ? ` ${counted(lines, 'lines')} ${lines === 1 ? 'is' : 'are'} checked.` : ''
    }</p>`;
}
