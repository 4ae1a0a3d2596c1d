// One puzzle: the position on the map, the question, the legal actions, and the answer.
import { useEffect, useMemo, useRef, useState } from './vendor/preact-htm.js';
import { html, Bar, Trouble, Voice } from './shell.js';
import { ask } from './api.js';
import { Rulebook, cite } from './clause.js';
import { Plan } from './scene.js';
import { Actions } from './actions.js';
import { useChoosing } from './choosing.js';
import { Chances, useChances } from './chances.js';
import { Sentence } from './actionsentence.js';
import { Picker, sideIn } from './actionpanel.js';
import { SideName } from './counter.js';
import { Goals } from './status.js';
import { counted } from './number.js';
import { aimedOf, marked, named, pieces, things } from './naming.js';
import { Solution, verdict } from './puzzleanswer.js';
import { keepAnswer } from './solved.js';
import { puzzlesPlace } from './places.js';
import { capital } from './labels.js';

/** matchOf returns a puzzle as the parts of the table see a match. */
function matchOf(x) {
  const names = [...new Set(x.actions.map(a => a.group))],
    groups = names.map(name => ({
      name,
      actions: x.actions.filter(a => a.group === name).map(a => ({ ...a, allowed: true, why: [] })),
    }));
  return {
    id: x.id,
    token: '',
    busy: false,
    error: null,
    state: {
      position: x.position,
      sequence: 0,
      scene: x.scene,
      sides: x.sides,
      turn: x.side,
      gist: x.gist,
      you: { role: 'table' },
    },
    yours: () => true,
    clear: () => {},
    get: (path, signal) => ask(`puzzles/${x.id}/${path}`, { signal }),
    later: path => Promise.resolve(path.startsWith('tags') ? { tags: [], no: [] } : { groups }),
  };
}

/** left says how many rounds follow, by the head of a scene: Round 4 of 6. */
export function left(head) {
  const [, word, at, of] = /^(Round|Turn) (\d+) of (\d+)/.exec(head || '') ?? [];
  if (!of) return '';
  const n = Number(of) - Number(at),
    one = word.toLowerCase();
  return n === 0 ? `This is the last ${one}.` : `${counted(n, `${one}s`)} ${n === 1 ? 'follows' : 'follow'} this one.`;
}

/** Puzzle asks a puzzle; next returns the puzzle that follows. */
export function Puzzle({ x, next }) {
  const match = useMemo(() => matchOf(x), [x]),
    { scene } = x;
  const [answer, setAnswer] = useState(null),
    [looked, setLooked] = useState(null), // the line of the answer that the map shows
    [listed, setListed] = useState(true),
    [hovered, setHovered] = useState(null),
    [error, setError] = useState(null),
    [busy, setBusy] = useState(false);
  const choice = useChoosing(match, !answer),
    line = answer ? looked : choice.line,
    now = line && x.actions.find(a => a.line === line),
    { value } = useChances(match, choice.line, Boolean(choice.line && !answer));
  const aimed = useMemo(
    () => (now ? aimedOf(now, scene, !answer && value?.zones ? value : null) : null),
    [now, value, answer],
  );
  const marks = useMemo(() => {
    if (!aimed) return null;
    return aimed.things.length || aimed.helpers.length
      ? marked([...aimed.things, ...aimed.helpers.map(n => things(scene).get(n))])
      : named(aimed.line, scene);
  }, [aimed]);
  const side = useRef(null);
  useEffect(() => side.current?.scrollTo?.(0, 0), [answer, choice.line]);
  useEffect(() => setError(null), [choice.line]);
  useEffect(() => {
    const key = e => {
      if (e.key !== 'Escape' || answer || document.querySelector('dialog[open]')) return;
      if (choice.near) choice.setNear(null);
      else if (choice.line) choice.setLine(null);
      else choice.choose(null);
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  });
  const give = async () => {
    setBusy(true);
    setError(null);
    try {
      const got = await ask(`puzzles/${x.id}`, { method: 'POST', body: { action: choice.line } });
      keepAnswer(x.id, got.best);
      setAnswer(got);
      setLooked(got.action.line);
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  const again = () => {
    setAnswer(null);
    setLooked(null);
    choice.choose(null);
  };
  const tap = thing => {
    if (!answer) choice.tap(thing);
    else if (thing?.kind === 'structure') choice.setHouse(choice.house === thing.name ? null : thing.name);
  };
  return html`<${Rulebook.Provider} value=${x.ruleset}><${Bar} at=""><p class="puzzle-name"><b>${x.title}</b>
      <span class="soft">${x.id}, ${x.level}</span></p><a class="button" href=${puzzlesPlace}>All puzzles</a><//>
    <${Voice} text=${answer ? verdict(answer) : ''} />
    <main class="puzzle"><section class="puzzle-map" aria-label="The position">
      <${Goals} state=${match.state} scene=${scene} />
      <${Plan} scene=${scene} chosen=${answer ? aimed?.leader : choice.piece} marks=${marks} lines=${[]}
        lit=${!answer && choice.piece ? choice.lit : null} aimed=${aimed}
        ready=${answer || choice.piece ? null : choice.offers.able} house=${choice.house}
        side=${x.turn} hovered=${hovered} onPick=${tap} onNear=${choice.setNear}
        onHover=${setHovered} onHouse=${choice.setHouse} /></section>
      <aside class="puzzle-side slip" aria-label="The question" ref=${side} tabindex="-1">${
        answer
          ? html`<${Solution} x=${x} answer=${answer} looked=${looked} onLook=${setLooked} onAgain=${again}
            next=${next} />`
          : html`<${Asking} x=${x} match=${match} choice=${choice} error=${error} busy=${busy} give=${give}
            listed=${listed} onListed=${setListed} />`
      }</aside></main><//>`;
}

// Asking is the question with the list of actions, or the action that is about to be the answer.
function Asking({ x, match, choice, error, busy, give, listed, onListed }) {
  const now = choice.line && choice.offers.pool.find(a => a.line === choice.line),
    piece = choice.piece && pieces(x.scene).find(p => p.name === choice.piece);
  const [before, after] = x.called.split(x.side);
  const near =
    choice.near && html`<${Picker} near=${choice.near} scene=${x.scene} choice=${choice} onPick=${choice.tap} />`;
  if (now)
    return html`${near}<section class="preview" aria-label="Your answer">
      <${Sentence} now=${now} pool=${choice.offers.pool} chance=${choice.offers.chance} sideOf=${sideIn(x.scene)}
        onChoose=${choice.setLine} /><${Chances} match=${match} line=${now.line} />
      <${Trouble} error=${error} cite=${cite} />
      <div class="confirm"><button class="main give-answer" disabled=${busy} onClick=${give}>
        ${busy ? 'One moment …' : 'This is my answer'}</button><button class="cancel"
        onClick=${() => choice.setLine(null)}><i aria-hidden="true">✕</i> <span>Cancel</span> <kbd>Esc</kbd></button>
      </div></section>`;
  return html`${near}<h1 class="puzzle-question">You are ${before}<${SideName} sides=${x.sides}
      side=${x.turn} />${after}, to act. ${left(x.scene.head)} What is best?</h1>
    <p class="puzzle-goal"><b>What wins:</b> ${x.gist}.</p>
    <p class="soft small">${capital(x.phase)}. Tap a piece and its target on the map, or
      choose an action of the list. Its odds are shown before you answer.</p>
    ${
      piece &&
      choice.offers.able.size + choice.offers.loose.length > 1 &&
      html`<p class="row puzzle-piece"><span>Actions of <b>${piece.title}</b></span><button class="quiet"
      onClick=${() => choice.choose(null)}>Show all</button></p>`
    }
    <${Actions} match=${match} choice=${choice} open=${listed} onOpen=${onListed} />`;
}
