// The values that house rules may set: host facts and cells of the published tables, with the
// printed values.
import { html } from './shell.js';
import { Cite } from './clause.js';
import { Field } from './field.js';
import { plain } from './number.js';

const sureness = {
  sure: 'printed',
  likely: 'assumed, likely',
  guess: 'assumed, a guess',
  scenario: 'of this scenario',
};

// shown lists the values that the last answer used, then those that the house rules set or lack.
function shown(values, lacks, facts, house, faults) {
  const list = [...values, ...lacks.filter(l => !values.some(v => v.name === l.name))],
    has = name => list.some(v => v.name === name);
  const named = [
    ...Object.keys(house),
    ...[...faults.keys()].filter(f => f.startsWith('house.')).map(f => f.slice('house.'.length)),
  ];
  for (const name of named) {
    if (has(name)) continue;
    const f = facts.find(y => `facts.${y.name}` === name);
    list.push(
      f
        ? { name, text: f.text, clause: f.clause, printed: f.value, low: f.low, high: f.high, confidence: f.confidence }
        : { name, text: plain(name.replace(/^tables\./, '').replaceAll('.', ', ')) },
    );
  }
  return list;
}

/**
 * Values is the form of the house rules. values are those that affect the answer; faults are
 * shown at their fields; stands is for Field.
 */
export function Values({ id, values, facts, house, faults, lacks, stands, onChange }) {
  const put = (name, value) => onChange({ ...house, [name]: value }, name);
  const drop = name => {
    const rest = { ...house };
    delete rest[name];
    onChange(rest);
  };
  const list = shown(values, lacks, facts, house, faults);
  return html`<div class="values">
    ${
      lacks.length > 0 &&
      html`<div class="row"><button onClick=${() =>
        onChange({
          ...house,
          ...Object.fromEntries(lacks.map(l => [l.name, String(l.value)])),
        })}>Confirm ${lacks.length === 1 ? 'the assumed value' : `all ${lacks.length} assumed values`}</button>
          </div>`
    }
    ${list.length === 0 && html`<p class="soft small">No fact and no table value affects this answer.</p>`}
    <div class="fields">${list.map(
      v => html`<${Field} key=${v.name} id=${`${id}-${v.name}`} label=${v.text}
        k=${{ kind: 'whole number', low: v.low, high: v.high, gist: v.name }}
          value=${house[v.name] ?? String(v.printed ?? '')} own=${v.name in house} stands=${stands}
            fault=${faults.get(`house.${v.name}`)}
      put=${text => put(v.name, text)} drop=${() => drop(v.name)} back=${
        v.printed === undefined ? 'as the book has it' : `back to ${v.printed}`
      }>
      <small class="soft">${
        v.printed === undefined
          ? html`<code>${v.name}</code>`
          : html`${sureness[v.confidence]} <b>${v.printed}</b>, from ${v.low} to ${v.high} <${Cite}
          clause=${v.clause} />`
      }</small><//>`,
    )}</div></div>`;
}
