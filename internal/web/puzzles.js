// The puzzles: the list, and one puzzle at its own address.
import { html, show, Bar, Trouble, useLoad } from './shell.js';
import { ask, books } from './api.js';
import { SideName } from './counter.js';
import { Patterns } from './terrain.js';
import { counted } from './number.js';
import { Puzzle } from './puzzle.js';
import { answers, isSolved } from './solved.js';
import { puzzleHere, puzzlePlace, puzzlesPlace } from './places.js';

const id = puzzleHere();

const said = { solved: 'solved', later: 'solved later', missed: 'missed' };

// Row is a puzzle of the list.
function Row({ p, how }) {
  return html`<li class=${`puzzle-row ${how || 'open'}`}><a href=${puzzlePlace(p.id)}>
    <span class="puzzle-number" aria-hidden="true">${p.id.split('-').pop()}</span>
    <span class="puzzle-what"><b>${p.title}</b><span class="puzzle-facts"><${SideName}
      sides=${[p.side, p.side]} side=${p.turn} />
      <span>${counted(p.legal, 'actions')}</span><span>${p.level}</span></span></span>
    <span class="puzzle-state">${how && html`<i aria-hidden="true">${how === 'missed' ? '✕' : '✓'}</i>`}
      ${said[how] || ''}</span></a></li>`;
}

// next returns the first puzzle that has no right answer yet, those without any answer first.
const next = (list, kept) => list.find(p => !kept[p.id]) || list.find(p => !isSolved(kept[p.id]));

function List() {
  const got = useLoad(() => Promise.all([ask('puzzles'), books()]), []);
  const [list, all] = got.value || [[], []],
    kept = answers(),
    done = of => of.filter(p => isSolved(kept[p.id])).length,
    first = next(list, kept);
  return html`<${Bar} at="Puzzles" /><main class="puzzles"><header class="puzzles-head"><h1>Puzzles</h1>
    <p class="say">In each of these positions one action is clearly best. Find it. Where a piece can do it in
      several equally good ways, such as by another door, each counts.</p>
    <p class="soft">They are late in a game. The program has solved each of them to the end of that game, with both
      sides playing their best, so every chance is exact. A draw counts as half a win.</p>
    ${
      list.length > 0 &&
      html`<p class="puzzles-done"><b>${done(list)} of ${list.length}</b> solved</p>
      ${
        first
          ? html`<a class="button main" href=${puzzlePlace(first.id)}>${
              list.length > done(list) && Object.keys(kept).length > 0 ? 'Next puzzle' : 'First puzzle'
            }</a>`
          : html`<p>You have solved all of them.</p>`
      }`
    }</header>
    <${Trouble} error=${got.error} />
    ${!got.value && !got.error && html`<p class="soft">One moment …</p>`}
    ${all
      .map(b => ({ b, of: list.filter(p => p.ruleset === b.ruleset) }))
      .filter(x => x.of.length > 0)
      .map(
        ({ b, of }) => html`<section aria-labelledby=${`book-${b.ruleset}`}><h2 id=${`book-${b.ruleset}`}>${b.short}
        <span class="soft">${done(of)} of ${of.length} solved</span></h2><ol class="puzzle-rows">${of.map(
          p => html`<${Row} key=${p.id} p=${p} how=${kept[p.id]} />`,
        )}</ol></section>`,
      )}</main>`;
}

function One() {
  const got = useLoad(() => Promise.all([ask(`puzzles/${id}`), ask('puzzles')]), []);
  const missing = got.error?.status === 404;
  if (!got.value)
    return html`<${Bar} at="" /><main class="puzzles">${
      got.error
        ? html`<${Trouble} error=${missing ? { message: 'There is no such puzzle.' } : got.error} />`
        : html`<p class="soft">One moment …</p>`
    }<p><a class="button" href=${puzzlesPlace}>All puzzles</a></p></main>`;
  const [x, list] = got.value,
    at = list.findIndex(p => p.id === x.id),
    after = [...list.slice(at + 1), ...list.slice(0, at)];
  return html`<${Patterns} /><${Puzzle} x=${x} next=${() => next(after, answers()) || after[0]} />`;
}

show(id ? html`<${One} />` : html`<${List} />`);
