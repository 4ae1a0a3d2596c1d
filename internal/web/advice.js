// Hints: the best actions with their chances to win and the reasons, the chance to win by each
// option of a decision, and a warning before an action that gives away much of a win.
import { useEffect, useReducer, useRef, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { isAbort } from './api.js';
import { Odds, chance, tight } from './eventodds.js';

const place = 'loophole.warn';
let warns = null; // where the browser has no storage

const wanted = () => {
  try {
    return warns ?? localStorage.getItem(place) === 'on';
  } catch {
    return warns ?? false;
  }
};

function want(on) {
  warns = on;
  try {
    localStorage.setItem(place, on ? 'on' : 'off');
  } catch {
    /* it holds while the page is open */
  }
  dispatchEvent(new Event('warns'));
}

// Whether the hints of a match are open lasts as long as the tab, so that a reload does not close them.
const openPlace = match => `loophole.hints.${match.id}`;

const wasOpen = match => {
  try {
    return sessionStorage.getItem(openPlace(match)) === 'open';
  } catch {
    return false;
  }
};

function keepOpen(match, open) {
  try {
    sessionStorage.setItem(openPlace(match), open ? 'open' : '');
  } catch {
    /* a reload closes them */
  }
}

/** useWarns reports whether the player wants warnings and has hints in this match. */
export function useWarns(match) {
  const [, changed] = useReducer(n => n + 1, 0);
  useEffect(() => {
    addEventListener('warns', changed);
    return () => removeEventListener('warns', changed);
  }, []);
  return match.state.hints.on && wanted();
}

const again = 2000; // milliseconds until a hint is asked for again while the model is fitted

/** hintOf fetches a hint for the present decision or, if a line is given, about that action. */
const hintOf = (match, line, signal) => match.later(`hint${line ? `?action=${encodeURIComponent(line)}` : ''}`, signal);

/** useHint fetches a hint once asked is true, and again until the model of the scenario is fitted. */
export function useHint(match, asked) {
  const [got, set] = useState({});
  const { position, sequence, begun } = match.state;
  useEffect(() => {
    set({});
    if (!asked) return undefined;
    const control = new AbortController();
    let timer;
    const fetchHint = () =>
      hintOf(match, '', control.signal).then(
        value => {
          set({ value });
          if (!value.ready) timer = setTimeout(fetchHint, again);
        },
        error => isAbort(error) || control.signal.aborted || set({ error }),
      );
    fetchHint();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [asked, position, sequence, begun?.question?.id]);
  return got;
}

// plusMinus writes the standard error of a chance in points, unless it would be shown as 0.
const plusMinus = v => (v >= 0.0005 ? ` ± ${(100 * v).toFixed(1)}` : '');

const behind = x =>
  x.behind < 0.0005 ? 'the best' : `−${(100 * x.behind).toFixed(1)}${plusMinus(x.behind_error)} points`;

const isBound = a => a.proven === 'at least' || a.proven === 'at most';

/** standing says how an action compares with the best one. The distance from a bound is unknown. */
const standing = (a, best) => {
  if (!isBound(best) && !isBound(a)) return behind(a);
  return a.proven ? 'proven' : isBound(best) ? 'estimated' : behind(a);
};

// likely writes the chance to win by an action, with its error if it is an estimate.
const likely = a =>
  `${a.proven ? `${a.proven} ` : a.sampled ? '≈ ' : ''}${chance(a.chance).replace(/(?=.%$)/, plusMinus(a.error))}`;

/**
 * Hints is the panel with the best actions, from which one can be chosen, and the switch for
 * warnings.
 */
export function Hints({ match, choice }) {
  const [open, setOpen] = useState(() => wasOpen(match)),
    warned = useWarns(match),
    { value, error } = useHint(match, open);
  const turn = e => {
    setOpen(e.currentTarget.open);
    keepOpen(match, e.currentTarget.open);
  };
  return html`<details class="advice" open=${open} onToggle=${turn}><summary>Hint
    </summary>
    ${
      open &&
      html`<label class="tick"><input type="checkbox" checked=${warned}
      onChange=${e => want(e.target.checked)} />Warn me before a blunder</label>
    ${error && html`<p class="soft" role="alert">${error.message}</p>`}
    ${!value && !error && html`<p class="soft" role="status">Comparing your actions …</p>`}
    ${
      value?.actions.length > 0 &&
      html`<ol class="best">${value.actions.map(
        a => html`<li key=${a.action}><button class="best-way" data-line=${a.action}
        onClick=${() => choice.setLine(a.action)}><span>${a.said}</span><b>${likely(a)}
        <small class="soft">${standing(a, value.actions[0])}</small></b></button><p class="small">${tight(a.why)}${
          a.alike > 0 &&
          ` ${a.alike === 1 ? 'One other action' : `${a.alike} other actions`} of its kind ${
            a.alike === 1 ? 'is' : 'are'
          } as good.`
        }</p><${Odds} events=${a.events} /></li>`,
      )}</ol>`
    }
    ${value && html`<p class="small soft advice-basis" role="status">${tight(value.basis)}</p>`}`
    }</details>`;
}

/**
 * useWarning watches the action about to be played. Its passes waits for the server and reports
 * whether the action may be played without a warning; shown is the warning that is open, and says
 * why there is none yet.
 */
export function useWarning(match, line) {
  const on = useWarns(match) && match.yours() && Boolean(line);
  const { position } = match.state,
    [shown, setShown] = useState(null),
    [says, setSays] = useState(''),
    coming = useRef(null);
  useEffect(() => {
    setShown(null);
    setSays('');
    coming.current = null;
    if (!on) return undefined;
    const control = new AbortController();
    coming.current = hintOf(match, line, control.signal).catch(() => null);
    coming.current.then(hint => control.signal.aborted || !hint || hint.ready || setSays(hint.basis));
    return () => control.abort();
  }, [on, line, position]);
  return {
    shown,
    says,
    clear: () => setShown(null),
    passes: async () => {
      const asked = coming.current,
        hint = asked && (await asked);
      if (!hint?.warning || asked !== coming.current) return asked === coming.current;
      setShown(hint);
      return false;
    },
  };
}

/** Warning says what an action gives away and what would be better. */
export function Warning({ warning, match, onPlay, onBetter }) {
  const { shown } = warning,
    box = useRef(null),
    best = shown.actions[0];
  useEffect(() => {
    box.current.querySelector('h3').focus({ preventScroll: true });
    box.current.scrollIntoView({ block: 'nearest' });
  }, []);
  return html`<section ref=${box} class="blunder" role="alertdialog" aria-label="A warning before this action">
    <h3 tabindex="-1">${tight(shown.warning)}</h3>
    <p>Better: <button class="better-way" data-line=${best.action} onClick=${() => onBetter(best.action)}>
      ${best.said}</button></p><p class="small">${tight(best.why)}</p><${Odds} events=${best.events} />
    <div class="row"><button class="main think-again" onClick=${warning.clear}>Think again</button>
    <button class="play-anyway" disabled=${match.busy} onClick=${onPlay}>Play it anyway</button></div>
    <p class="small soft advice-basis">${tight(shown.basis)}</p></section>`;
}

/**
 * useOptionHints returns the chances to win by the options of a decision: asked for if the player
 * wants warnings, else by ask.
 */
export function useOptionHints(match, question) {
  const warned = useWarns(match),
    [asked, setAsked] = useState(null);
  const may = match.state.hints.on && question?.kind === 'choice';
  const on = may && (warned || asked === question.id),
    { value, error } = useHint(match, on);
  return {
    on,
    ask: may && !on ? () => setAsked(question.id) : null,
    of: i => value?.options[i],
    says: error?.message || (value && (!value.ready || !value.options.length) ? value.basis : ''),
    basis: value?.ready && value.options.length > 0 ? value.basis : '',
  };
}

/** OptionHint is the chance to win by an option. Its place is kept while it is being worked out. */
export const OptionHint = ({ hints, index }) => {
  if (!hints.on || hints.says) return null;
  const x = hints.of(index);
  return html`<span class="option-win">${x ? html`<b>${likely(x)}</b> to win, ${behind(x)}` : '… to win'}</span>`;
};

/** HintsAsked asks for consent to hints to which the other player has agreed. */
export function HintsAsked({ match }) {
  const { state } = match,
    { on, asks, agree } = state.hints,
    [later, setLater] = useState(false);
  if (!asks || on || later || state.over || state.you.role !== 'seat' || !agree.length) return null;
  if (agree.includes(state.you.side)) return null;
  return html`<section class="asked hints-asked" aria-label="May there be hints?"><p><b>${agree[0]}</b> suggests hints
    for both sides: the best actions, with their chances to win.</p><div class="row"><button class="main"
    disabled=${match.busy} onClick=${() => match.agreeToHints(true)}>Agree</button>
    <button onClick=${() => setLater(true)}>Not now</button></div></section>`;
}

/** HintTerms says whether hints are allowed, and asks for consent where it is needed. */
export function HintTerms({ match }) {
  const { state } = match,
    { on, asks, agree } = state.hints;
  if (!asks)
    return html`<p class="small">${
      on
        ? 'Hints are on in this match: “Hint” shows the best actions, by what your side knows.'
        : state.hands?.phones
          ? 'Hints are off in this match: the player who invites decides this for both.'
          : 'This match was begun without hints.'
    }</p>`;
  const mine = agree.includes(state.you.side),
    other = state.sides.find(s => s !== state.you.side);
  return html`<p class="small">${
    on ? 'Both players have agreed to hints. Either may stop them.' : 'Hints are off. Both players must agree to them.'
  } ${!on && mine && 'You have agreed.'} ${!on && agree.includes(other) && html`<b>${other} has agreed.</b>`}</p>
    ${
      state.you.role === 'seat' &&
      !state.over &&
      html`<p class="row"><button class="agree-to-hints" disabled=${match.busy}
      onClick=${() => match.agreeToHints(!mine)}>${
        mine ? (on ? 'Stop hints' : 'Withdraw your consent') : 'Agree to hints'
      }</button></p>`
    }`;
}
