// What a test sees of a page. It is put into every page before anything else.
globalThis.eyes = {
  /** all lists the elements of a selector that are to be seen, whose text holds what is wanted. */
  all(selector, text = '', root = document) {
    return [...root.querySelectorAll(selector)].filter(
      e =>
        (e.localName === 'title' || (e.checkVisibility() && e.getBoundingClientRect().width > 0)) &&
        (e.textContent.includes(text) || (e.getAttribute('aria-label') || '').includes(text)),
    );
  },

  text(selector) {
    return this.all(selector)
      .map(e => e.textContent.replace(/\s+/g, ' ').trim())
      .join(' | ');
  },

  /** heard lists the last presses that arrived, for the message of a test that waits in vain. */
  heard: [],

  hears(e) {
    this.heard = [
      ...this.heard.slice(-5),
      `${e.type} on ${e.target.localName}.${e.target.className?.baseVal ?? e.target.className ?? ''}`,
    ];
  },

  /** until waits for something that is true, and returns it. What is looked at may not be there yet. */
  async until(see, what, ms) {
    const end = performance.now() + ms;
    for (;;) {
      let failed = '';
      try {
        const seen = see();
        if (seen) return seen;
      } catch (e) {
        failed = `: ${e}`;
      }
      if (performance.now() > end)
        throw new Error(`waited in vain for ${what}${failed}; last heard: ${this.heard.join(', ') || 'no press'}`);
      await new Promise(go => setTimeout(go, 40));
    }
  },

  /** aim returns the middle of an element once it lies still and nothing lies over it. */
  aim(selector, text, nth, ms) {
    let was = '',
      why = 'it is not there';
    return this.until(
      () => {
        const e = this.all(selector, text)[nth];
        if (!e) {
          why = 'it is not there';
          was = '';
          return null;
        }
        if (e.disabled) {
          why = 'it is disabled';
          return null;
        }
        const box = () => {
          const r = e.getBoundingClientRect();
          return this.free(e, { x: r.x + r.width / 2, y: r.y + r.height / 2, w: r.width, h: r.height });
        };
        let at = box();
        if (at.x < 1 || at.y < 1 || at.x > innerWidth - 1 || at.y > innerHeight - 1 || !this.top(e, at)) {
          e.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
          at = box();
        }
        const over = this.top(e, at) ? null : document.elementFromPoint(at.x, at.y);
        if (over || !this.top(e, at)) {
          why = `it lies under ${over ? over.outerHTML.slice(0, 80) : 'nothing'} at ${at.x},${at.y}`;
          was = '';
          return null;
        }
        const now = JSON.stringify(at);
        if (now !== was) {
          was = now;
          why = 'it moves';
          return null;
        }
        this.missed = false;
        addEventListener(
          'pointerdown',
          press => {
            this.missed = !(e.contains(press.target) || press.target.closest('label')?.control === e);
          },
          { capture: true, once: true },
        );
        return at;
      },
      { toString: () => `${selector} ${text}: ${why}` },
      ms,
    );
  },

  /** free is the middle of what is drawn on the plan, or another point of it where nothing lies over that. */
  free(e, at) {
    if (!e.ownerSVGElement || this.top(e, at)) return at;
    for (const u of [0, -0.3, 0.3, -0.42, 0.42])
      for (const v of [0.34, -0.34, 0.2, -0.2, 0.42, -0.42, 0]) {
        const p = { ...at, x: at.x + u * at.w, y: at.y + v * at.h };
        if (this.top(e, p)) return p;
      }
    return at;
  },

  /** top reports whether a point belongs to an element, or to what names it. */
  top(e, at) {
    const hit = document.elementFromPoint(at.x, at.y);
    return Boolean(hit) && (e.contains(hit) || hit.closest('label')?.control === e);
  },

  /** stand tells what the table waits for, or nothing while it works. That it waits for somebody else is told only where others is wanted, and for halves of dice or an answer where they are. */
  stand(others) {
    if (this.all('.tray-go')[0]) return { kind: 'tray' };
    const banner = this.all('.banner h2')[0];
    if (banner) return { kind: 'over' };
    const asked = this.all('.decision:not(.waiting)')[0];
    if (asked) {
      if (this.all('.decision button', 'Let the program roll')[0]?.disabled) return null;
      const dice = asked.querySelectorAll('.slots button').length,
        options = asked.querySelectorAll('.options button:not(:disabled)').length;
      if (dice) return { kind: 'dice', many: dice, line: asked.querySelector('.line-said').textContent };
      return options ? { kind: 'choice', many: options } : null;
    }
    if (this.all('.decision.waiting')[0]) return others === 'halves' ? { kind: 'others' } : null;
    const ready = this.all('.preview .line')[0];
    if (ready)
      return this.all('.confirm .main:not(:disabled)')[0] && !this.text('.preview').includes('Working out')
        ? { kind: 'ready', line: ready.dataset.line }
        : null;
    const actions = this.all('.actions')[0],
      head = this.text('.actions-head');
    if (
      !actions ||
      actions.getAttribute('aria-busy') === 'true' ||
      actions.classList.contains('stale') ||
      this.all('.ways.waits')[0]
    )
      return null;
    if (/Waiting for|The match begins when|This page has stopped/.test(head)) return others ? { kind: 'others' } : null;
    const data = (selector, of) => this.all(selector).map(e => e.dataset[of]);
    const act = {
      kind: 'act',
      chosen: Boolean(this.all('.actions-head button')[0]),
      able: data('.able button', 'able'),
      lines: data('.ways .way, .choose .chips [data-line]', 'line'),
      lit: data('.plan-drawing [data-lit]', 'lit'),
      tags: data('.tag', 'tag'),
      phase: this.text('.status'),
    };
    return act.chosen || act.able.length || act.lines.length ? act : null; // Somebody can always do something; the list is on its way.
  },

  /** settled is what the table waits for, once it is the same for a while: longer where one piece alone can act, or one thing alone can be done, which the page chooses by itself. */
  settled(ms, others) {
    let was = '',
      since = 0;
    return this.until(
      () => {
        const stand = this.stand(others),
          now = JSON.stringify(stand);
        if (now !== was) {
          was = now;
          since = performance.now();
        }
        const alone =
          stand?.kind === 'act' &&
          ((!stand.chosen && stand.able.length === 1) || (!stand.able.length && stand.lines.length === 1));
        return stand && performance.now() - since > (alone ? 500 : 50) ? stand : null;
      },
      'the table',
      ms,
    );
  },

  /** wide names what makes the page wider than the window, if something does. */
  wide() {
    const most = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= most) return '';
    return (
      [...document.querySelectorAll('body *')]
        .filter(e => e.getBoundingClientRect().right > most + 1)
        .slice(0, 5)
        .map(e => `${e.tagName}.${e.className.baseVal ?? e.className}`)
        .join(', ') || 'the page'
    );
  },

  /** small lists the controls that a finger would miss. Words of a running text are exempt, as WCAG 2.5.8 has it. */
  small(least) {
    return this.all('button, a.button, select, input:not([type=hidden]), textarea, summary, [role=tab], nav a')
      .filter(e => {
        if (e.matches('button.cite, button.swaps, [type=radio], [type=checkbox]')) return false;
        return e.getBoundingClientRect().height < least - 0.5;
      })
      .map(
        e =>
          `${e.tagName.toLowerCase()}.${e.className} "${(e.textContent || e.getAttribute('aria-label') || '').trim().slice(0, 24)}" ${Math.round(e.getBoundingClientRect().height)} px`,
      );
  },

  /** little reports whether a house is drawn too small for a counter that can be read to stand clear of its walls. */
  little(house, walls) {
    const own = walls.filter(w => w.text === house),
      wide = by => Math.max(...own.map(by)) - Math.min(...own.map(by));
    return Boolean(house) && (wide(w => w.x1) < 52 || wide(w => w.y1) < 46);
  },

  /** drawn lists what is drawn on the plan, each with its box: words, counters, openings, buttons, and walls as stretches. */
  drawn() {
    const frame = document.querySelector('.plan-drawing').getBoundingClientRect();
    // A line of text is taller than its letters.
    const box = (e, in_ = 0, sink = 0) => {
      const r = e.getBoundingClientRect();
      return { x: r.x + in_, y: r.y + r.height * sink, w: r.width - 2 * in_, h: r.height * (1 - 2 * sink) };
    };
    const list = (kind, selector, in_, sink) =>
      this.all(selector).map(e => ({
        kind,
        of: e.closest('.piece')?.dataset.piece || '',
        house: e.closest('.piece')?.dataset.house,
        fan: e.closest('.piece')?.dataset.fan,
        heap: e.closest('.piece')?.dataset.heap,
        text: e.textContent.trim() || e.closest('.piece')?.dataset.piece || '',
        ...box(e, in_, sink),
      }));
    const walls = this.all('.building .walls').flatMap(e => {
      const points = e
        .getAttribute('d')
        .slice(1)
        .replace('Z', '')
        .split('L')
        .map(p => {
          const q = new DOMPoint(...p.split(' ').map(Number)).matrixTransform(e.getScreenCTM());
          return [q.x, q.y];
        });
      const name = e.closest('.building').getAttribute('aria-label').split(';')[0];
      return points.map((p, i) => {
        const q = points[(i + 1) % points.length];
        return { kind: 'wall', text: name, x1: p[0], y1: p[1], x2: q[0], y2: q[1] };
      });
    });
    return {
      frame,
      walls,
      words: list('name', '.counter-name', 1, 0.16).concat(
        list('tag', '.counter-tag', 1, 0.16),
        list('label', '.labels text', 1, 0.16),
      ),
      bodies: list('counter', '.plan-drawing .counter-body', 1, 0.03),
      badges: list('badge', '.plan-drawing .counter-floor circle', 1, 0),
      numbers: list('number', '.plan-drawing .counter-strength', 1, 0.2),
      doors: list('opening', '.opening .gap', 1, 0),
      buttons: list('button', '.plan-tools button', 0, 0),
    };
  },

  /** covered names what lies over each other on the plan, and what is cut off at its edge. */
  covered() {
    const { frame, walls, words, bodies, badges, numbers, doors, buttons } = this.drawn(),
      out = [],
      roomy = bodies.filter(b => !this.little(b.house, walls));
    // What lies over another thing beyond the window is not seen.
    const over = (a, b) =>
      Math.min(a.x + a.w, b.x + b.w, frame.right) - Math.max(a.x, b.x, frame.x) > 0.5 &&
      Math.min(a.y + a.h, b.y + b.h, frame.bottom) - Math.max(a.y, b.y, frame.y) > 0.5;
    // A map of which a part is shown goes on beyond the window and below the buttons; those who can act are seen whole.
    const part = document.querySelector('.plan').dataset.part,
      ready = new Set(this.all('.piece.ready').map(e => e.dataset.piece));
    const whole = part ? a => a.kind === 'counter' && ready.has(a.of) : () => true;
    const pairs = (some, others) =>
      some.forEach((a, i) =>
        others.forEach((b, k) => {
          if ((some !== others || k > i) && !(a.fan && a.fan === b.fan) && over(a, b))
            out.push(`the ${a.kind} ${a.text} lies over the ${b.kind} ${b.text}`);
        }),
      );
    pairs(words, words);
    pairs(words, bodies);
    pairs(words, doors);
    pairs(words.filter(whole), buttons);
    pairs(words, badges);
    pairs(bodies, bodies);
    pairs(roomy, doors);
    pairs(bodies.filter(whole), buttons);
    // Counters may lie like a hand of cards, as long as their numbers are seen.
    for (const n of numbers)
      if (
        !n.heap &&
        bodies.findIndex(b => b.of === n.of) <
          bodies.findLastIndex(b => b.fan && b.fan === n.fan && b.of !== n.of && over(b, n))
      )
        out.push(`the strength of ${n.of} lies under another counter`);
    for (const a of [...words, ...bodies].filter(whole))
      if (a.x < frame.x - 1 || a.y < frame.y - 1 || a.x + a.w > frame.right + 1 || a.y + a.h > frame.bottom + 1)
        out.push(`the ${a.kind} ${a.text} is cut off at the edge of the plan`);
    return out;
  },

  /** astray names the counters that are not drawn where they stand: an occupant out of the walls of its structure, or one of the open within those of any. */
  astray() {
    const { frame, bodies, walls } = this.drawn(),
      houses = Map.groupBy(walls, w => w.text),
      out = [];
    // A map of which a part is shown goes on beyond the window: what has its middle there is not seen.
    const seen = b =>
      b.x + b.w / 2 > frame.x && b.x + b.w / 2 < frame.right && b.y + b.h / 2 > frame.y && b.y + b.h / 2 < frame.bottom;
    const within = (x, y, house) =>
      house.filter(w => w.y1 > y !== w.y2 > y && x < ((w.x2 - w.x1) * (y - w.y1)) / (w.y2 - w.y1) + w.x1).length % 2 ===
      1;
    const home = b => within(b.x + b.w / 2, b.y + b.h / 2, houses.get(b.house));
    for (const b of bodies.filter(seen)) {
      const points = [0, 0.25, 0.5, 0.75, 1].flatMap(u =>
        [0, 0.25, 0.5, 0.75, 1].map(v => [b.x + b.w * u, b.y + 1 + (b.h - 2) * v]),
      );
      // What is too small for any counter is told by the counter that lies over it, or by a heap over one of several beside each other.
      if (this.little(b.house, walls)) {
        if (!home(b) && !(b.heap && bodies.some(x => x.fan === b.fan && x.house && home(x))))
          out.push(`${b.of} is not drawn over ${b.house}`);
        continue;
      }
      if (b.house && !points.every(p => within(...p, houses.get(b.house))))
        out.push(`${b.of} is not drawn within ${b.house}`);
      for (const [name, house] of houses)
        if (!b.house && points.some(p => within(...p, house)))
          out.push(`${b.of} stands outdoors and is drawn within ${name}`);
    }
    return out;
  },

  /** crossing names the pieces whose words lie over a wall of a house in which they do not stand. */
  crossing() {
    const { words, walls } = this.drawn();
    return words
      .filter(
        a =>
          a.of &&
          walls.some(w => {
            if (a.house === w.text) return false;
            for (let i = 0; i <= 200; i++) {
              const x = w.x1 + ((w.x2 - w.x1) * i) / 200,
                y = w.y1 + ((w.y2 - w.y1) * i) / 200;
              if (x > a.x + 1 && x < a.x + a.w - 1 && y > a.y && y < a.y + a.h) return true;
            }
            return false;
          }),
      )
      .map(a => `the ${a.kind} of ${a.of} lies over a wall of others`);
  },

  /** shortened names the pieces whose names are not written out on the plan, or that do not tell the whole name when they are pointed at. */
  shortened(toldSuffices) {
    return this.drawn()
      .words.filter(w => w.text.includes('…') && w.kind === 'name')
      .filter(w => {
        const piece = this.all('.piece').find(e => e.dataset.piece === w.of);
        return !toldSuffices || !piece.querySelector('title').textContent.startsWith(piece.dataset.title);
      })
      .map(w => `the name of ${w.of} is shortened to ${w.text}`);
  },

  /** cut names the lines of text that are wider than what holds them, and cannot be scrolled. What a touch target adds around a word is no text. */
  cut() {
    const texts = this.all('button, a, h1, h2, h3, h4, summary, label, p, li, td, th, dt, dd, legend, span, code, b');
    const told = e => {
      const r = document.createRange(),
        seen = [...e.childNodes].filter(n => !n.classList?.contains('voice'));
      r.setStartBefore(seen[0]);
      r.setEndAfter(seen.at(-1));
      return r.getBoundingClientRect();
    };
    return texts
      .filter(e => {
        if (
          e.closest('svg, .voice') ||
          getComputedStyle(e).clipPath !== 'none' ||
          getComputedStyle(e).display === 'inline'
        )
          return false;
        return !e.closest('.scroll, .tabled, pre') && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
      })
      .map(e => ({ e, text: told(e), box: e.getBoundingClientRect() }))
      .filter(x => x.box.width > 0 && (x.text.right > x.box.right + 2 || x.text.left < x.box.left - 2))
      .map(
        x =>
          `${x.e.localName}.${x.e.className} "${x.e.textContent.trim().slice(0, 40)}" is cut off: ${Math.round(x.text.width)} of ${Math.round(x.box.width)} px`,
      );
  },

  /** lost names the controls outside of the window that no scrolling reaches. */
  lost() {
    const rolls = e => {
      for (let x = e.parentElement; x; x = x.parentElement)
        if (
          (/auto|scroll/.test(getComputedStyle(x).overflowY) && x.scrollHeight > x.clientHeight) ||
          (x === document.documentElement && x.scrollHeight > innerHeight)
        )
          return true;
      return false;
    };
    const slides = e => {
      for (let x = e.parentElement; x; x = x.parentElement)
        if (
          /auto|scroll/.test(getComputedStyle(x).overflowX) &&
          x.scrollWidth > x.clientWidth &&
          x.getBoundingClientRect().right <= innerWidth + 1
        )
          return true;
      return false;
    };
    return this.all('button, a, select, input, summary, [role=tab]')
      .filter(e => {
        const r = e.getBoundingClientRect();
        if (slides(e)) return false;
        return (
          !e.closest('.voice') &&
          (r.right > innerWidth + 1 || r.left < -1 || ((r.bottom > innerHeight + 1 || r.top < -1) && !rolls(e)))
        );
      })
      .map(
        e =>
          `${e.localName}.${e.className} "${(e.textContent || e.getAttribute('aria-label') || '').trim().slice(0, 30)}" is out of the window`,
      );
  },

  /** rest waits until the page does not change any more. */
  async rest() {
    let was = '',
      since = 0;
    await this.until(
      () => {
        const now = document.body.innerHTML,
          plan = document.querySelector('.plan-drawing');
        if (now !== was || (plan && Math.abs(plan.viewBox.baseVal.width - plan.getBoundingClientRect().width) > 1)) {
          was = now;
          since = performance.now();
        }
        return performance.now() - since > 120;
      },
      'the page to come to rest',
      20000,
    );
  },

  /** faults lists what keeps a page from being read, once it has come to rest. */
  async faults() {
    await this.rest();
    const wide = this.wide();
    return [
      ...(wide ? [`wider than the window: ${wide}`] : []),
      ...this.cut(),
      ...this.lost(),
      ...(document.querySelector('.plan-drawing') ? [...this.covered(), ...this.astray()] : []),
    ];
  },
};
for (const kind of ['pointerdown', 'pointerup', 'click']) addEventListener(kind, e => eyes.hears(e), true);
