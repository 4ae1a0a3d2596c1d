// One match on this page: its state, its record, and the possible actions. Only the server
// decides; the page sends requests and shows what happens.
import { useEffect, useReducer, useRef } from './vendor/preact-htm.js';
import { Problem, ask, hasten, missing, newKey, request } from './api.js';
import { listen } from './live.js';
import { forget, known, remember } from './mymatches.js';
import { claim, claimedHere } from './claim.js';
import { checkOf } from './checking.js';
import { handOf } from './halves.js';
import { lobbyPlace } from './places.js';

// before reports whether a tag "SEQUENCE.REVISION.SEAT" is earlier than another.
function before(tag, than) {
  if (!tag || !than) return Boolean(than);
  const [a, b] = [tag, than].map(t =>
    t
      .replace(/^(W\/)?"/, '')
      .split('.')
      .map(Number),
  );
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}

export class Match {
  constructor(id, token, changed) {
    Object.assign(this, {
      id,
      token,
      changed,
      path: `matches/${id}`,
      state: null,
      tag: null,
      record: new Map(),
      link: 'connecting',
      error: null,
      busy: false,
      told: null, // the tag of the newest state that an event announced
      played: null, // the action that this page sent last, unless it sent something else since
      given: null, // the description of one's own action, from its answer
      doing: null,
      refused: null,
      still: null, // what is shown until the rolling dice lie still
      hand: null, // of two-hands dice
      gone: new AbortController(),
    });
  }

  async open() {
    missing.heard = () => this.changed();
    try {
      await this.refresh();
      const { you, hands } = this.state || {};
      if (you?.role === 'invited' || (you?.role === 'seat' && hands?.waits.includes(you.side)))
        return await claim(this.id, you.side, this.token, hands);
      await this.reread(1);
      if (hands && !hands.phones) {
        this.hand = await handOf(this);
        this.hand.checks = checkOf(this);
      }
    } catch (error) {
      if (error.status === 403 && claimedHere(this.token)) return;
      this.error = error;
      this.changed();
      return;
    }
    this.stop = listen(`/api/v1/${this.path}/events`, this.token, {
      from: () => this.last(),
      onEvent: (name, data) => this.heard(name, data),
      onStatus: link => {
        this.link = link;
        this.changed();
      },
      onSign: hasten,
    });
    this.serves();
    addEventListener('online', () => this.refresh().catch(() => {}), { signal: this.gone.signal });
  }

  close() {
    this.stop?.();
    this.gone.abort();
  }

  /** lost reports whether requests are repeated for lack of an answer. */
  lost() {
    return this.link === 'lost' || missing.many > 0;
  }

  last() {
    return Math.max(0, ...this.record.keys(), ...[...this.record.values()].map(e => e.unseen || 0));
  }

  entries() {
    return [...this.record.values()].sort((a, b) => a.seq - b.seq);
  }

  take(entries) {
    for (const e of entries) this.record.set(e.seq, e);
  }

  accept(state) {
    if (this.state && state.sequence < this.state.sequence) return; // an older answer arrived late
    this.outcome(this.state, state);
    this.state = state;
    if (state.you.role === 'invited') return;
    remember({ id: this.id, token: this.token, title: state.title, scenario: state.scenario, ruleset: state.ruleset });
  }

  // outcome keeps the result of an undo request that was refused. The record shows one that was
  // granted.
  outcome(was, is) {
    const by = was?.undo.asked_by;
    if (by && !is.undo.asked_by && was.sequence === is.sequence)
      this.refused = { position: is.position, side: is.sides.find(s => s !== by) };
    else if (is.undo.asked_by || this.refused?.position !== is.position) this.refused = null;
  }

  async refresh() {
    const { told } = this;
    const got = await request(this.path, { token: this.token, tag: this.tag, patient: true, within: 20_000 });
    if (got && !before(got.tag, this.tag)) {
      this.tag = got.tag;
      this.accept(got.body);
      // Some proxies take the tag away. An answer is as new as the news before its request.
      if (!got.tag && this.told === told) this.told = null;
    }
    this.changed();
  }

  async reread(from) {
    const { entries } = await ask(`${this.path}/record?from=${from}`, {
      token: this.token,
      patient: true,
      within: 20_000,
    });
    if (from <= 1) this.record.clear();
    this.take(entries);
    this.changed();
  }

  async heard(name, data) {
    // The page receives its own changes twice, by the answer and by an event, and draws them
    // once.
    if (name === 'entry') {
      this.take([data]);
      if (!this.busy) this.changed();
      return;
    }
    if (name === 'presence') {
      this.present = data;
      this.changed();
      return;
    }
    if (name === 'state') {
      await this.doing;
      if (data.tag === this.tag) return;
      this.told = data.tag;
    }
    if (this.behind) return; // another call fetches until it has the newest announced state
    this.behind = true;
    try {
      let vain = 0; // requests that brought nothing new
      do {
        if (vain) await new Promise(go => setTimeout(go, Math.min(300 * 2 ** vain, 8000)));
        const was = this.tag;
        await this.follow();
        vain = this.tag === was ? vain + 1 : 0;
      } while (before(this.tag, this.told) && !this.gone.signal.aborted);
    } finally {
      this.behind = false;
    }
    this.serves();
  }

  /** serves gives this seat's half of the dice while it is owed. */
  async serves() {
    const { hand } = this;
    if (!hand?.side || hand.fault || !this.state.hands) return;
    this.wanted = true; // lines that arrive meanwhile are served as well
    if (this.serving) return;
    this.serving = true;
    try {
      while (this.wanted) {
        this.wanted = false;
        const was = hand.lines.sum;
        await hand.serve(() => {
          const { hands, over, seats } = this.state;
          return { over, hands: { ...hands, writer: seats.find(s => !s.policy).side } };
        });
        if (hand.lines.sum !== was || hand.lines.sum !== this.state.hands.sum) await this.catchUp();
      }
    } catch (error) {
      if (!hand.fault && !this.gone.signal.aborted) setTimeout(() => this.serves(), 2000);
    } finally {
      this.serving = false;
      this.changed();
    }
  }

  /** takesOver makes this page play the seat instead of another page of this browser. */
  takesOver() {
    this.hand.claim();
    this.changed();
    return this.serves();
  }

  // catchUp fetches everything that came with lines of two-hands dice.
  async catchUp() {
    await this.refresh();
    await this.reread(this.last() + 1);
  }

  /** signs signs an act of this seat, and sends it. */
  signs(entry) {
    this.played = null;
    return (this.doing = this.signing(entry));
  }

  async signing(entry) {
    this.busy = true;
    this.error = null;
    this.changed();
    try {
      await this.hand.sign(entry, this.state.hands.sum);
      return true;
    } catch (error) {
      this.error = error;
      return false;
    } finally {
      await this.catchUp().catch(() => {});
      this.busy = false;
      this.changed();
      this.serves();
    }
  }

  /** renews continues the hand with a new chain. */
  async renews() {
    this.busy = true;
    this.changed();
    try {
      await this.hand.renew();
      await this.catchUp();
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  act(text) {
    return this.signs({ kind: 'act', by: this.state.you.side, text });
  }

  // follow fetches the present state. heard repeats it after an error.
  async follow() {
    try {
      await this.refresh();
      // A hidden entry may have become visible.
      if ([...this.record.values()].some(e => e.kind === 'unseen')) await this.reread(1);
    } catch (error) {
      if ([401, 403, 404].includes(error.status)) this.told = null; // the stream says so, too
    }
  }

  /** change sends a change of the match. It returns true, or false with the error kept. */
  change(path, body, method = 'POST') {
    this.played = null;
    return (this.doing = this.send(path, body, method));
  }

  async send(path, body, method) {
    this.busy = true;
    this.error = null;
    this.changed();
    try {
      const { body: played, tag } = await request(`${this.path}/${path}`, {
        method,
        token: this.token,
        body,
        key: method === 'POST' ? newKey() : undefined,
      });
      if (played?.state) {
        this.tag = tag;
        this.take(played.entries);
        this.accept(played.state);
        if (played.told) this.given = { told: played.told, upto: played.sequence };
      }
      return true;
    } catch (error) {
      if (error.kind === 'moved-on') error.message = 'Somebody else acted first. This is the current state.';
      this.error = error;
      if (error instanceof Problem && error.state) {
        this.tag = null;
        this.accept(error.state);
      }
      return false;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** play plays an action at a position. It is refused if somebody else has acted. */
  play(action, position = this.state.position) {
    const sent = this.hand ? this.act(`do ${action}`) : this.change('actions?told=true', { action, position });
    this.played = action;
    return sent;
  }
  answer(part) {
    if (this.hand) return this.act(`choose ${part.option}`);
    return this.change('answers?told=true', { question: this.state.begun?.question?.id, ...part });
  }
  undo() {
    if (this.hand) return this.act('undo');
    return this.change('undo');
  }
  redo() {
    if (this.hand) return this.act('redo');
    return this.change('redo');
  }
  resign(side) {
    if (this.hand) return this.act('resign');
    return this.change('resignation', { side });
  }
  consent(agree) {
    if (this.hand) return this.act(agree ? 'consent' : 'refuse');
    return this.change('undo/consent', { agree });
  }
  name(side, player) {
    return this.change(`seats/${encodeURIComponent(side)}/player`, { player }, 'PUT');
  }
  /** remove deletes the match, or asks the other side to. */
  async remove() {
    this.busy = true;
    this.changed();
    try {
      const { body } = await request(this.path, { method: 'DELETE', token: this.token });
      if (!body.deleted) return await this.refresh();
      known()
        .filter(m => m.id === this.id)
        .forEach(forget);
      location.assign(lobbyPlace);
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
      this.changed();
    }
    return undefined;
  }
  agree(side, agree) {
    return this.change(`seats/${encodeURIComponent(side)}/dice/consent`, { agree });
  }
  agreeToHints(agree) {
    return this.change('hints', { agree }, 'PUT');
  }
  setDice(side, part) {
    return this.change(`seats/${encodeURIComponent(side)}/dice`, part, 'PUT');
  }

  get(path, signal) {
    return ask(`${this.path}/${path}`, { token: this.token, signal, patient: true });
  }

  /** later is get for data that is shown only after the rolling dice lie still. */
  async later(path, signal) {
    await this.still;
    return this.get(path, signal);
  }

  clear() {
    this.error = null;
    this.refused = null;
    this.changed();
  }

  /** goesOn reports whether this device may act, in a match on two phones. */
  goesOn() {
    const p = this.state.hands?.phones;
    return !p || p.turn === p.side;
  }

  /** sits reports whether this page may act for a side, by its name. */
  sits(side) {
    const y = this.state.you;
    return y.role === 'table' || (y.role === 'seat' && y.side === side);
  }

  /** stopped reports whether this page signs nothing any more, because the server has shown something false. */
  stopped() {
    return Boolean(this.hand?.fault) && !this.state.over;
  }

  yours() {
    const s = this.state;
    return (
      !s.over &&
      !s.begun &&
      !s.hands?.waits.length &&
      this.goesOn() &&
      !this.stopped() &&
      !this.hand?.missing &&
      !this.hand?.isElsewhere() &&
      this.sits(s.turn)
    );
  }
}

/** useMatch opens a match and redraws the page when it changes. */
export function useMatch(id, token) {
  const [, changed] = useReducer(n => n + 1, 0);
  const kept = useRef(null);
  if (!kept.current) kept.current = new Match(id, token, () => changed());
  useEffect(() => {
    kept.current.open();
    return () => kept.current.close();
  }, []);
  return kept.current;
}
