// What a test sees of a page. It is put into every page before anything else.
globalThis.eyes = {
  /** all lists the elements of a selector that are to be seen, whose text holds what is wanted. */
  all(selector, text = '', root = document) {
    return [...root.querySelectorAll(selector)].filter(e => (e.localName === 'title' || e.checkVisibility() && e.getBoundingClientRect().width > 0) && (e.textContent.includes(text) || (e.getAttribute('aria-label') || '').includes(text)));
  },

  text(selector) { return this.all(selector).map(e => e.textContent.replace(/\s+/g, ' ').trim()).join(' | '); },

  /** until waits for something that is true, and returns it. */
  async until(see, what, ms) {
    const end = performance.now() + ms;
    for (;;) {
      const seen = see();
      if (seen) return seen;
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
      await new Promise(go => setTimeout(go, 16));
    }
  },

  /** aim returns the middle of an element once it lies still and nothing lies over it. */
  aim(selector, text, nth, ms) {
    let was = '', why = 'it is not there';
    return this.until(() => {
      const e = this.all(selector, text)[nth];
      if (!e) { why = 'it is not there'; was = ''; return null; }
      if (e.disabled) { why = 'it is disabled'; return null; }
      const box = () => { const r = e.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2, w: r.width, h: r.height }; };
      let at = box();
      if (at.x < 1 || at.y < 1 || at.x > innerWidth - 1 || at.y > innerHeight - 1 || !this.top(e, at)) { e.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' }); at = box(); }
      const over = this.top(e, at) ? null : document.elementFromPoint(at.x, at.y);
      if (over || !this.top(e, at)) { why = `it lies under ${over ? over.outerHTML.slice(0, 80) : 'nothing'} at ${at.x},${at.y}`; was = ''; return null; }
      const now = JSON.stringify(at);
      if (now !== was) { was = now; why = 'it moves'; return null; }
      return at;
    }, { toString: () => `${selector} ${text}: ${why}` }, ms);
  },

  /** top reports whether a point belongs to an element, or to what names it. */
  top(e, at) {
    const hit = document.elementFromPoint(at.x, at.y);
    return Boolean(hit) && (e.contains(hit) || hit.closest('label')?.control === e);
  },

  /** stand tells what the table waits for, or nothing while it works. */
  stand() {
    const banner = this.all('.banner h2')[0];
    if (banner) return { kind: 'over' };
    const asked = this.all('.decision:not(.waiting)')[0];
    if (asked) {
      if (this.all('.decision button', 'Clear')[0]?.disabled) return null;
      const dice = asked.querySelectorAll('.faces input').length, options = asked.querySelectorAll('.options button:not(:disabled)').length;
      if (dice) return { kind: 'dice', many: dice, line: asked.querySelector('.line').textContent };
      return options ? { kind: 'choice', many: options } : null;
    }
    if (this.all('.decision.waiting, .preview')[0]) return null;
    const actions = this.all('.actions')[0];
    if (!actions || actions.getAttribute('aria-busy') === 'true' || actions.classList.contains('stale')) return null;
    if (!this.all('.your-turn')[0] && !/^Choose a piece/.test(this.text('.actions-head')) && !this.all('.actions-head button')[0]) return null;
    if (/It is for/.test(this.text('.actions-head'))) return null;
    const texts = selector => this.all(selector).map(e => e.textContent);
    const act = { kind: 'act', chosen: Boolean(this.all('.actions-head button')[0]), able: texts('.able button').map(s => s.replace(/\s*\d+$/, '')), lines: texts('.group .act .line'), phase: this.text('.status') };
    return act.chosen || act.able.length || act.lines.length ? act : null; // Somebody can always do something; the list is on its way.
  },

  /** settled is what the table waits for, once it is the same for a while. */
  settled(ms) {
    let was = '', since = 0;
    return this.until(() => {
      const now = JSON.stringify(this.stand());
      if (now !== was) { was = now; since = performance.now(); }
      return now !== 'null' && performance.now() - since > 50 ? JSON.parse(now) : null;
    }, 'the table', ms);
  },

  /** wide names what makes the page wider than the window, if something does. */
  wide() {
    const most = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= most) return '';
    return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > most + 1).slice(0, 5).map(e => `${e.tagName}.${e.className.baseVal ?? e.className}`).join(', ') || 'the page';
  },

  /** small lists the controls that a finger would miss. Words of a running text are exempt, as WCAG 2.5.8 has it. */
  small(least) {
    return this.all('button, a.button, select, input:not([type=hidden]), textarea, summary, [role=tab], nav a').filter(e => {
      if (e.matches('button.cite, [type=radio], [type=checkbox]')) return false;
      return e.getBoundingClientRect().height < least - 0.5;
    }).map(e => `${e.tagName.toLowerCase()}.${e.className} "${(e.textContent || e.getAttribute('aria-label') || '').trim().slice(0, 24)}" ${Math.round(e.getBoundingClientRect().height)} px`);
  },
};
