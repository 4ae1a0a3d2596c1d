// The lobby: current matches, one scenario for newcomers, and all scenarios.
import { useState } from './vendor/preact-htm.js';
import { html, show, Bar, Trouble, useLoad } from './shell.js';
import { books, once, scenario } from './api.js';
import { known, takeHostKey } from './mymatches.js';
import { Links } from './invite.js';
import { Options, begin, title } from './newmatch.js';
import { Card, Marks } from './cards.js';
import { Going } from './currentmatches.js';
import { howHard, howLong, isEven } from './measured.js';
import { Thumb } from './thumbnail.js';
import { Patterns } from './terrain.js';
import { firstOf, firsts } from './firsts.js';
import { Import } from './moving.js';
import { TakeDialog } from './phones.js';
import { inFolder } from './places.js';

function Lobby() {
  const list = useLoad(() => Promise.all([books(), once('scenarios')]), []);
  const [wanted, setWanted] = useState(null);
  const [made, setMade] = useState(null);
  const [error, setError] = useState(null);
  const [count, setCount] = useState(0); // matches created since the page was opened
  const [takes, setTakes] = useState(false);
  const begun = (match, way) => {
    if (way === 'links') {
      setWanted(null);
      setMade(match);
      setCount(n => n + 1);
    } else location.href = match.href;
  };
  const start = async (s, more = {}) => {
    setError(null);
    try {
      begun(await begin({ ruleset: s.ruleset, scenario: s.name, way: 'alone', ...more }), 'alone');
    } catch (problem) {
      setError(problem);
      scrollTo(0, 0);
    }
  };
  const [all, scenarios] = list.value || [[], []];
  return html`<${Bar} at="Lobby" /><${Patterns} /><${Marks} />
    <main class="lobby">
      <${Trouble} error=${error || list.error} onClose=${() => setError(null)} />
      <${Going} begun=${count} />
      ${
        inFolder &&
        html`<div class="row elsewhere" role="group" aria-label="A match from another device"><span
          class="soft">From another device:</span><button class="take-message"
          onClick=${() => setTakes(true)}>Take a message</button><${Import} onBrought=${() => setCount(n => n + 1)} />
          </div>`
      }
      ${
        list.value
          ? html`<${First} books=${all} scenarios=${scenarios} onStart=${start} /><${Fights} books=${all}
        scenarios=${scenarios} onStart=${start} onOptions=${setWanted} />`
          : html`<div class="hero blank" aria-busy="true"><p class="soft">One moment …</p></div>`
      }
    </main>
    ${wanted && html`<${Options} ...${wanted} onClose=${() => setWanted(null)} onBegun=${begun} />`}
    ${takes && html`<${TakeDialog} onClose=${() => setTakes(false)} />`}
    ${made && html`<${Links} made=${made} onClose=${() => setMade(null)} />`}`;
}

// First is the scenario for newcomers, in the ruleset of their choice.
function First({ books: all, scenarios, onStart }) {
  const [of, setOf] = useState(() => firstOf(known()[0]?.ruleset)?.ruleset || firsts[0].ruleset);
  const [busy, setBusy] = useState(false);
  const first = firstOf(of),
    s = scenarios.find(x => x.ruleset === of && x.name === first.scenario),
    book = all.find(b => b.ruleset === of);
  const full = useLoad(() => scenario(of, first.scenario), [of]).value;
  const go = async () => {
    setBusy(true);
    await onStart(s, { side: first.side, guide: true });
    setBusy(false);
  };
  return html`<section class="hero" aria-labelledby="hero">
    <${Thumb} scene=${full?.name === first.scenario && full.ruleset === of ? full.scene : null} large=${true} />
    <div class="hero-text"><p class="soft">Your first fight</p><h1 id="hero">${title(s)}</h1>
      <p class="say"><b>${first.headline}.</b> ${first.text}</p>
      <p class="facts-line"><span>${book.short}</span><span>${howLong(s)}</span>
        <span>you: ${s.sides[first.side]}${howHard(s, first.side) ? `, ${howHard(s, first.side)}` : ''}</span>
        <span>the program: ${s.sides[1 - first.side]}</span></p>
      <button class="main hero-go" disabled=${busy} onClick=${go}>${busy ? 'Setting up …' : 'Play now'}</button>
      <ol class="how"><li>A guide shows your first turn. You can leave it at any step.</li>
        <li>Legal actions are highlighted, with their exact chances.</li>
        <li>The program rolls, or you type your own dice.</li>
        </ol>
      <div class="row other-firsts" role="group" aria-label="The first fight of another rulebook">
        <span class="soft small">in</span>${firsts.map(
          f => html`<button class="quiet"
        aria-pressed=${f.ruleset === of ? 'true' : 'false'}
        onClick=${() => setOf(f.ruleset)}>${all.find(b => b.ruleset === f.ruleset).short}</button>`,
        )}</div>
    </div></section>`;
}

// lengths are the lengths of games to filter by.
const lengths = [
  ['', 'any length'],
  ['short', 'under 20 actions'],
  ['medium', 'under 45 actions'],
];

// Fights lists the scenarios that pass the filter, by ruleset.
function Fights({ books: all, scenarios, onStart, onOptions }) {
  const [only, setOnly] = useState('');
  const [length, setLength] = useState('');
  const [even, setEven] = useState(false);
  const fits = s => (!length || s.played?.length === 'short' || s.played?.length === length) && (!even || isEven(s));
  const of = b => scenarios.filter(s => s.ruleset === b.ruleset && fits(s)),
    shown = all.filter(b => (!only || b.ruleset === only) && of(b).length);
  const some = scenarios.find(s => s.played);
  return html`<section class="fights" aria-labelledby="fights"><h2 id="fights">Or choose a fight</h2>
    <div class="books-of" role="group" aria-label="Rulebooks"><button aria-pressed=${only === '' ? 'true' : 'false'}
      onClick=${() => setOnly('')}>All <small>${scenarios.length}</small></button>
      ${all.map(
        b => html`<button aria-pressed=${only === b.ruleset ? 'true' : 'false'}
        onClick=${() => setOnly(b.ruleset)}>${b.short} <small>${b.scenarios.length}</small></button>`,
      )}</div>
    <div class="row filter">
      <label><span class="filter-name">Length</span> <select value=${length}
        onChange=${e => setLength(e.target.value)}>${lengths.map(
          ([id, text]) => html`<option value=${id}>${text}</option>`,
        )}</select>
        </label>
      <label class="tick"><input type="checkbox" checked=${even}
        onChange=${e => setEven(e.target.checked)} />even fights only</label>
      <button class="own"
        onClick=${() => onOptions({ name: 'A scenario of your own', yaml: '' })}>Your own scenario …</button></div>
    ${
      some &&
      html`<p class="soft small">The bars show how many of a hundred games each side scores with the program on both
      sides. Each card says which of its players they are, and how many games they played.</p>`
    }
    ${
      shown.length === 0 &&
      html`<p role="status">No fight matches. <button onClick=${() => {
        setLength('');
        setEven(false);
      }}>Show all</button></p>`
    }
    ${shown.map(
      b => html`<section key=${b.ruleset} class="book" aria-labelledby=${`book-${b.ruleset}`}>
      <h3 id=${`book-${b.ruleset}`}>${b.short} <span class="soft">${b.chapter}</span></h3>
      <details class="leaves-out"><summary>What the game plays and leaves out</summary><p>${b.gist}</p>
        <p>The chapter has ${b.ofChapter} clauses that take effect in play. Cases written from the book show the
          effect of ${b.effective}.</p>
        ${
          b.leavesOut.length > 0 &&
          html`<p>The game leaves out:</p>
          <ul>${b.leavesOut.map(s => html`<li>${s}</li>`)}</ul>`
        }</details>
      <div class="cards">${of(b).map(
        s => html`<${Card} key=${s.name} s=${s} onStart=${onStart}
        onOptions=${onOptions} />`,
      )}</div>
    </section>`,
    )}</section>`;
}

takeHostKey();
show(html`<${Lobby} />`);
