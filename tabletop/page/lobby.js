// The lobby: what can be played, and what is being played.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, show, Bar, Trouble, useLoad } from './shell.js';
import { ask, books, once, scenario } from './api.js';
import { forget, known, remember } from './known.js';
import { Options, Links, begin, title } from './begin.js';
import { Thumb } from './thumb.js';
import { Patterns } from './terrain.js';
import { counted } from './number.js';

function Lobby() {
  const list = useLoad(() => Promise.all([books(), once('scenarios')]), []);
  const [wanted, setWanted] = useState(null);
  const [made, setMade] = useState(null);
  const [error, setError] = useState(null);
  const [only, setOnly] = useState('');
  const [count, setCount] = useState(0); // of what was begun while the page is open
  const begun = (match, way) => { if (way === 'links') { setWanted(null); setMade(match); setCount(n => n + 1); } else location.href = match.href; };
  const start = async (s, way) => {
    setError(null);
    try { begun(await begin({ ruleset: s.ruleset, scenario: s.name, way }), way); } catch (problem) { setError(problem); scrollTo(0, 0); }
  };
  const [all, scenarios] = list.value || [[], []];
  const shown = all.filter(b => !only || b.ruleset === only);
  return html`<${Bar} at="/" />
    <${Patterns} />
    <main class="lobby">
      <section class="welcome"><h1>Fight for a building</h1>
        <p>loophole is the umpire: it knows what is legal, asks for what you decide, rolls or takes your dice, and cites the clause of every number.</p></section>
      <${Trouble} error=${error || list.error} onClose=${() => setError(null)} />
      <${Going} begun=${count} />
      ${list.value && html`<div class="row filter" role="group" aria-label="Rulebooks">
        <button aria-pressed=${only === '' ? 'true' : 'false'} onClick=${() => setOnly('')}>All rulebooks</button>
        ${all.map(b => html`<button aria-pressed=${only === b.ruleset ? 'true' : 'false'} onClick=${() => setOnly(b.ruleset)}>${short(b)}</button>`)}
        <button class="own" onClick=${() => setWanted({ name: 'A scenario of your own', yaml: '' })}>Your own scenario …</button>
      </div>`}
      ${shown.map(b => html`<section key=${b.ruleset} class="book" aria-labelledby=${`book-${b.ruleset}`}>
        <h2 id=${`book-${b.ruleset}`}>${short(b)} <span class="soft">${b.chapter}</span></h2><p class="soft">${b.gist}</p>
        <details class="leaves-out"><summary>What it plays, and what it leaves out</summary>
          <p>Of the ${b.ofChapter} clauses that the chapter states and that have something to play, cases written from the book show the effect of ${b.effective}.</p>
          ${b.leavesOut.length > 0 && html`<p>The game leaves out:</p><ul>${b.leavesOut.map(s => html`<li>${s}</li>`)}</ul>`}</details>
        <div class="cards">${scenarios.filter(s => s.ruleset === b.ruleset).map(s => html`<${Card} key=${s.name} s=${s} book=${b} onStart=${start} onOptions=${setWanted} />`)}</div>
      </section>`)}
    </main>
    ${wanted && html`<${Options} ...${wanted} onClose=${() => setWanted(null)} onBegun=${begun} />`}
    ${made && html`<${Links} made=${made} onClose=${() => setMade(null)} />`}`;
}

const short = b => b.ruleset === 'd20skirmish' ? 'D20 skirmish' : b.title;

// Going lists the matches that this browser can go on with.
function Going({ begun }) {
  const [list, setList] = useState(known);
  const [dropped, setDropped] = useState([]);
  const [told, setTold] = useState({});
  useEffect(() => {
    const control = new AbortController();
    for (const m of known().slice(0, 8)) {
      ask(`matches/${m.id}`, { token: m.token, signal: control.signal }).then(
        s => setTold(old => ({ ...old, [m.id + m.token]: s })),
        e => e.status && e.status !== 429 && setTold(old => ({ ...old, [m.id + m.token]: { gone: true } })));
    }
    setList(known());
    return () => control.abort();
  }, [begun]);
  // The link may be the only key to the seat, so what is taken off can be had back.
  const drop = m => { forget(m); setDropped([m, ...dropped]); setList(known()); };
  const back = m => { remember(m); setDropped(dropped.filter(x => x !== m)); setList(known()); };
  if (!list.length && !dropped.length) return null;
  return html`<section class="going"><h2>Go on with</h2>${dropped.map(m => html`<p class="dropped" role="status">${title({ title: told[m.id + m.token]?.title || m.title, name: m.scenario || 'match' })} was taken off this list. <button onClick=${() => back(m)}>Undo</button></p>`)}<ul>${list.slice(0, 8).map(m => {
    const s = told[m.id + m.token];
    const who = s?.you ? (s.you.role === 'seat' ? s.you.side : s.you.role === 'table' ? 'both sides' : 'looking on') : '';
    const how = s?.gone ? 'not on this server' : !s ? '' : s.over ? (s.over.winner ? `won by ${s.over.winner}` : 'a draw') : `round ${s.round}, ${s.phase}, ${s.turn} to act`;
    return html`<li class="card"><a href=${`/m/${m.id}#${m.token}`}><b>${title({ title: s?.title || m.title, name: m.scenario || s?.scenario || 'match' })}</b><span class="soft">${[who, how].filter(Boolean).join(' · ')}</span></a>
      <button class="quiet" onClick=${() => drop(m)} aria-label="Take off this list" title="Take off this list">✕</button></li>`;
  })}</ul></section>`;
}

function Card({ s, book, onStart, onOptions }) {
  const at = useRef(null);
  const [seen, setSeen] = useState(false);
  const [busy, setBusy] = useState('');
  useEffect(() => {
    const watch = new IntersectionObserver(list => { if (list.some(x => x.isIntersecting)) { setSeen(true); watch.disconnect(); } }, { rootMargin: '200px' });
    watch.observe(at.current);
    return () => watch.disconnect();
  }, []);
  const full = useLoad(() => seen ? scenario(s.ruleset, s.name) : Promise.resolve(null), [seen]).value;
  const go = async way => { setBusy(way); await onStart(s, way); setBusy(''); };
  const name = title(s);
  return html`<article class="card scenario" ref=${at} aria-label=${name}>
    <${Thumb} scene=${full?.scene} />
    <div class="scenario-text"><h3>${name}</h3><p>${s.gist}</p>
      <p class="soft small">${[full && `${full.sides.join(' against ')}; alone you play ${full.sides[0]}`, s.minutes > 0 && counted(s.minutes, 'minutes')].filter(Boolean).join(' · ')}</p></div>
    <div class="scenario-go">
      <button class="main" disabled=${busy !== ''} onClick=${() => go('alone')} title="You play the first side; the program plays the other, cautiously">${busy === 'alone' ? 'Setting up …' : 'Play alone'}</button>
      <button disabled=${busy !== ''} onClick=${() => go('hotseat')}>Two at this table</button>
      <button disabled=${busy !== ''} onClick=${() => go('links')}>Two browsers</button>
      <button class="quiet" onClick=${() => onOptions({ ruleset: s.ruleset, scenario: s.name, name })}>Options …</button>
    </div>
  </article>`;
}

show(html`<${Lobby} />`);
