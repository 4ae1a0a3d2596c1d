// The table: one match, played or watched.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/preact-htm.js';
import { html, show, Bar, Trouble, Voice, useMedia } from './shell.js';
import { Rulebook, cite } from './clause.js';
import { useMatch } from './match.js';
import { Plan } from './scene.js';
import { Patterns } from './terrain.js';
import { Floors } from './floors.js';
import { Actions } from './actions.js';
import { useChoosing } from './choosing.js';
import { useChances } from './chances.js';
import { AimSlip, IdleSlip, Picker, PieceSlip } from './actionpanel.js';
import { CommandLine } from './commandline.js';
import { Company } from './presence.js';
import { Consent, Decision, Terms } from './decision.js';
import { Record, brief, steps } from './record.js';
import { Aim, Since, useNews } from './newevents.js';
import { Motion } from './motion.js';
import { Traces, tracesOf } from './traces.js';
import { End } from './end.js';
import { Replay, useStep } from './replay.js';
import { Tray, useTray } from './tray.js';
import { sentence, useTold } from './reports.js';
import { Grip, useSheet } from './sheet.js';
import { OpeningSaid, Sights, useField, useSight } from './sight.js';
import { Foot, Goals, Status, Tools } from './status.js';
import { aimedOf, marked, named, pieces, things, titleOf, unseen, words } from './naming.js';
import { HandsMatch, Notice } from './halves.js';
import { usePrinting } from './printed.js';
import { Hints, HintsAsked, useWarning } from './advice.js';
import { lobbyPlace, matchHere, stepHere, tokenHere } from './places.js';

const id = matchHere();
const token = tokenHere();
addEventListener('hashchange', () => location.reload());

// What is wrong with a link that opens no match, by the status of the answer.
const strayed = {
  401: 'This link has no key to the match. Ask for the whole link, including the part after #.',
  403:
    'The key of this link is not valid: it was mistyped, or somebody opened the invitation before you. ' +
    'Ask for a new link.',
  404: 'There is no such match on this server: the link is cut short, or meant for another server.',
};

// astray returns the reason why a link opens no match.
const astray = error => strayed[error.status] || error.message;

function Page() {
  const match = useMatch(id, token);
  if (!match.state || match.state.you.role === 'invited') {
    return html`<${Bar} at="" /><${Connection} match=${match} /><main class="wait">${
      match.error
        ? html`<h1>
      ${astray(match.error)}</h1>
      <p>A link opens a match. Its part after # is the key to a seat. <a href=${lobbyPlace}>To the lobby</a>
      </p>`
        : 'Coming to the table …'
    }</main>`;
  }
  return html`<${Rulebook.Provider} value=${match.state.ruleset}><${HandsMatch.Provider}
    value=${match.state.hands ? match : null}>
    <${Table} match=${match} /><//><//>`;
}

// useTable keeps what is shown: the step of the game, the pointed-at thing, the open panel.
function useTable(match) {
  const { state } = match;
  const [hovered, setHovered] = useState(null),
    [wanted, setAt] = useState(stepHere),
    [shown, setShown] = useState('slip'),
    [listed, setListed] = useState(false);
  const entries = match.entries();
  const list = useMemo(() => steps(entries), [entries.length, match.last(), entries.at(-1)?.kind]);
  const standing = list.filter(s => s.n && !s.open).length,
    at = standing > 0 && wanted >= standing ? null : wanted; // the last step is the present
  const step = useStep(match, at);
  useEffect(() => {
    if (state.begun?.yours) {
      setShown('slip');
      setAt(null);
    }
  }, [state.begun?.question?.id]);
  return {
    hovered,
    setHovered,
    at,
    setAt,
    shown,
    setShown,
    listed,
    setListed,
    list,
    standing,
    head: step?.head,
    scene: step?.scene || state.scene,
  };
}

// useAimed returns what the map shows of the selected action, or null.
function useAimed(match, choice, scene) {
  const { line, offers } = choice,
    { value } = useChances(match, line, Boolean(line));
  return useMemo(() => {
    const now = line && offers.pool.find(a => a.line === line);
    if (!now || !scene) return null;
    return aimedOf(now, scene, value?.zones ? value : offers.chance.get(line) || null);
  }, [line, offers, scene, value]);
}

// inTheWay names what blocks a line, by the names on the plan.
function inTheWay(line, scene) {
  const parts = line.text.split('; '),
    said = parts.find(p => p.startsWith('in the way')) ?? parts.at(-1);
  const [, names] = /^in the way: (.+)$/.exec(said) || [];
  return names
    ? `${names
        .split(', ')
        .map(n => titleOf(scene, n))
        .join(', ')} in the way`
    : said;
}

// Held shows its children unchanged while held, so that redrawing takes no frame from an
// animation.
function Held({ held, children }) {
  const kept = useRef(children);
  if (!held) kept.current = children;
  return kept.current;
}

// useLater returns a value one picture later while held, so that more urgent parts are drawn
// first.
function useLater(value, held) {
  const [late, setLate] = useState(value);
  useEffect(() => setLate(value), [value]);
  return held ? late : value;
}

function Table({ match }) {
  const { state } = match;
  const printing = usePrinting(); // paper shows all panels, one below the other
  const desk = useMedia('(min-width: 1024px)') || printing,
    phone = useMedia('(max-width: 599px)') && !printing;
  const table = useTable(match),
    { at, scene, list } = table,
    now = at === null;
  const [low, setLow] = useSheet(state.begun?.question?.id, Boolean(state.over), table.shown, now);
  const choice = useChoosing(match, now && !state.begun),
    aimed = useAimed(match, choice, now ? scene : null);
  const told = useTold(match, list),
    tray = useTray(match, list, at),
    news = useNews(state, list, Boolean(tray.step));
  const drawn = useLater(scene, tray.step); // the dice first, then their effect on the map
  const past = now ? null : list.find(s => s.n === at),
    latest = state.you.role === 'seat' ? news.shown : list.filter(s => s.n && !s.open).slice(-1);
  const traces = tracesOf(past ? [past] : now ? latest : [], told, state.sides);
  const pending = now && state.begun ? state.begun.action : '';
  const marks = useMemo(
    () =>
      !scene
        ? null
        : pending
          ? named(pending, scene)
          : aimed
            ? marked([...aimed.things, ...aimed.helpers.map(n => things(scene).get(n))])
            : choice.line && now
              ? named(choice.line, scene)
              : null,
    [aimed, choice.line, scene, now, pending],
  );
  // While dice are in the tray, or an earlier position is shown, the map shows the pieces
  // concerned.
  const before = useRef(null);
  useEffect(() => {
    if (!tray.step) before.current = scene;
  }, [scene, tray.step]);
  const seen = tray.step || past,
    ways = seen && told(seen)?.traces;
  const looking = useMemo(() => {
    const was = tray.step ? before.current : scene;
    if (!seen || !was) return null;
    const places = new Map(
      pieces(was).map(p => [p.name, p.structure ? `structure:${p.structure}` : `area:${p.where}`]),
    );
    const on = named(seen.head.text, was);
    return [
      ...[...on.pieces].map(n => places.get(n)),
      ...[...on.structures].map(n => `structure:${n}`),
      ...(ways || []).flatMap(w => [w.from, w.to]),
    ].filter(Boolean);
  }, [seen, ways, tray.step ? null : scene]);
  const actor =
    pending &&
    words(pending)
      .slice(1)
      .find(w => marks.pieces.has(w)); // the acting piece is named before the target
  const lines = useSight(match, now && !state.begun ? choice.piece : null); // a pending action has changed the position
  const field = useField(match, now && choice.opening);
  const blocked = now && !state.begun && choice.piece ? choice.offers.no : null;
  const no = useMemo(() => {
    if (!blocked) return null;
    const told = new Set(blocked.map(n => n.target));
    const dark = (lines || []).filter(l => !l.clear && !told.has(l.target) && !choice.lit.has(`piece:${l.target}`));
    return [...blocked, ...dark.map(l => ({ target: l.target, why: { text: `no line: ${inTheWay(l, scene)}` } }))];
  }, [blocked, lines, choice.lit]);
  const warning = useWarning(match, now ? choice.line : null);
  const act = async anyway => {
    const { line } = choice;
    if (!line || !now || !match.yours() || match.busy || refusal(match)) return;
    if (anyway !== true && !(await warning.passes())) return;
    const { position } = state; // of what the player sees
    if ((await match.play(line, position)) && match.state.position === position) choice.setLine(null);
  };
  // The button that closes the news names the only possible action.
  const only = choice.forced && choice.offers.pool.find(a => a.line === choice.forced),
    next = only && !match.busy ? { label: only.says.text, go: () => match.play(only.line, state.position) } : null;
  const tap = thing => {
    table.setShown('slip');
    if (now && !state.begun && !state.over) choice.tap(thing);
    else if (thing?.kind === 'structure') choice.setHouse(choice.house === thing.name ? null : thing.name);
    else if (thing?.kind === 'opening') choice.setOpening(choice.opening === thing.name ? null : thing.name);
  };
  // While dice roll, the map is not drawn again and keeps its functions. A tap on it ends the rolling, and acts too.
  const tapped = useRef(tap);
  tapped.current = tap;
  const pick = useCallback(thing => tapped.current(thing), []);
  useKeys({ match, choice, act, table, warning });
  if (!scene) return html`<${Bar} at="" /><main class="wait"><pre>${state.words}</pre></main>`;
  const typed =
    state.you.role !== 'spectator' &&
    !state.over &&
    html`<${CommandLine} match=${match} onLine=${line => {
      table.setAt(null);
      table.setShown('slip');
      choice.setLine(line);
    }} />`;
  const record = html`<section class="record-panel" aria-label="Record"><h2>Record</h2><${Replay} list=${list}
    sides=${state.sides} of=${table.standing} at=${at} head=${table.head} step=${past} told=${told}
    over=${Boolean(state.over)} onMove=${table.setAt} />${
      !desk &&
      !now &&
      html`<${Past} state=${state}
    table=${table} />`
    }<${Record} match=${match} at=${at} told=${told}
    onStep=${n => table.setAt(n >= table.standing ? null : n)} /></section>`;
  const layout = [
    'table',
    desk ? 'desk' : 'narrow',
    state.begun?.yours && now && 'answering',
    state.begun?.yours && state.begun.question?.kind === 'roll' && 'typing', // Also while the past is shown.
    aimed && 'aiming',
    phone && low && 'low',
  ];
  return html`<${Bar} at=""><${Status} match=${match} past=${!now} desk=${desk} /><${Tools} match=${match}
    phone=${phone} record=${
      desk
        ? null
        : {
            open: table.shown === 'record',
            turn: () => table.setShown(table.shown === 'record' ? 'slip' : 'record'),
          }
    } /><//>
    <${Patterns} /><${Voice} text=${said(list)} /><${Connection} match=${match} />
    <${Company} match=${match} />
    <main class=${layout.filter(Boolean).join(' ')}
      data-position=${drawn === scene && !tray.rolling ? state.position : ''}>
      <section class="middle" aria-label="The scene">
        <${Goals} state=${state} scene=${scene} />
        <${Held} held=${tray.rolling}><${Plan} scene=${drawn} chosen=${actor || choice.piece} marks=${marks}
          lines=${lines || []} field=${field}
          lit=${now && !state.begun && choice.piece ? choice.lit : null} no=${no} aimed=${aimed}
          ready=${now && !state.begun && !choice.piece ? choice.offers.able : null} house=${choice.house}
          secret=${unseen(state)}
          side=${
            now && !state.over ? state.sides.indexOf(state.you.role === 'seat' ? state.you.side : state.turn) : -1
          } looking=${looking}
          hovered=${table.hovered} onPick=${pick} onNear=${choice.setNear} onHover=${table.setHovered}
            onHouse=${choice.setHouse} over=${places => html`<${Traces} traces=${traces} scene=${scene} ...${places} />
            <${Motion} scene=${drawn} ...${places} />`} /><//>
        <${Tray} tray=${tray} told=${told} state=${state} next=${next} />
      </section>
      <aside class="rail" aria-label="What is done, and the record" inert=${tray.rolling}>
        <${Held} held=${tray.rolling}>
        ${phone && html`<${Grip} low=${low} setLow=${setLow} />`}
        ${
          (desk || (table.shown === 'slip' && now)) &&
          html`<section class="slip" tabindex="-1" aria-label="What is done"><${Slip} match=${match} choice=${choice}
            table=${table} act=${act} warning=${warning} lines=${lines} field=${field} told=${told} news=${news}
            next=${next} />
          ${
            now &&
            !state.begun &&
            !state.over &&
            (choice.line || !choice.piece || choice.settled) &&
            html`<div class="more">${
              state.hints.on && match.yours() && html`<${Hints} match=${match} choice=${choice} />`
            }<${Actions} match=${match} choice=${choice} open=${table.listed}
              onOpen=${table.setListed} />
            <details class="all-floors" open=${printing}><summary>Storeys</summary><${Floors} scene=${scene}
              secret=${unseen(state)} chosen=${choice.piece} marks=${marks} onPick=${tap}
              onHover=${table.setHovered} /></details>${typed}
              </div>`
          }</section>`
        }
        ${(desk || table.shown === 'record' || !now) && record}
        <//>
      </aside>
      ${
        phone &&
        html`<${Foot} match=${match} able=${[...choice.offers.able.keys()]} piece=${choice.piece}
        onPiece=${choice.choose} record=${() => table.setShown(table.shown === 'record' ? 'slip' : 'record')}
        shown=${table.shown} />`
      }
    </main>`;
}

// Slip is the open question, the error, the action about to be played, or the possible ones.
function Slip({ match, choice, table, act, warning, lines, field, told, news, next }) {
  const { state } = match,
    { at, scene, list } = table;
  if (at !== null) return html`<${Past} state=${state} table=${table} />`;
  const free = !state.begun && !state.over,
    refused = refusal(match);
  return html`<${Notice} match=${match} /><${Consent} match=${match} /><${Terms} match=${match} />
    <${HintsAsked} match=${match} /><${End} match=${match}
    onRecord=${() => table.setShown('record')} onReplay=${() => {
      table.setShown('record');
      table.setAt(0);
    }} />
    ${
      !(choice.line && refused) &&
      html`<${Trouble} error=${match.error} cite=${cite}
      onClose=${() => match.clear()} />`
    }
    <${Decision} match=${match} />
    ${
      free &&
      (!choice.line || next) &&
      html`${!choice.piece && html`<${Aim} state=${state} list=${list} />`}<${Since}
      state=${state} list=${list} told=${told} news=${news} folded=${choice.piece && choice.offers.able.size > 1}
      next=${next} />`
    }
    ${
      choice.near &&
      free &&
      html`<${Picker} near=${choice.near} scene=${scene} choice=${choice}
      onPick=${choice.tap} />`
    }
    ${choice.opening && html`<${OpeningSaid} scene=${scene} name=${choice.opening} field=${field} />`}
    ${free && choice.offers.error && html`<${Trouble} error=${choice.offers.error} cite=${cite} />`}
    ${
      free &&
      (choice.line
        ? html`<${AimSlip} match=${match} line=${choice.line} choice=${choice} scene=${scene} refused=${refused}
          act=${act} warning=${warning} />`
        : choice.piece
          ? html`<${PieceSlip} match=${match} choice=${choice} scene=${scene}><${Sights}
            asked=${pieces(scene).some(p => p.name === choice.piece)} lines=${lines} scene=${scene}
            hovered=${table.hovered} onHover=${table.setHovered} /><//>`
          : html`<${IdleSlip} match=${match} choice=${choice} scene=${scene} />`)
    }`;
}

// Past says that an earlier position is shown, and leads back.
function Past({ state, table }) {
  return html`<p class="past">You are viewing an earlier position.
    ${state.begun?.yours ? ' A question waits for your answer.' : ''} <button class="main" onClick=${() => {
      table.setAt(null);
      table.setShown('slip');
    }}>Back to the current position</button></p>`;
}

// refusal is the reason why the rules do not allow the selected action. It is shown with the
// action, and not a second time.
const refusal = match => (match.error?.status === 422 ? match.error : null);

// said returns the announcement of the last step, unless the tray announces it.
function said(list) {
  const last = list.at(-1);
  return last && !last.open && !last.rest.some(e => e.kind === 'roll')
    ? `${last.head.by}: ${sentence(last.head.says || last.head.text)} ${sentence(brief(last))}`
    : '';
}

// useKeys: Enter plays the shown action, Esc goes back a step, letters open panels.
function useKeys({ match, choice, act, table, warning }) {
  useLayoutEffect(() => {
    // so that a key acts on the shown content
    const press = selector => {
      const e = document.querySelector(selector);
      if (e) {
        e.click();
        e.focus?.();
      }
    };
    const key = e => {
      if (
        e.ctrlKey ||
        e.metaKey ||
        e.altKey ||
        document.querySelector('dialog[open]') ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)
      )
        return;
      if (
        e.key === 'Enter' &&
        !e.repeat &&
        choice.line &&
        (!/^(BUTTON|A|SUMMARY)$/.test(e.target.tagName) || e.target.matches('.act, .way')) &&
        !e.target.closest?.('.piece, .building')
      ) {
        e.preventDefault();
        act();
      }
      if (e.key === 'Escape') {
        if (table.at !== null) table.setAt(null);
        else if (warning.shown) warning.clear();
        else if (choice.near) choice.setNear(null);
        else if (choice.line) choice.setLine(null);
        else choice.choose(null);
      }
      if (e.key === 'u' && match.state.undo.possible && !match.busy) match.undo();
      if (e.key === 'U' && match.state.redo && !match.busy) match.redo();
      if (e.key === 'f') {
        const on =
          pieces(match.state.scene).find(p => p.name === choice.piece)?.structure ||
          match.state.scene.structures.find(s => s.floors.length > 1)?.name;
        choice.setHouse(choice.house ? null : on);
      }
      if (e.key === 's') press('.preview [data-member]:not(:disabled)');
      if (e.key === 'b') press('.ask-bench');
      if (e.key === 'h') press('.advice > summary, .ask-hint');
      if (e.key === 'w') press('.why-odds summary, .why-so summary');
      if (e.key === 'r') table.setShown(table.shown === 'record' ? 'slip' : 'record');
      if (e.key === '?') press('.tools [data-about], .foot [data-about]');
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  });
}

function Connection({ match }) {
  if (match.link !== 'refused' && !match.lost()) return null;
  return html`<p class="connection" role="status">
    ${match.link === 'refused' ? 'The server does not know this seat any more.' : 'Connection lost, trying again …'}
    </p>`;
}

show(html`<${Page} />`);
