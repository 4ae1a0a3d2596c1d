// A Match is a match as one seat sees it.
export class Match {
  #loophole;

  constructor(loophole, { id, sides, tokens, ...facts }, seat) {
    this.#loophole = loophole;
    Object.assign(this, { id, sides, tokens, secret: facts.secret });
    // One who plays both sides has the table; one who plays against a policy has the other side.
    this.seat = seat ?? (tokens.table ? 'table' : sides.find(side => tokens[side])) ?? 'spectator';
    if (!tokens[this.seat])
      throw new Error(`the match has no token for ${this.seat}: ${Object.keys(tokens).join(', ')}`);
  }

  // as returns the match as another seat sees it: a side, table or spectator.
  as(seat) {
    return new Match(this.#loophole, this, seat);
  }

  // ask answers a request of the API about this match: ask('GET', '/hint').
  ask(method, path, options = {}) {
    return this.#loophole.ask(method, `/matches/${this.id}${path}`, { token: this.tokens[this.seat], ...options });
  }

  state() {
    return this.ask('GET', '');
  }

  actions(piece) {
    return this.ask('GET', piece === undefined ? '/actions' : `/actions?${new URLSearchParams({ piece })}`);
  }

  play(action, { position, key } = {}) {
    return this.ask('POST', '/actions', { body: { action, position }, headers: key ? { 'Idempotency-Key': key } : {} });
  }

  // answer answers a question; without one, the question that is open.
  async answer({ question, ...answer }) {
    question ??= (await this.state()).begun?.question?.id ?? '0';
    return this.ask('POST', '/answers', { body: { question, ...answer } });
  }

  odds(action, { assume = [], trials, seed } = {}) {
    const query = new URLSearchParams({ action });
    for (const option of [assume].flat()) query.append('if', option);
    if (trials !== undefined) query.set('trials', trials);
    if (seed !== undefined) query.set('seed', seed);
    return this.ask('GET', `/odds?${query}`);
  }

  undo() {
    return this.ask('POST', '/undo');
  }

  redo() {
    return this.ask('POST', '/redo');
  }

  // resign gives the match up for a side, and the other side wins. One who plays both sides names the side.
  async resign(side) {
    if (side === undefined && this.seat === 'table')
      throw new TypeError(`resign needs the side that resigns: ${this.sides.join(' or ')}`);
    return this.ask('POST', '/resignation', { body: { side: side ?? this.seat } });
  }

  // hint suggests the best actions to the side that decides. It also evaluates an action.
  hint(action) {
    return this.ask('GET', action === undefined ? '/hint' : `/hint?${new URLSearchParams({ action })}`);
  }

  // analysis separates luck from play, once the game is over.
  analysis({ luck } = {}) {
    return this.ask('GET', luck === undefined ? '/analysis' : `/analysis?${new URLSearchParams({ luck })}`);
  }

  // step returns the position after a number of actions.
  step(n) {
    return this.ask('GET', `/steps/${n}`);
  }

  // record lists the entries of the record that this seat may know.
  async record(from = 1) {
    return (await this.ask('GET', `/record?from=${from}`)).entries;
  }

  // file returns the sealed record as JSON Lines, once the game is over.
  file() {
    return this.ask('GET', '/record.jsonl');
  }

  delete() {
    return this.ask('DELETE', '');
  }

  // copy returns the match as a file, for keep.
  copy() {
    return this.#loophole.copy(this.id);
  }

  // events yields what happens: { event, id, data }. Without from, only what is new.
  async *events({ from } = {}) {
    const query = from === undefined ? '' : `?from=${from}`;
    let text = '';
    for await (const piece of this.#loophole.listen(`/matches/${this.id}/events${query}`, {
      token: this.tokens[this.seat],
    })) {
      const blocks = (text + piece).split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const lines = block.split('\n').filter(line => !line.startsWith(':'));
        const field = name =>
          lines
            .filter(l => l.startsWith(`${name}: `))
            .map(l => l.slice(name.length + 2))
            .join('\n');
        if (field('event')) yield { event: field('event'), id: field('id'), data: JSON.parse(field('data') || 'null') };
      }
    }
  }

  // wait waits until this seat must act or the game is over, and returns the state.
  async wait() {
    const due = s => s.over || (s.begun?.question ? s.begun.yours : this.seat === 'table' || s.turn === this.seat);
    let state = await this.state();
    if (due(state)) return state;
    for await (const { event } of this.events()) {
      if (event === 'state' && due((state = await this.state()))) break;
    }
    return state;
  }
}
