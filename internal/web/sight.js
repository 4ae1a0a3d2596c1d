// Lines of sight and ranges of a piece, if the server has them.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html } from './shell.js';
import { Cite } from './clause.js';
import { pieces, titleOf } from './naming.js';
import { inUnit } from './number.js';
import { capital } from './labels.js';

let untold = false; // the server has no lines

/**
 * useSight fetches the lines of a piece. It returns null without a piece, and while they are
 * loading.
 */
export function useSight(match, piece) {
  const [lines, set] = useState(null);
  const position = match.state?.position;
  useEffect(() => {
    set(null);
    const it = piece && !untold && !match.state.over && pieces(match.state.scene).find(p => p.name === piece);
    if (!it) return undefined;
    if (it.waits) return set([]);
    const control = new AbortController();
    match.later(`sight?piece=${encodeURIComponent(piece)}&position=${position}`, control.signal).then(
      got =>
        set(
          Object.assign(
            got.lines.map(l => ({ ...l, clauses: l.clauses || [] })),
            { reach: got.reach },
          ),
        ),
      error => {
        if (error.status === 404 && error.kind === '') untold = true;
      },
    );
    return () => control.abort();
  }, [piece, position]);
  return lines;
}

/** useField fetches the field of fire of an opening. */
export function useField(match, opening) {
  const [field, set] = useState(null),
    { position } = match.state;
  useEffect(() => {
    set(null);
    if (!opening || untold) return undefined;
    const control = new AbortController();
    match.later(`sight?piece=${encodeURIComponent(opening)}&position=${position}`, control.signal).then(
      got => set(got.reach),
      () => {},
    );
    return () => control.abort();
  }, [opening, position]);
  return field;
}

/** OpeningSaid describes the opening whose field of fire is shown. */
export function OpeningSaid({ scene, name, field }) {
  const o = scene.openings.find(x => x.name === name);
  if (!o) return null;
  const kind = o.title.toLowerCase().includes(o.kind) ? '' : `, ${/^[aeiou]/.test(o.kind) ? 'an' : 'a'} ${o.kind}`,
    wide = o.wide ? `, ${inUnit(o.wide, scene.unit)} wide` : '',
    fields = [...new Set(field?.map(r => r.text))];
  return html`<p class="opening-said" role="status"><b>${capital(o.title)}</b>${kind}${wide}.
    ${fields.map(text => html`<br /> ${text}.`)}</p>`;
}

/**
 * Sights lists the lines of sight as text: distance, clear or not, and why. Its heading is there from the
 * start, so that the layout does not jump.
 */
export function Sights({ asked, lines, scene, hovered, onHover }) {
  if (!asked || untold) return null;
  if (!lines?.length)
    return html`<p class="sight-list none soft">${lines ? 'No lines of sight' : 'Lines of sight …'}</p>`;
  return html`<details class="sight-list">
    <summary>Lines of sight (${lines.filter(l => l.clear).length} clear of ${lines.length})</summary><ul>${lines.map(
      l => html`<li class=${hovered === l.target ? 'hovered' : ''} onPointerEnter=${() => onHover(l.target)}
      onPointerLeave=${() => onHover(null)}>
    <b>${titleOf(scene, l.target)}</b> ${l.length ? inUnit(l.length, scene.unit) + ' · ' : ''}${
      l.clear ? 'clear' : 'blocked'
    }${l.text ? `: ${l.text}` : ''} ${l.clauses.map(c => html`<${Cite} clause=${c} />`)}</li>`,
    )}</ul></details>`;
}
