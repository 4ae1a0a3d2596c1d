// How a match is begun: at once from a card, or with everything laid open.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, Copy, Dialog, Trouble, useLoad } from './shell.js';
import { ask, book, newKey, once, scenario as bundled } from './api.js';
import { remember } from './known.js';
import { Rulings } from './rulings.js';
import { plain } from './number.js';

/** title is a scenario's title, made of its name where nobody wrote one. */
export function title(s) {
  return s.title && s.title !== s.name ? s.title : plain(s.name).replace(/^./, c => c.toUpperCase());
}

/** ways are who sits at the table. */
export const ways = [['alone', 'Alone against the program'], ['hotseat', 'Two at this table'], ['links', 'Two browsers']];

/** begin asks the server for a match and remembers its tokens. */
export async function begin({ ruleset, scenario, yaml, way, side = 0, policy = 'cautious', rulings, dice, strict, names }) {
  const seats = [0, 1].map(i => way === 'alone' && i !== side ? { policy } : names?.[i] ? { player: names[i] } : {});
  const body = { seats, hotseat: way === 'hotseat' };
  if (yaml) body.yaml = yaml; else Object.assign(body, { ruleset, scenario });
  if (rulings && Object.keys(rulings).length) body.rulings = rulings;
  if (dice) body.dice = dice;
  if (strict) body.strict = true;
  const made = await ask('matches', { method: 'POST', body, key: newKey() });
  const token = way === 'hotseat' ? made.tokens.table : made.tokens[made.sides[side]];
  remember({ id: made.id, token, tokens: made.tokens, sides: made.sides, ruleset, scenario, way });
  return { ...made, href: `/m/${made.id}#${token}` };
}

// local reports whether the page has its address from this machine, and for it alone.
const local = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Links shows the links of a match, to be sent to those who play and look on. */
export function Links({ made, onClose, here }) {
  const link = name => `${location.origin}/m/${made.id}#${made.tokens[name]}`;
  const seats = made.sides.filter(s => made.tokens[s]);
  return html`<${Dialog} title="Who gets which link" onClose=${onClose}>
    <p>Whoever has a link has the seat. ${made.tokens.table || seats.length < 2 ? 'The first is yours; the last is for anybody who wants to look on.' : 'Keep yours, send the other one to your opponent, and the third to anybody who wants to look on.'}</p>
    ${local() && html`<p class="asked small">These links work on this machine only. For somebody at another one, end the server and begin it again as <code>loophole serve --listen 0.0.0.0:8047</code>; open it there by a name or number of this machine that the other can reach, and the links will carry that. The matches go on.</p>`}
    ${seats.map(s => html`<${Copy} label=${s} text=${link(s)} />`)}
    ${made.tokens.table && html`<${Copy} label="Both sides, at one table" text=${link('table')} />`}
    <${Copy} label="To look on" text=${link('spectator')} />
    ${!here && html`<div class="row">${seats.map(s => html`<a class="button main" href=${link(s)}>Sit down for ${s}</a>`)}</div>`}
  <//>`;
}

// What was typed of a scenario, for as long as the page is open: leaving the dialog does not lose it.
let typed = '';

// Own is a scenario that somebody writes: typed, copied from a bundled one, or read from a file.
function Own({ yaml, onYaml }) {
  const all = useLoad(() => once('scenarios'), []).value || [];
  const copy = async e => { const s = all[e.target.value]; if (s) onYaml((await bundled(s.ruleset, s.name)).yaml); };
  const read = async e => { const file = e.target.files[0]; if (file) onYaml(await file.text()); };
  return html`<label>Scenario as YAML<textarea rows="9" value=${yaml} spellcheck="false" placeholder="ruleset: tideofiron …" onInput=${e => onYaml(e.target.value)}></textarea></label>
    <label>Begin with a copy of<select onChange=${copy}><option value="">…</option>${all.map((s, i) => html`<option value=${i}>${s.ruleset}: ${title(s)}</option>`)}</select></label>
    <label>or a file <input type="file" accept=".yaml,.yml,.json,text/yaml" onChange=${read} /></label>`;
}

const policies = ['cautious', 'aggressive', 'random', 'search'].map(name => ({ name }));

// Players is who plays, and whose dice lie on the table.
function Players({ want, sides, about, onChange }) {
  return html`<fieldset><legend>Who plays</legend>${ways.map(([id, text]) => html`<label class="tick"><input type="radio" name="way" checked=${want.way === id} onChange=${() => onChange({ way: id })} />${text}</label>`)}</fieldset>
    ${want.way === 'alone' && html`<div class="row">
      <label class="grow">You play<select value=${want.side} onChange=${e => onChange({ side: Number(e.target.value) })}>${sides.map((n, i) => html`<option value=${i}>${n}</option>`)}</select></label>
      <label class="grow">The program plays<select value=${want.policy} onChange=${e => onChange({ policy: e.target.value })}>${(about?.policies || policies).map(p => html`<option value=${p.name} title=${p.gist}>${p.name}</option>`)}</select></label></div>`}
    <div class="row">${sides.map((n, i) => (want.way !== 'alone' || want.side === i) && html`<label class="grow">Dice of ${n}<select value=${want.dice[i]} onChange=${e => onChange({ dice: want.dice.map((d, k) => k === i ? e.target.value : d) })}><option value="program">rolled by the program</option><option value="typed">typed from the table</option></select></label>`)}</div>`;
}

// BookRulings is where the book can be read two ways. Its line is there before the
// rulings are, so that what stands below does not jump.
function BookRulings({ ruleset, about, changed, onChange }) {
  return html`<details><summary>Rulings: where the book can be read two ways (${Object.keys(changed).length || 'none'} changed)</summary>
    ${about ? html`<${Rulings} ruleset=${ruleset} rulings=${about.rulings} changed=${changed} onChange=${onChange} />` : html`<p class="soft">One moment …</p>`}</details>`;
}

/** Options is the dialog with everything that can be chosen before a match. */
export function Options({ ruleset, scenario, yaml: first, name, onClose, onBegun }) {
  const [want, set] = useState({ way: 'alone', side: 0, policy: 'cautious', rulings: {}, dice: ['program', 'program'], strict: false });
  const [yaml, setYaml] = useState(first || typed), told = useRef(null);
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const own = first !== undefined;
  const about = useLoad(() => ruleset ? book(ruleset) : Promise.resolve(null), [ruleset]).value;
  const sides = useLoad(() => scenario ? bundled(ruleset, scenario) : Promise.resolve(null), [ruleset, scenario]).value?.sides || ['the first side', 'the second side'];
  useEffect(() => { if (own) typed = yaml; }, [yaml]);
  useEffect(() => { if (error) told.current.scrollIntoView({ block: 'nearest' }); }, [error]);
  const change = part => set(old => ({ ...old, ...part }));
  const go = async e => {
    e.preventDefault();
    setBusy(true); setError(null);
    try {
      const made = await begin({ ruleset, scenario, yaml: own ? yaml : undefined, ...want, dice: want.way === 'alone' ? want.dice.map((d, i) => i === want.side ? d : 'program') : want.dice });
      onBegun(made, want.way);
    } catch (problem) { setError(problem); setBusy(false); }
  };
  return html`<${Dialog} title=${name} onClose=${onClose}>
    <form class="options" onSubmit=${go}>
      ${own && html`<${Own} yaml=${yaml} onYaml=${setYaml} />`}
      <${Players} want=${want} sides=${sides} about=${about} onChange=${change} />
      ${ruleset && html`<${BookRulings} ruleset=${ruleset} about=${about} changed=${want.rulings} onChange=${rulings => change({ rulings })} />`}
      <label class="tick"><input type="checkbox" checked=${want.strict} onChange=${e => change({ strict: e.target.checked })} />Refuse values that are not published with certainty</label>
      <div ref=${told} class="options-fault"><${Trouble} error=${error} /></div>
      <button class="main" disabled=${busy || (own && !yaml.trim())}>${busy ? 'Setting up …' : 'Begin'}</button>
    </form>
  <//>`;
}
