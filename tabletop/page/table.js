// The table: one match, played or looked at.
import { useEffect, useLayoutEffect, useMemo, useState } from './vendor/preact-htm.js';
import { html, show, Bar, Trouble, Voice, useMedia } from './shell.js';
import { Rulebook, cite } from './clause.js';
import { useMatch } from './match.js';
import { Plan } from './scene.js';
import { Patterns } from './terrain.js';
import { Floors } from './floors.js';
import { Actions, Preview } from './actions.js';
import { CommandLine } from './commandline.js';
import { Consent, Decision } from './decision.js';
import { DiceSettings } from './dice.js';
import { Record, brief, steps } from './record.js';
import { Aim, Since } from './since.js';
import { Replay, useStep } from './replay.js';
import { Tray, useTray } from './tray.js';
import { useTold } from './told.js';
import { Sights, useSight } from './sight.js';
import { Banner, Status, Tools } from './status.js';
import { named, pieces, words } from './naming.js';
import { usePrinting } from './printed.js';

const [, , id] = location.pathname.split('/');
const token = decodeURIComponent(location.hash.slice(1));
addEventListener('hashchange', () => location.reload());

// What a link that opens nothing lacks, by the status of the answer.
const strayed = {
  401: 'This link has no key to the match: ask for it anew, with all that stands behind #.',
  403: 'The key of this link does not fit the match: ask for the link anew.',
  404: 'There is no such match on this server: the link is cut short, or meant for another server.',
};

function Page() {
  const match = useMatch(id, token);
  if (!match.state) {
    return html`<${Bar} at="" /><${Connection} match=${match} /><main class="wait">${match.error ? html`<h1>${strayed[match.error.status] || match.error.message}</h1><p>A match is opened by its link, whose part behind # is the key to a seat. <a href="/">To the lobby</a></p>` : 'Coming to the table …'}</main>`;
  }
  return html`<${Rulebook.Provider} value=${match.state.ruleset}><${Table} match=${match} /><//>`;
}

// useChoice holds what is chosen on the scene: a piece, what it aims at, an action.
function useChoice(match) {
  const [piece, setPiece] = useState(null);
  const [aim, setAim] = useState(null);
  const { position, scene, turn, sides } = match.state;
  // An action is chosen for the position in which it was chosen, and for no other.
  const [meant, setMeant] = useState(null);
  const line = meant?.position === position ? meant.line : null;
  const setLine = to => setMeant(to && { line: to, position: match.state.position });
  const choose = to => { if (match.error) match.clear(); setLine(to); }; // what was refused before is settled
  useEffect(() => { setLine(null); setAim(null); if (!pieces(scene).some(p => p.name === piece)) setPiece(null); }, [position]);
  const pick = thing => {
    choose(null);
    if (!thing) { setPiece(null); setAim(null); return; }
    const it = thing.kind === 'piece' && pieces(scene).find(p => p.name === thing.name);
    if (thing.kind === 'piece' && !it) { setPiece(thing.name); setAim(null); return; } // it is not on the table yet
    if (it && (!piece || sides[it.side] === turn || thing.name === piece)) { setPiece(thing.name === piece && !aim ? null : thing.name); setAim(null); return; }
    setAim(aim && aim.kind === thing.kind && aim.name === thing.name ? null : thing);
  };
  return { piece, aim, line, pick, setLine: choose, setAim, drop: () => setPiece(null) };
}

// useTable holds what is looked at: the step of the game, the panel, what the pointer is on.
function useTable(match, choice) {
  const { state } = match;
  const [hovered, setHovered] = useState(null);
  const [at, setAt] = useState(null);
  const [tab, setTab] = useState('actions');
  const entries = match.entries();
  const list = useMemo(() => steps(entries), [entries.length, match.last(), entries.at(-1)?.kind]);
  const step = useStep(match, at);
  const scene = step?.scene || state.scene;
  const under = at === null && state.begun ? state.begun.action : '';
  const marks = useMemo(() => under ? named(under, scene) : at === null ? target(choice, scene) : null, [choice.line, choice.aim, scene, at, under]);
  const actor = under && words(under).slice(1).find(w => marks.pieces.has(w)); // who acts is named before whom it befalls
  const lines = useSight(match, at === null && !state.begun ? choice.piece : null); // an action that waits has moved things on
  const pick = thing => { choice.pick(thing); if (thing && at === null) setTab('actions'); };
  const type = line => { setAt(null); setTab('actions'); choice.setLine(line); };
  useEffect(() => { if (state.begun?.yours) { setTab('actions'); setAt(null); } }, [state.begun?.question?.id]);
  return { hovered, setHovered, at, setAt, tab, setTab, list, standing: list.filter(s => s.n && !s.open).length, head: step?.head, scene, marks, actor, lines, pick, type };
}

function Table({ match }) {
  const { state } = match;
  const printing = usePrinting(); // paper holds all panels, below each other
  const wide = useMedia('(min-width: 1180px)') || printing, phone = useMedia('(max-width: 699px)') && !printing;
  const choice = useChoice(match), table = useTable(match, choice);
  const { at, scene } = table;
  const told = useTold(match, table.list), tray = useTray(match, table.list, at);
  const act = async () => { if (choice.line && at === null && match.yours() && !match.busy && !refusal(match) && await match.play(choice.line)) choice.setLine(null); };
  useKeys({ match, choice, act, at, setAt: table.setAt });
  if (!scene) return html`<${Bar} at="" /><main class="wait"><pre>${state.words}</pre></main>`;
  const slider = html`<${Replay} of=${table.standing} at=${at} head=${table.head} alone=${phone} onMove=${table.setAt} />`;
  const typed = state.you.role !== 'spectator' && !state.over && html`<${CommandLine} match=${match} onLine=${table.type} />`;
  const panels = {
    actions: ['Actions', html`<${ActionsPanel} match=${match} choice=${choice} table=${table} act=${act}>${phone && typed}<//>`],
    floors: ['Floors', html`<${Floors} scene=${scene} chosen=${choice.piece} marks=${table.marks} onPick=${table.pick} onHover=${table.setHovered} />`],
    record: ['Record', html`${phone && slider}<${Record} match=${match} at=${at} onStep=${n => table.setAt(n >= table.standing ? null : n)} />`],
    dice: ['Dice', html`<div inert=${at !== null}><${DiceSettings} match=${match} /></div>`],
  };
  return html`<${Bar} at=""><${Status} match=${match} past=${at !== null} /><${Tools} match=${match} /><//>
    <${Patterns} /><${Voice} text=${said(table.list)} /><${Connection} match=${match} />
    <main class=${`table ${wide ? 'wide' : 'narrow'}${state.begun?.yours && at === null ? ' answering' : ''}`}>
      ${wide && html`<aside class="left" aria-label="Floors and dice"><${Panel} name="floors" panel=${panels.floors} /><${Panel} name="dice" panel=${panels.dice} /></aside>`}
      <section class="middle" aria-label="The scene">
        ${scene.notes.length > 0 && html`<p class="notes small">${scene.notes.join('; ')}</p>`}
        <${Plan} scene=${scene} chosen=${table.actor || choice.piece} marks=${table.marks} lines=${table.lines || []} hovered=${table.hovered} onPick=${table.pick} onHover=${table.setHovered} />
        ${!phone && slider}${!phone && typed}<${Tray} tray=${tray} told=${told} state=${state} />
      </section>
      ${wide ? html`<aside class="right" aria-label="Actions and record"><${Panel} name="actions" panel=${panels.actions} /><${Panel} name="record" panel=${panels.record} /></aside>`
        : html`<${Tabs} panels=${panels} tab=${table.tab} onTab=${table.setTab} />`}
    </main>`;
}

// ActionsPanel is what may be done, and before it what is asked, what failed and what is about to be done.
function ActionsPanel({ match, choice, table, act, children }) {
  const { state } = match, { at, scene } = table;
  return html`<div class="panel-actions">
    ${at !== null && html`<p class="past">You are looking at the past. ${state.begun?.yours ? 'What is asked of you waits in the present.' : ''} <button class="main" onClick=${() => table.setAt(null)}>Back to the present</button></p>`}
    ${at === null && html`<${Consent} match=${match} />`}<${Banner} match=${match} />
    ${!(choice.line && refusal(match)) && html`<${Trouble} error=${match.error} cite=${cite} onClose=${() => match.clear()} />`}
    ${at === null && html`<${Decision} match=${match} />`}
    ${at === null && html`<${Aim} state=${state} list=${table.list} /><${Since} state=${state} list=${table.list} />`}
    ${choice.line && !state.begun && at === null && html`<${Preview} match=${match} line=${choice.line} refused=${refusal(match)} onDo=${act} onClose=${() => choice.setLine(null)} />`}
    ${!state.begun && at === null && html`<${Actions} match=${match} scene=${scene} piece=${choice.piece} aim=${choice.aim} chosen=${choice.line} onChoose=${choice.setLine} onPick=${table.pick} onDrop=${choice.drop} onClearAim=${() => choice.setAim(null)}>
      <${Sights} asked=${pieces(scene).some(p => p.name === choice.piece)} lines=${table.lines} unit=${scene.unit} hovered=${table.hovered} onHover=${table.setHovered} /><//>`}
    ${children}
  </div>`;
}

// refusal is why the rules refuse what was about to be done; it stands with the action, and not a second time.
const refusal = match => match.error?.status === 422 ? match.error : null;

// said is what a reader is told of the last step.
function said(list) {
  const last = list.at(-1);
  return last && !last.open ? `${last.head.by}: ${last.head.action || last.head.text}. ${brief(last)}` : '';
}

// target is what the shown action names, or what is aimed at.
function target(choice, scene) {
  if (choice.line) return named(choice.line, scene);
  if (!choice.aim) return null;
  const { kind, name } = choice.aim;
  const marks = { pieces: new Set(), structures: new Set(), floors: new Set(), areas: new Set(), openings: new Set() };
  marks[kind + 's'].add(name);
  return marks;
}

// useKeys: Enter plays what is shown, Esc leaves it, u takes back.
function useKeys({ match, choice, act, at, setAt }) {
  useLayoutEffect(() => { // so that a key means what is seen
    const key = e => {
      if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]') || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) return;
      if (e.key === 'Enter' && !e.repeat && choice.line && (!/^(BUTTON|A|SUMMARY)$/.test(e.target.tagName) || e.target.classList.contains('act'))) { e.preventDefault(); act(); }
      if (e.key === 'Escape') { if (at !== null) setAt(null); else if (choice.line) choice.setLine(null); else choice.pick(null); }
      if (e.key === 'u' && match.state.undo.possible && !match.busy) match.undo();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  });
}

function Panel({ name, panel }) {
  return html`<section class=${`panel panel-of-${name}`} aria-labelledby=${`panel-${name}`}><h2 id=${`panel-${name}`}>${panel[0]}</h2><div class="panel-body" tabindex=${name === 'record' ? null : '-1'}>${panel[1]}</div></section>`;
}

function Tabs({ panels, tab, onTab }) {
  const all = Object.keys(panels);
  const key = e => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    const next = all[(all.indexOf(tab) + by + all.length) % all.length];
    onTab(next);
    document.getElementById(`tab-${next}`).focus();
  };
  return html`<section class="tabbed"><div class="tabs" role="tablist" aria-label="Panels" onKeyDown=${key}>${all.map(n => html`<button role="tab" id=${`tab-${n}`} aria-selected=${n === tab ? 'true' : 'false'} aria-controls="tab-panel" tabindex=${n === tab ? 0 : -1} onClick=${() => onTab(n)}>${panels[n][0]}</button>`)}</div>
    <div id="tab-panel" class="panel-body" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0" key=${tab}><h2 class="voice">${panels[tab][0]}</h2>${panels[tab][1]}</div></section>`;
}

function Connection({ match }) {
  if (match.link !== 'refused' && !match.lost()) return null;
  return html`<p class="connection" role="status">${match.link === 'refused' ? 'The server does not know this seat any more.' : 'Connection lost, trying again …'}</p>`;
}

show(html`<${Page} />`);
