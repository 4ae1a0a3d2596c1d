// An action as a sentence with replaceable words: a tap on a word offers its alternatives, and a
// tap on one of these is another action.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { choices, extras, members, read } from './actionwords.js';
import { short } from './number.js';

const small = text => text.replace(/^(The|Ground|Floor|Roof|Cellar) /, w => w.toLowerCase());

/**
 * Sentence shows an action; pool has the actions that are offered instead; sideOf returns the
 * side of a name, for its colour.
 */
export function Sentence({ now, pool, chance, sideOf, onChoose }) {
  const [open, setOpen] = useState(null);
  useEffect(() => setOpen(null), [now.line]);
  const slots = [...read(now).slots.values()],
    byPart = new Map(slots.map(s => [s.at, s]));
  const offered = new Map(slots.map(s => [s.name, choices(pool, now, s.name)]));
  const more = extras(pool, now);
  return html`<div class="sentence"><p class="line" data-line=${now.line} aria-label=${now.says.text}>
    ${now.says.parts.map((p, i) => {
      const slot = byPart.get(i),
        side = slot ? sideOf(slot.names[0]) : -1,
        cls = `word${side >= 0 ? ` side-${side}` : ''}`;
      if (!slot) return p.text;
      if (offered.get(slot.name).size < 2) return html`<b class=${cls}>${p.text}</b>`;
      return html`<button class=${`${cls} swaps`} aria-expanded=${open === slot.name ? 'true' : 'false'}
        aria-label=${`${p.text}: change`} onClick=${() => setOpen(open === slot.name ? null : slot.name)}>${p.text}
          </button>`;
    })}</p>
    ${
      open &&
      html`<${Offers} of=${offered.get(open)} slot=${open} now=${now} chance=${chance} onChoose=${a => {
        setOpen(null);
        onChoose(a.line);
      }} />`
    }
    ${more.map(
      name => html`<${Offers} key=${name} of=${choices(pool, now, name)} slot=${name} now=${now}
      chance=${chance} extra=${true} onChoose=${a => onChoose(a.line)} />`,
    )}
  </div>`;
}

// Offers lists the alternatives for a slot: one of them, or several together.
function Offers({ of, slot, now, chance, extra, onChoose }) {
  const [all, setAll] = useState(false);
  const group = members(of, now, slot);
  if (group)
    return html`<div class="chips" role="group" aria-label=${
      slot === 'actor' ? 'Who takes part' : `Who joins: ${slot}`
    }><span class="soft small">${slot === 'actor' ? 'together with' : 'with'}</span>
        ${group
          .filter(m => slot !== 'actor' || m.name !== read(now).leader)
          .map(
            m =>
              html`<button aria-pressed=${m.on ? 'true' : 'false'} disabled=${!m.action} data-member=${m.name}
            onClick=${() => onChoose(m.action)}>${m.text}</button>`,
          )}</div>`;
  const mine = read(now).slots.get(slot)?.key ?? '',
    list = [...of.values()].filter(c => !extra || c.part),
    shown = all ? list : list.slice(0, 9);
  const label = c =>
    c.part ? (extra ? c.part.whole : small(c.part.text)) : slot === 'how' ? 'in the ordinary way' : `without “${slot}”`;
  return html`<div class="chips" role="group" aria-label="What else may stand there">${shown.map(c => {
    const p = chance.get(c.action.line);
    return html`<button aria-pressed=${c.key === mine ? 'true' : 'false'} data-line=${c.action.line}
      onClick=${() => onChoose(c.action)}>${label(c)}${
        p && (p.zones || p.error) ? html` <b>${short(p.p || 0)}</b>` : ''
      }</button>`;
  })}
    ${
      list.length > shown.length &&
      html`<button class="quiet" onClick=${() => setAll(true)}>
    ${list.length - shown.length} more</button>`
    }</div>`;
}
