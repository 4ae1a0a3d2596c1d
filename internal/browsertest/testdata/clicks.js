// Somebody who clicks about in the form of the bench, and looks whether the answer
// is to the question that the form shows.
globalThis.clicks = {
  /** ask notes what the server says that it answered, of all that the page asks. */
  listen() {
    const usual = globalThis.fetch;
    globalThis.fetch = async (...what) => {
      if (!/\/odds\?/.test(String(what[0]))) return usual(...what);
      this.answered = null;
      const answer = await usual(...what);
      const told = await answer.clone().json();
      this.answered = answer.ok ? told.situation : null;
      this.asked = decodeURIComponent(String(what[0]).replace(/.*\/procedures\//, ''));
      return answer;
    };
  },

  /** dice are the same for the same seed. */
  dice(seed) {
    return n => {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) % n;
    };
  },

  rest: ms => new Promise(go => setTimeout(go, ms)),

  fields: () =>
    [...document.querySelectorAll('.form-of-a .situation .field[data-path]')].map(e => ({
      e,
      path: e.dataset.path,
      input: e.querySelector('select, input'),
    })),

  // act does one thing in the form: a member more or fewer, another value, or one taken back.
  async act(roll) {
    const sizes = [...document.querySelectorAll('.form-of-a fieldset.list > .row button:not(:disabled)')],
      resets = [...document.querySelectorAll('.form-of-a .situation .reset')];
    const kind = roll(4);
    if (kind < 2 && sizes.length) sizes[roll(sizes.length)].click();
    else if (kind === 2 && resets.length) resets[roll(resets.length)].click();
    else {
      const all = this.fields(),
        { input } = all[roll(all.length)];
      if (input.localName === 'select') input.value = input.options[roll(input.options.length)].value;
      else
        input.value = String(
          Math.min(Number(input.max || 99), Math.max(Number(input.min || 0), Number(input.value) + roll(3) - 1)),
        );
      input.dispatchEvent(new Event(input.localName === 'select' ? 'change' : 'input', { bubbles: true }));
      if (input.localName !== 'select') input.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await this.rest(5);
  },

  // settled waits for the answer to all that was done.
  async settled() {
    await this.rest(10);
    await eyes.until(() => document.querySelector('.answer[aria-busy=false]'), 'the answer', 60_000);
  },

  at(tree, path) {
    for (const part of path.split('.')) tree = Array.isArray(tree) ? tree[Number(part) - 1] : tree?.[part];
    return tree === true ? 'yes' : tree === false ? 'no' : tree === undefined ? undefined : String(tree);
  },

  // places lists the paths of a situation.
  places(tree, path = '') {
    if (tree === null || typeof tree !== 'object') return [path];
    return Object.entries(tree).flatMap(([k, v]) =>
      this.places(v, [...(path ? [path] : []), Array.isArray(tree) ? Number(k) + 1 : k].join('.')),
    );
  },

  // differs says where the form shows another question than the one that was answered.
  differs() {
    const shown = new Map(this.fields().map(f => [f.path, f])),
      out = [];
    for (const { path, input } of shown.values()) {
      const nothing = input.localName === 'select' ? input.options[0].value : '0'; // a member without anything is none
      const answered = this.at(this.answered, path) ?? nothing;
      if (input.value !== answered) out.push(`${path} is shown as ${input.value} and answered as ${answered}`);
    }
    for (const path of this.places(this.answered))
      if (!shown.has(path)) out.push(`${path} is answered as ${this.at(this.answered, path)} and not shown`);
    for (const list of document.querySelectorAll('.form-of-a fieldset.list')) {
      const many = Number(list.querySelector('.row b').textContent),
        answered = list.dataset.list.split('.').reduce((t, k) => t[k], this.answered).length;
      if (many < answered) out.push(`${list.dataset.list} has ${many} members as shown and ${answered} as answered`);
    }
    return out.length ? `${this.asked}: ${out.join('; ')}` : '';
  },

  /** walk clicks about from one example, and returns how it was answered and what differs. */
  async walk(example, seed, acts) {
    const roll = this.dice(seed),
      pick = [...document.querySelectorAll('.form-of-a select')].find(s =>
        [...s.options].some(o => o.value === example),
      );
    pick.value = example;
    pick.dispatchEvent(new Event('change', { bubbles: true }));
    await this.rest(5);
    const all = document.querySelector('.form-of-a .situation > .row button[aria-pressed=false]');
    all?.click();
    await this.rest(5);
    for (let turn = acts; turn >= 0; turn--) {
      // Of fewer acts more are lawful.
      for (let i = 0; i < turn; i++) await this.act(roll);
      await this.settled();
      if (this.answered) return { answered: true, acts: turn, differs: this.differs() };
      [...document.querySelectorAll('.form-of-a .situation > .row button')]
        .find(b => b.textContent === 'Back to the example')
        ?.click();
    }
    return { answered: false, acts, differs: '' };
  },
};
clicks.listen();
