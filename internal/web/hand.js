// One hand of two-hands dice, as in docs/hands.md: a key and a chain that only this browser has,
// and the lines of the match, which it follows and checks. It knows no rules: loophole verify
// checks afterwards that the questions are those of the rules.
import { getPublicKey, hashes, hmac, sha256, sha512, sign, verify } from './vendor/noble.js';

hashes.sha512 = sha512;

const length = 4096; // values of a chain

/** renewal is the number of remaining values at which a chain is renewed. */
export const renewal = { low: 64 };

const encoder = new TextEncoder();
const raw = x => (typeof x === 'string' ? encoder.encode(x) : x);
const hex = b => Array.from(b, x => x.toString(16).padStart(2, '0')).join('');
const bytes = h => Uint8Array.from(h.match(/../g) || [], x => parseInt(x, 16));
const digits = /^[0-9a-f]{64}$/;

function fourBytes(n) {
  const b = new Uint8Array(4);
  new DataView(b.buffer).setUint32(0, n);
  return b;
}

// H of docs/hands.md: each field is preceded by its length.
function H(...fields) {
  const h = sha256.create();
  for (const f of ['loophole two hands 1', ...fields]) h.update(fourBytes(raw(f).length)).update(raw(f));
  return h.digest();
}

const sum = text => hex(sha256(raw(text)));
const step = (seat, match, value) => H('step', seat, bytes(match), value);

/** faces returns n faces of a die, from the checksum of the question and the values of all hands. */
export function faces(question, n, die, values) {
  const key = H('dice', question, `${n}D${die}`, ...values.map(v => bytes(v || ''))),
    list = [],
    bound = 256 - (256 % die);
  for (let block = 0; list.length < n; block++)
    for (const b of hmac(sha256, key, fourBytes(block))) if (b < bound && list.length < n) list.push(1 + (b % die));
  return list;
}

/**
 * secretOf returns the secret of a seat: its key and a chain. n is the number of earlier chains
 * from the same root.
 */
export function secretOf(match, seat, root, n = 0) {
  const seed = H('key', seat, bytes(match), bytes(root)),
    chain = [H('chain', seat, bytes(match), bytes(root), ...(n ? [String(n)] : []))];
  while (chain.length <= length) chain.push(step(seat, match, chain.at(-1)));
  const signs = (what, before, entry) => hex(sign(H(what, before, JSON.stringify(entry)), seed));
  return {
    key: hex(getPublicKey(seed)),
    end: hex(chain.at(-1)),
    value: n => hex(chain[length - n]),
    sign: (before, entry) => ({ ...entry, sig: signs('sign', before, entry) }),
    consent: (before, entry) => signs('consent', before, entry),
  };
}

/**
 * signing returns the key of a seed and its signature of some bytes, in hexadecimal, for the test
 * vectors.
 */
export const signing = (seed, message) => [hex(getPublicKey(bytes(seed))), hex(sign(bytes(message), bytes(seed)))];

// This browser keeps the root of a hand, and the lines seen and values given.
const place = (id, side) => `loophole.hand.${id}.${side}`;

/** playing is the storage key for the page of this browser that plays a seat. */
export const playing = (id, side) => `loophole.plays.${id}.${side}`;

function kept(id, side) {
  try {
    return JSON.parse(localStorage.getItem(place(id, side)) || 'null');
  } catch {
    return null;
  }
}

function keep(id, side, what) {
  try {
    localStorage.setItem(place(id, side), JSON.stringify(what));
  } catch {
    throw new Error(
      'This browser stores nothing for pages, and a hand must be stored. ' +
        'Allow the page to store data, or play with loophole join.',
    );
  }
}

const fresh = () => hex(crypto.getRandomValues(new Uint8Array(32)));

// page identifies this page among all open pages of this browser.
const page = fresh();

/** bring creates the hand of a seat, or finds the existing one, and returns its public part. */
export function bring(id, side, match) {
  let mine = kept(id, side);
  if (mine?.match !== match) {
    mine = { match, root: fresh(), lines: 0, sum: '', given: null };
    keep(id, side, mine);
  }
  const { key, end } = secretOf(match, side, mine.root);
  return { key, end };
}

// question identifies what a line asks.
const question = e => JSON.stringify([e.at, e.text, e.clause, e.n, e.die, e.reading]);
const bare = ({ sig, consent, ...rest }) => rest;

// order is the order of the fields of a line; kinds lists the fields of each kind of line.
const order = 'kind by text at clause n die reading value faces key end consent sig'.split(' ');
const kinds = {
  act: 'by text sig',
  ask: 'by text at clause n die reading',
  reveal: 'by value sig',
  away: 'by value sig',
  roll: 'faces',
  again: 'faces',
  rekey: 'by key end consent sig',
  close: 'by consent sig',
  forfeit: 'by sig',
  typed: 'by faces sig',
};

// written returns an entry as text of its line, with the fields of its kind only.
function written(e) {
  const has = `kind ${kinds[e.kind]}`.split(' ');
  return JSON.stringify(Object.fromEntries(order.filter(f => has.includes(f) && e[f]).map(f => [f, e[f]])));
}

const whole = Number.isInteger;
const numbers = { n: whole, die: whole, faces: list => Array.isArray(list) && list.every(whole) };
const typed = e => Object.entries(e).every(([f, x]) => (numbers[f] ? numbers[f](x) : typeof x === 'string'));

// weak reports whether a key is of small order: then a signature by nobody would be valid.
const weak = key => verify(bytes(`01${'00'.repeat(63)}`), new Uint8Array(), bytes(key));

// holds verifies a signature. It is strict, like every other reader of these lines.
const holds = (sig, text, key) =>
  /^[0-9a-f]{128}$/.test(sig) && verify(bytes(sig), text, bytes(key), { zip215: false });

/** Lines follows the lines of a match one by one. An invalid line throws. */
export class Lines {
  constructor() {
    Object.assign(this, { count: 0, sum: '', match: '', away: '', seats: [], asked: null, rolls: [], closed: false });
    this.known = new Map(); // the roll of each question
    this.out = new Set(); // every end and value revealed so far
  }

  /**
   * take follows a line, given with the match and its terms. checked means that its signatures
   * were verified before.
   */
  take(line, told, checked) {
    const m = /^(.*),"sum":"([0-9a-f]{64})"\}$/s.exec(line);
    const need = (fits, why) => {
      if (!fits) throw new Error(`line ${this.count + 1}: ${why}`);
    };
    need(m && sum(`${this.sum}${m[1]}}`) === m[2], 'its checksum is wrong: this line or an earlier one was changed');
    const raw = `${m[1]}}`,
      e = JSON.parse(raw);
    if (this.count === 0) this.takeHeader(e, raw, told, need);
    else {
      need(!this.closed, 'nothing follows the end');
      need(Object.hasOwn(kinds, e.kind), `unknown kind ${JSON.stringify(e.kind)}`);
      need(typed(e) && written(e) === raw, 'it is not an entry in exactly the form that the program writes');
      if (e.kind === 'roll' || e.kind === 'again') this.takeRoll(e, need);
      else this.takeEntry(e, m[2], checked, need);
    }
    this.sum = m[2];
    this.count++;
  }

  // takeHeader follows the first line of a match.
  takeHeader(e, raw, { match, terms }, need) {
    const { away, wait, values } = e,
      hands = e.hands.map(({ seat, key, end }) => ({ seat, key, end })),
      tail = JSON.stringify({ match, hands, away, wait, values });
    need(
      raw === `{"loophole":"hands","format":1,"terms":${terms},${tail.slice(1)}`,
      'it is not a header in exactly the form that the program writes',
    );
    need(sum(terms) === match, 'the match is not the SHA-256 of its terms');
    need(['forfeit', 'server'].includes(away), `away is ${JSON.stringify(away)}; it is forfeit or server`);
    need(whole(wait) && wait >= 0, `wait is ${wait} seconds: give 0 or more`);
    need(
      values === undefined || (['act', 'typed'].includes(values) && away === 'forfeit'),
      `values is ${JSON.stringify(values)}; with away forfeit it is act, typed or left out`,
    );
    need(
      hands.length === (away === 'server' ? 3 : 2),
      'a match has two hands, and a third for the server if it may replace values',
    );
    Object.assign(this, { match, away, values: values || '', author: '', given: null });
    hands.forEach(({ seat, key, end }, i) => {
      need(
        seat && (seat === 'server') === (i === 2) && !this.seats.some(s => s.seat === seat),
        `hand ${i + 1} cannot have the name ${JSON.stringify(seat)}`,
      );
      const mine = { seat, renewed: 0 };
      this.seats.push(mine);
      this.startChain(mine, key, end, need);
    });
  }

  // startChain gives a hand a new chain.
  startChain(me, key, end, need) {
    need(digits.test(end), 'the end of a chain has 64 hexadecimal digits');
    need(!this.out.has(end), 'this end was already revealed: a chain serves one hand, once');
    need(digits.test(key), 'a key has 64 hexadecimal digits');
    need(!weak(key), 'anybody can sign under this key: make another one at random');
    need(!this.seats.some(s => s !== me && s.key === key), 'two hands have the same key');
    this.out.add(end);
    Object.assign(me, { key, end, last: end, used: 0, over: 0 });
  }

  // takeEntry follows a line that somebody writes. now is its checksum.
  takeEntry(e, now, checked, need) {
    const me = this.seats.find(s => s.seat === e.by),
      other = this.seats[me === this.seats[0] ? 1 : 0],
      owes = this.owes();
    need(me && (me === this.seats[2]) === (e.kind === 'away'), `there is no seat ${JSON.stringify(e.by)}`);
    if (e.kind !== 'ask' && !checked) {
      const { sig, ...rest } = e;
      need(
        holds(sig, H('sign', this.sum, JSON.stringify(rest)), e.key || me.key),
        `it is not signed by ${e.by} after the line before it`,
      );
      if (e.kind === 'close' || (e.kind === 'rekey' && (e.key || this.asked)))
        need(
          holds(e.consent, H('consent', this.sum, JSON.stringify(bare(e))), other.key),
          `${other.seat} has not consented to it`,
        );
    }
    if (['act', 'ask', 'close'].includes(e.kind)) need(!this.asked, 'the question before it has no faces yet');
    if (e.kind === 'act' || e.kind === 'close') Object.assign(this, { author: e.by, given: null });
    if (e.kind === 'ask') {
      need(e.n >= 1 && e.n <= 65536 && e.die >= 2 && e.die <= 100, `${e.n}D${e.die} cannot be rolled`);
      need(e.at, 'the question has no place');
      const was = this.known.get(question(e));
      this.asked = { entry: e, sum: now, values: [...(this.given || this.seats.map(() => ''))], absent: '', was };
    } else if (e.kind === 'reveal' || e.kind === 'away') {
      if (e.kind === 'reveal') need(owes === e.by, `no value of ${e.by} is owed`);
      else need(owes && !this.asked.absent, 'the server replaces only a value that is owed, and only one');
      need(
        digits.test(e.value) && this.hashBefore(me, e.value) === me.last,
        `the value is not the next one in the chain of ${me.seat}`,
      );
      if (e.kind === 'away') this.passOver(this.seats.find(s => s.seat === owes));
      this.asked.values[this.seats.indexOf(me)] = e.value;
      this.out.add(e.value);
      Object.assign(me, { last: e.value, used: me.used + 1, over: 0 });
    } else if (e.kind === 'rekey') {
      need(!this.asked || owes === e.by, `${e.by} has given its value for the open question`);
      this.startChain(me, e.key || me.key, e.end, need);
      me.renewed = e.key ? 0 : me.renewed + 1; // A new key has chains of its own.
    } else if (e.kind === 'typed') {
      const { entry: ask, was } = this.asked || {};
      need(this.values === 'typed' && ask?.by === e.by && !was, 'no typed dice are expected here');
      need(
        e.faces.length === ask.n && e.faces.every(f => f >= 1 && f <= ask.die),
        `found ${e.faces}; expected ${ask.n} faces from 1 to ${ask.die}`,
      );
      this.addRoll(e);
    } else if (e.kind === 'forfeit')
      need(this.away === 'forfeit' && owes === other.seat, `${other.seat} owes nothing, so it cannot forfeit the game`);
    if (e.kind === 'close' || e.kind === 'forfeit') this.closed = true;
  }

  // takeRoll follows a line with faces, which must follow from the values or repeat an earlier roll.
  takeRoll(e, need) {
    need(this.asked && !this.owes(), 'the faces cannot be known yet');
    const { entry: ask, sum: at, values, was } = this.asked;
    need(was || this.values !== 'typed', 'the dice of this question are typed');
    const want = was ? was.faces : faces(at, ask.n, ask.die, values);
    need(
      e.kind === (was ? 'again' : 'roll') && String(want) === String(e.faces),
      `found ${e.kind} ${e.faces}; expected ${was ? 'again' : 'roll'} ${want}`,
    );
    if (this.values === 'act' && !was) this.given = values;
    this.addRoll(e);
  }

  // addRoll notes the faces of the open question.
  addRoll(e) {
    const { entry: ask, values, absent, was } = this.asked;
    this.rolls.push({
      ask,
      faces: e.faces,
      again: e.kind === 'again',
      absent,
      values: was ? was.values : values,
      seats: this.seats.map(s => s.seat),
      line: this.count + 1,
    });
    this.known.set(question(ask), this.rolls.at(-1));
    this.asked = null;
  }

  // hashBefore returns the hash that a value leads to, which must be the seat's last value. It hashes
  // once more for each value that was passed over.
  hashBefore(seat, value) {
    let v = bytes(value);
    for (let n = 0; n <= seat.over; n++) v = step(seat.seat, this.match, v);
    return hex(v);
  }

  // passOver passes over the value that a seat owes. Others may know the value already, because it may
  // be on its way.
  passOver(seat) {
    this.asked.absent = seat.seat;
    seat.used++;
    seat.over++;
  }

  /** owes returns the seat whose value is owed, or "". */
  owes() {
    if (!this.asked || this.asked.was || this.closed || this.values === 'typed') return '';
    const order = this.values === 'act' && this.author === this.seats[1].seat ? [1, 0] : [0, 1],
      i = order.find(n => !this.asked.values[n] && this.seats[n].seat !== this.asked.absent);
    return i === undefined ? '' : this.seats[i].seat;
  }
}

/** Hand is a seat at a match or, without a side, a spectator. ask sends requests to the server. */
export class Hand {
  constructor({ id, side, token, ask }) {
    Object.assign(this, { id, side, token, ask, lines: new Lines(), fault: '', missing: false, secret: null });
    this.told = null; // the match and its terms
    this.texts = []; // the lines as they came
    this.checks = async () => {}; // fails if something differs from what this device computes
    this.last = Promise.resolve();
  }

  /** queue runs tasks one after another. */
  queue(task) {
    return (this.last = this.last.then(task, task));
  }

  get(path, options) {
    return this.ask(`matches/${this.id}/${path}`, { token: this.token, ...options });
  }

  // follow takes the new lines.
  async follow() {
    const was = this.mine()?.lines || 0;
    for (;;) {
      const got = await this.get(`hands?from=${this.lines.count + 1}`);
      if (got.terms) this.told = { match: got.match, terms: got.terms };
      this.takeLines(got.lines);
      if (this.lines.count >= got.count || !got.lines.length) break;
    }
    if (this.lines.count < was)
      this.stop(`the history ends at line ${this.lines.count}, but this browser has seen line ${was}`);
    this.findSecret();
  }

  // takeLines follows lines from the server, and stores how far this browser has seen them.
  takeLines(list) {
    const seen = this.mine();
    for (const line of list) {
      try {
        this.lines.take(line, this.told, this.lines.count < (seen?.lines || 0));
        this.texts.push(line);
      } catch (error) {
        this.stop(error.message);
      }
      if (seen?.lines === this.lines.count && seen.sum !== this.lines.sum)
        this.stop(`line ${this.lines.count} is not the one that this browser has seen`);
    }
    const mine = this.mine(); // another page may have continued
    if (mine && mine.lines < this.lines.count && !this.isElsewhere())
      keep(this.id, this.side, { ...mine, lines: this.lines.count, sum: this.lines.sum });
  }

  // stop ends the hand for good, because something is wrong.
  stop(why) {
    this.fault = why;
    throw new Error(why);
  }

  // requireRunning throws once the hand has stopped: even if the server shows the truth again, nothing
  // more is signed.
  requireRunning() {
    if (this.fault) throw new Error('This page has stopped.');
  }

  mine() {
    return this.side ? kept(this.id, this.side) : null;
  }

  /**
   * claim makes this page play the seat, and no other page of this browser: two would overwrite
   * each other's data.
   */
  claim() {
    if (this.side) localStorage.setItem(playing(this.id, this.side), page);
  }

  /**
   * isElsewhere reports whether another page of this browser plays the seat. If that one was closed,
   * this page takes over.
   */
  isElsewhere() {
    if (!this.side) return false;
    const who = localStorage.getItem(playing(this.id, this.side));
    if (!who) this.claim();
    return Boolean(who) && who !== page;
  }

  /** release lets another page play the seat. */
  release() {
    if (this.side && !this.isElsewhere()) localStorage.removeItem(playing(this.id, this.side));
  }

  // findSecret finds the secret of the present chain.
  findSecret() {
    const seat = this.lines.seats.find(s => s.seat === this.side);
    if (!seat) return;
    const mine = this.mine();
    if (mine && (this.secret?.end !== seat.end || this.secret.key !== seat.key))
      this.secret = secretOf(mine.match, this.side, mine.root, seat.renewed);
    this.missing = !mine || this.secret.end !== seat.end || this.secret.key !== seat.key;
    if (this.missing) this.secret = null;
  }

  /** left returns the number of rolls for which the chain has values. */
  left() {
    return Math.max(0, length - (this.lines.seats.find(s => s.seat === this.side)?.used || 0));
  }

  /** recovery returns the text that moves the hand to another browser. */
  recovery() {
    return (this.secret && this.mine()?.root) || '';
  }

  /**
   * recover takes the hand from the text of recovery. It returns what is wrong with the text, or
   * "".
   */
  recover(text) {
    const root = text.trim().toLowerCase(),
      seat = this.lines.seats.find(s => s.seat === this.side);
    if (!digits.test(root)) return 'A recovery line has 64 digits, 0 to 9 and a to f.';
    const s = secretOf(this.told.match, this.side, root, seat.renewed);
    if (s.key !== seat.key || s.end !== seat.end) return 'This recovery line belongs to another hand.';
    keep(this.id, this.side, {
      match: this.told.match,
      root,
      lines: this.lines.count,
      sum: this.lines.sum,
      given: null,
    });
    this.claim();
    this.findSecret();
    return '';
  }

  // put signs an entry and sends it.
  async put(entry) {
    const got = await this.get('hands', {
      method: 'POST',
      body: { sum: this.lines.sum, entry: this.secret.sign(this.lines.sum, entry) },
    });
    this.takeLines(got.lines);
    return got;
  }

  /**
   * sign signs an act and sends it. If after is given, the last line must have that checksum: after another line the
   * act would mean something else.
   */
  sign(entry, after) {
    return this.queue(async () => {
      this.requireRunning();
      await this.follow();
      if (this.missing) throw new Error('This browser does not have the hand of this seat, so it can sign nothing.');
      if (this.isElsewhere()) throw new Error('Another tab of this browser plays this seat.');
      if (after && this.lines.sum !== after) {
        throw new Error('Somebody else acted first. This is the current state.');
      }
      await this.checks();
      return this.put(entry);
    });
  }

  /** serve gives an owed value, renews a chain with few values left, and signs the end. */
  serve(state) {
    return this.queue(async () => {
      this.requireRunning();
      await this.follow();
      await this.checks();
      if (!this.secret || this.missing || this.isElsewhere()) return;
      for (let n = 0; n < 200 && this.lines.owes() === this.side; n++) await this.reveal();
      if (!this.lines.asked && !this.lines.closed && this.left() <= renewal.low) await this.renewChain();
      if (state().over && !this.lines.closed) await this.signEnd(state().hands);
    });
  }

  // reveal sends the next value of the chain.
  async reveal() {
    if (this.isElsewhere()) throw new Error('Another tab of this browser plays this seat.');
    const { asked } = this.lines,
      n = 1 + length - this.left(),
      mine = this.mine(),
      given = mine.given;
    if (n > length) throw new Error('The chain of this seat is used up. It is renewed when no question is open.');
    if (given?.end === this.secret.end && (n < given.n || (n === given.n && given.asked !== asked.sum)))
      this.stop('this seat gave this value for another question: somebody shows two histories');
    await this.checks();
    // This is kept before the value is sent, so that no value is given for two questions.
    keep(this.id, this.side, { ...mine, given: { end: this.secret.end, n, asked: asked.sum } });
    try {
      await this.put({ kind: 'reveal', by: this.side, value: this.secret.value(n) });
    } catch (error) {
      if (error.kind !== 'moved-on') throw error;
      await this.follow(); // another page of this browser has given it
    }
  }

  /** renew continues with a new chain under the same key. */
  renew() {
    return this.queue(async () => {
      this.requireRunning();
      await this.follow();
      if (!this.missing && !this.isElsewhere()) await this.renewChain();
    });
  }

  // renewChain sends the end of a new chain under the same key.
  async renewChain() {
    const { match, root } = this.mine(),
      n = this.lines.seats.find(s => s.seat === this.side).renewed + 1;
    await this.put({ kind: 'rekey', by: this.side, end: secretOf(match, this.side, root, n).end });
    this.findSecret();
  }

  // signEnd signs the end: the first side that a person plays asks, and the other consents.
  async signEnd({ offers, sum: after, writer }) {
    if (after !== this.lines.sum) return;
    const entry = { kind: 'close', by: writer },
      offer = offers.find(o => o.kind === 'close' && o.by === writer),
      consents = body => this.get('hands/consents', { method: 'POST', body: { sum: after, entry: body } });
    if (writer === this.side && offer?.consent) await this.put({ ...entry, consent: offer.consent });
    else if (writer === this.side && !offer) {
      const now = (await consents(entry)).offers.find(o => o.kind === 'close' && o.by === writer);
      if (now?.consent) await this.put({ ...entry, consent: now.consent });
    } else if (writer !== this.side && offer && !offer.consent)
      await consents({ ...entry, consent: this.secret.consent(after, entry) });
  }
}
