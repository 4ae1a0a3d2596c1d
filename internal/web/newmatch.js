// Creating a match: at once from a card, or with all options.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, Dialog, Trouble, useLoad } from './shell.js';
import { ask, book, isAbort, newKey, once, scenario as bundled } from './api.js';
import { myName, ownText, remember } from './mymatches.js';
import { Rulings } from './rulings.js';
import { Values } from './values.js';
import { plain } from './number.js';
import { barOf, howHard, howItEnds, measuredBy, strongSays } from './measured.js';
import { advised, ranked, strength, strengths } from './strengths.js';
import { phones, seated } from './phones.js';
import { inFolder, matchPlace } from './places.js';
import { Rulebook } from './clause.js';
import { Amiss, useAmiss } from './field.js';
import { capital } from './labels.js';

/** title returns a scenario's title, or one made from its name. */
export function title(s) {
  return s.title && s.title !== s.name ? s.title : capital(plain(s.name));
}

/** ways are the choices of who plays. */
export const ways = [
  ['alone', 'the program'],
  // Links lead to this device only where the program runs in the browser.
  inFolder ? ['phones', 'a friend, at another phone'] : ['links', 'a friend, at another screen'],
  ['hotseat', 'a friend, at this screen'],
];

const isAfar = way => way === 'links' || way === 'phones';

/**
 * begin creates a match and keeps its tokens. Two players with secrets at one screen have a seat
 * each and hand the screen over.
 */
export async function begin({
  ruleset,
  scenario,
  yaml,
  way,
  side = 0,
  policy = 'cautious',
  rulings,
  house,
  dice,
  hands,
  strict,
  names,
  guide,
  hints,
}) {
  const seats = [0, 1].map(i => ({
    ...(way === 'alone' && i !== side ? { policy } : names?.[i] ? { player: names[i] } : {}),
    ...(way === 'links' && i !== side ? { invite: true } : {}),
  }));
  const body = { seats, hotseat: way === 'hotseat' };
  if (yaml) body.yaml = yaml;
  else Object.assign(body, { ruleset, scenario });
  if (rulings && Object.keys(rulings).length) body.rulings = rulings;
  if (house && Object.keys(house).length) body.house = house;
  if (hands && way !== 'hotseat') body.terms = { dice: 'two hands' };
  else if (dice) body.dice = dice;
  if (strict) body.strict = true;
  if (hints !== undefined) body.hints = hints ? 'on' : 'off';
  // The browser may refuse, and keep the match all the same.
  if (inFolder) navigator.storage?.persist?.().catch(() => {});
  if (way === 'phones') {
    delete body.terms;
    delete body.dice;
    const { match } = await phones({ do: 'begin', new: body, side, dice: hands ? 'two hands' : 'typed' });
    const href = seated(match);
    if (yaml) ownText(match.id, yaml);
    return { ...match, href };
  }
  const made = await ask('matches', { method: 'POST', body, key: newKey() });
  const token =
    way !== 'hotseat' ? made.tokens[made.sides[side]] : made.secret ? made.tokens[made.turn] : made.tokens.table;
  remember({ id: made.id, token, tokens: made.tokens, sides: made.sides, ruleset, scenario, way, guide });
  if (yaml) ownText(made.id, yaml);
  return { ...made, mine: made.sides[side], href: matchPlace(made.id, token) };
}

// rest is the time without a key, in milliseconds, after which a typed scenario is read.
const rest = 600;

// useOwn reads the player's own scenario as soon as it is there. value is the scenario as the program
// understands it, and error says what is wrong.
function useOwn(yaml) {
  const [got, set] = useState({});
  useEffect(() => {
    if (!yaml.trim()) {
      set({});
      return undefined;
    }
    const control = new AbortController();
    const read = () =>
      ask('scenarios', { method: 'POST', body: { yaml }, signal: control.signal }).then(
        value => set({ yaml, value }),
        error => isAbort(error) || set(old => ({ yaml, error, value: old.value })),
      );
    const timer = setTimeout(read, rest);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [yaml]);
  return got.yaml === yaml ? got : { value: got.value, reads: Boolean(yaml.trim()) };
}

// The typed scenario is kept while the page is open, so that closing the dialog does not lose it.
let typed = '';

// Own is a scenario file of the player: typed, copied from a bundled one, or read from a file.
function Own({ yaml, read, onYaml }) {
  const all = useLoad(() => once('scenarios'), []).value || [];
  const copy = async e => {
    const s = all[e.target.value];
    if (s) onYaml((await bundled(s.ruleset, s.name)).yaml);
  };
  const open = async e => {
    const file = e.target.files[0];
    if (file) onYaml(await file.text());
  };
  return html`<label>Scenario as YAML<textarea rows="9" value=${yaml} spellcheck="false"
    placeholder="ruleset: tideofiron …" onInput=${e => onYaml(e.target.value)}></textarea></label>
    <label>Begin with a copy of<select onChange=${copy}><option value="">…</option>
    ${all.map((s, i) => html`<option value=${i}>${s.ruleset}: ${title(s)}</option>`)}</select></label>
    <label>or a file <input type="file" accept=".yaml,.yml,.json,text/yaml" onChange=${open} /></label>
    <div class="own-read" role="status">${
      read.error
        ? html`<${Trouble} error=${read.error} />`
        : read.reads
          ? html`<p class="soft small">Reading …</p>`
          : read.value &&
            html`<p class="small"><b>${title(read.value)}</b>: ${read.value.sides.join(' against ')}.${
              read.value.gist && ` ${capital(read.value.gist)}.`
            }</p>`
    }</div>`;
}

// Segments is a choice between a few answers in a row. The third element of an answer disables it.
function Segments({ legend, lead, name, of, value, onChange, children }) {
  return html`<fieldset class="segments"><legend>${legend}</legend>
    ${lead && html`<p class="small lead">${lead}</p>`}<div>
    ${of.map(
      ([id, text, never]) => html`<label><input type="radio" name=${name} value=${id} checked=${value === id}
      disabled=${never} onChange=${() => onChange(id)} /><span>${text}</span></label>`,
    )}</div>${children}</fieldset>`;
}

// OnPhones explains a match on two phones, and its dice.
function OnPhones({ hands }) {
  return html`<p class="soft small">The two phones need no network, and no server: each shows the other its moves as a
    code to scan, or as a text to send. ${
      hands
        ? 'Both phones make every roll together, so that nobody can foresee or choose it. An action with dice takes ' +
          'a message each way.'
        : 'Each player rolls real dice and types them; the other takes their word. A turn is one message, and an ' +
          'action in which the other player rolls takes one more each way.'
    } Each phone knows all of the game, so you cannot play scenarios with hidden pieces this way.</p>`;
}

// NotOffered says why a fight with hidden pieces cannot be played in some ways.
const NotOffered = ({ what }) => html`<p class="soft small not-offered">Not ${what}: in this fight a side hides
  something, and each player’s ${inFolder ? 'device' : 'program'} would know all of the game.</p>`;

// between says how a scenario ends between two strong players.
function between(s) {
  const { first, second, of } = barOf(s);
  return `Between two ${of}: ${s.sides[0]} ${first} of a hundred, ${s.sides[1]} ${second} (${strongSays(s)}).`;
}

// measured says how a policy scores against a weaker one, if that is measured.
function measured(p) {
  if (!p?.rating) return '';
  const share = r => `${Math.round(100 * r.score)} %`,
    here = p.rating_here ? `, ${share(p.rating_here)} in this rulebook` : '';
  return `. Without luck it scores ${share(p.rating)} against the ${strength(p.rating.against)}${here}.`;
}

// Players selects who plays and who rolls.
function Players({ want, about, s, sides, secret, onChange }) {
  const alone = want.way === 'alone',
    onPhones = want.way === 'phones',
    afar = isAfar(want.way),
    policies = ranked(about?.policies || strengths);
  const rename = (i, to) => onChange({ names: want.names.map((n, k) => (k === i ? to : n)) });
  return html`${
    want.way !== 'hotseat' &&
    html`<${Segments} legend="You play" name="side" of=${sides.map((n, i) => [i, n])} value=${want.side}
      onChange=${side =>
        onChange({
          side,
          names: ['', ''].map((_, i) => (i === side ? want.names[want.side] : want.names[1 - want.side])),
        })}>
      ${
        s?.played &&
        html`<details class="measured small soft">
        <summary>${capital(howHard(s, want.side))}, by measured games</summary>
        ${s.played.strong && html`<p>${between(s)}</p>`}
        <p>${measuredBy(s)} ${howItEnds(s)}. <code>${s.played.command}</code> plays them again.</p></details>`
      }<//>`
  }
    <${Segments} legend="Against" name="way" of=${ways.map(([way, text]) => [
      way,
      text,
      secret && way === 'phones',
    ])} value=${want.way} onChange=${way => onChange(way === 'phones' ? { way, hands: true } : { way })}>
      ${secret && inFolder && html`<${NotOffered} what="at two phones" />`}<//>
    ${
      alone &&
      html`<${Segments} legend="Its strength" lead=${advised} name="policy" of=${policies.map(p => [
        p.name,
        strength(p.name),
      ])} value=${want.policy} onChange=${policy => onChange({ policy })}><p class="soft small policy-gist">
        ${policies.find(p => p.name === want.policy)?.gist}${measured(policies.find(p => p.name === want.policy))}</p>
<//>`
    }
    ${
      !alone &&
      html`<div class="row">
    ${sides.map(
      (n, i) => html`<label class="grow">${
        afar && i === want.side ? `Your name, for ${n}` : `Name of the player of ${n}`
      }<input value=${want.names[i]} maxlength="40" placeholder="may be left out"
        onInput=${e => rename(i, e.target.value)} /></label>`,
    )}</div>`
    }
    ${
      want.way !== 'hotseat' &&
      html`<${Segments} legend="Who makes the dice" name="made" of=${[
        [false, onPhones ? 'real dice, typed' : 'the program, or a player'],
        [true, 'two hands', secret],
      ]} value=${want.hands} onChange=${hands => onChange({ hands })}>
        ${secret && html`<${NotOffered} what="with dice of two hands" />`}
        ${onPhones && html`<${OnPhones} hands=${want.hands} />`}
        ${
          want.hands &&
          !onPhones &&
          (inFolder
            ? html`<p class="soft small">Two hands: you and the program make every roll together. Both halves are kept
                by this browser. You cannot play scenarios with hidden pieces this way.</p>`
            : html`<p class="soft small">Two hands: ${alone ? 'you and the program' : 'both players'} make every roll
            together, so that nobody can foresee or choose it, not even the server. Your browser makes and keeps your
              half. If a player keeps a half back for a day, the other can claim the game. You cannot play
              scenarios with hidden pieces this way: each player’s program has to know all of the game.</p>`)
        }<//>`
    }
    ${sides.map(
      (n, i) =>
        !onPhones &&
        (!want.hands || want.way === 'hotseat') &&
        (!alone || want.side === i) &&
        html`<${Segments} legend=${alone ? 'Dice' : `Dice of ${n}`} name=${`dice-${i}`} of=${[
          ['program', 'the program’s'],
          ['typed', 'mine, from the table'],
        ]} value=${want.dice[i]} onChange=${d => onChange({ dice: want.dice.map((x, k) => (k === i ? d : x)) })} />`,
    )}
    ${
      want.way === 'links' &&
      !want.hands &&
      html`<p class="soft small">Players cannot see each other’s real dice. A side whose dice the program rolls can
        change to its own only if the other player agrees.</p>`
    }`;
}

// BookRulings lists the rulings. Its heading is there before they are loaded, so that the layout
// does not jump.
function BookRulings({ ruleset, about, usual, changed, onChange }) {
  return html`<details class="house-rulings"><summary>Rulings: where the book can be read two ways (${
    Object.keys(changed).length || 'none'
  } changed)</summary>
    ${
      about
        ? html`<${Rulings} ruleset=${ruleset} rulings=${about.rulings} usual=${usual} changed=${changed}
            onChange=${onChange} />`
        : html`<p class="soft">One moment …</p>`
    }</details>`;
}

// BookValues lists the values that the chapter needs and does not state, as numbers to change.
function BookValues({ about, usual, changed, onChange }) {
  const values = (about?.facts || [])
    .map(f => ({ ...f, name: `facts.${f.name}`, printed: f.value }))
    .map(f => (f.name in usual ? { ...f, printed: usual[f.name], confidence: 'scenario' } : f))
    .filter(f => f.confidence !== 'sure');
  return html`<details class="house-values"><summary>House rules: numbers that the chapter leaves to you (${
    Object.keys(changed).length || 'none'
  } changed)</summary>
    ${
      about
        ? html`<${Values} id="house" values=${values} facts=${about.facts} house=${changed} faults=${new Map()}
            lacks=${[]} stands="this counts:" onChange=${onChange} />`
        : html`<p class="soft">One moment …</p>`
    }</details>`;
}

/** Options is the dialog with all options of a new match. */
export function Options({ ruleset, scenario, yaml: first, name, brief: s, onClose, onBegun }) {
  const [want, set] = useState({
    way: 'alone',
    side: 0,
    policy: 'cautious',
    rulings: {},
    house: {},
    dice: ['program', 'program'],
    hands: false,
    strict: false,
    hints: null, // usual: against the program and at one screen
    names: [myName(), ''],
  });
  const [yaml, setYaml] = useState(first || typed),
    told = useRef(null);
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const { amiss, tell } = useAmiss();
  const own = first !== undefined,
    read = useOwn(own ? yaml : ''),
    of = own ? read.value?.ruleset : ruleset;
  const about = useLoad(() => (of ? book(of) : Promise.resolve(null)), [of]).value;
  const open = useLoad(() => (own ? Promise.resolve(null) : bundled(ruleset, scenario)), [ruleset, scenario]).value,
    full = own ? read.value : open,
    secret = full?.secret,
    usual = full?.house || {},
    faulty = read.error?.status === 400 || read.error?.status === 422; // Without a network there is no telling.
  const sides = full?.sides || s?.sides || ['the first side', 'the second side'];
  // Another rulebook has other rulings and values.
  useEffect(() => set(old => ({ ...old, rulings: {}, house: {} })), [of]);
  // The fight may be known only after a choice.
  useEffect(() => {
    if (secret) set(old => ({ ...old, way: old.way === 'phones' ? 'alone' : old.way, hands: false }));
  }, [secret]);
  useEffect(() => {
    if (own) typed = yaml;
  }, [yaml]);
  useEffect(() => {
    if (error) told.current.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const change = part => set(old => ({ ...old, ...part }));
  const go = async e => {
    e.preventDefault();
    setBusy(true);
    setError(null);
    if (isAfar(want.way)) myName(want.names[want.side]);
    try {
      const made = await begin({
        ruleset,
        scenario,
        yaml: own ? yaml : undefined,
        ...want,
        hints: want.hints ?? !isAfar(want.way),
        names: want.way === 'alone' ? undefined : want.names.map(n => n.trim()),
        dice: want.way === 'alone' ? want.dice.map((d, i) => (i === want.side ? d : 'program')) : want.dice,
      });
      onBegun(made, want.way);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${name} onClose=${onClose}>
    <form class="options" onSubmit=${go}>
      ${own && html`<${Own} yaml=${yaml} read=${read} onYaml=${setYaml} />`}
      <${Players} want=${want} s=${s} sides=${sides} about=${about} secret=${secret}
        onChange=${change} />
      ${
        of &&
        html`<${Rulebook.Provider} value=${of}><${Amiss.Provider} value=${tell}>
          <${BookRulings} ruleset=${of} about=${about} usual=${usual} changed=${want.rulings}
            onChange=${rulings => change({ rulings })} />
          <${BookValues} about=${about} usual=${usual} changed=${want.house}
            onChange=${house => change({ house })} /><//><//>`
      }
      <label class="tick"><input type="checkbox" class="with-hints" checked=${want.hints ?? !isAfar(want.way)}
        onChange=${e => change({ hints: e.target.checked })} />Hints, and on request warnings before blunders${
          want.way === 'links' ? ', if the other agrees' : want.way === 'phones' ? ', for both' : ''
        }</label>
      <label class="tick"><input type="checkbox" checked=${want.strict}
        onChange=${e => change({ strict: e.target.checked })} />Refuse values without a certain source</label>
      <div ref=${told} class="options-fault"><${Trouble} error=${error} /></div>
      <button class="main" disabled=${busy || amiss.length > 0 || (own && (!yaml.trim() || faulty))}>
      ${
        busy
          ? 'Setting up …'
          : want.way === 'alone'
            ? `Start as ${sides[want.side]}`
            : isAfar(want.way)
              ? 'Start and invite'
              : 'Start'
      }</button>
    </form>
  <//>`;
}
