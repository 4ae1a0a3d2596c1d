// A question as a sentence with replaceable words, by the template "says" of the procedure.
import { html } from './shell.js';
import { groupOf, labelOf, symbolOf, textOf, capital, valued } from './labels.js';
import { Sign } from './symbols.js';
import { SituationValues } from './situationvalues.js';
import { noun } from './number.js';

// parseTemplate returns the texts, the tokens, and the groups in square brackets of a template.
function parseTemplate(text) {
  const out = [];
  while (text) {
    const at = text.search(/[[{]/);
    if (at < 0) {
      out.push(text);
      break;
    }
    if (at > 0) out.push(text.slice(0, at));
    const end = text.indexOf(text[at] === '{' ? '}' : ']', at),
      inner = text.slice(at + 1, end);
    if (text[at] === '[') out.push({ group: parseTemplate(inner) });
    else {
      const [key, words = '#', usual, none] = inner.split('|');
      out.push({ key, words, usual, none });
    }
    text = text.slice(end + 1);
  }
  return out;
}

// agreed makes the first plural of a phrase singular for a count of one: 1 floor above.
const agreed = (text, n) =>
  n !== '1' ? text : text.replace(/(^|\s)(men|dice|feet|[a-z]+s)\b/, (_, gap, word) => gap + noun(1, word));

// keysIn lists the keys of a template.
const keysIn = list => list.flatMap(p => (p.group ? keysIn(p.group) : p.key ? [p.key] : []));

// isNone reports whether a value says that there is nothing.
const isNone = v => v === '0' || v === 'none' || v === 'no';

// A Teller fills a template with a situation.
class Teller {
  constructor(proc, said, onSet) {
    Object.assign(this, { proc, said, onSet, keys: new Map(proc.keys.map(k => [k.path, k])), shown: new Set() });
  }

  isList(path) {
    return this.keys.get(path)?.kind === 'list';
  }

  empty(path) {
    return this.isList(path) ? this.said.count(path) === 0 : this.usual(path);
  }

  // usual reports whether a value is the default, which the sentence leaves out.
  usual(path) {
    const k = this.keys.get(path),
      v = this.said.value(k);
    return isNone(v) || v === 'usual' || (k.kind !== 'whole number' && v === k.default && k.options.indexOf(v) === 0);
  }

  tell(list) {
    return list.map(p => {
      if (typeof p === 'string') return p;
      if (p.group) return keysIn(p.group).every(key => this.empty(key)) ? null : this.tell(p.group);
      return this.isList(p.key) ? this.members(p) : this.token(p.key, this.keys.get(p.key), p);
    });
  }

  members(p) {
    const n = this.said.count(p.key);
    if (n === 0) return p.none ?? p.usual ?? 'nothing';
    const [, own, between, others] = /^([^<]*?#(?: [^ <]+)?)([^<]*)(.*)$/.exec(p.words);
    return Array.from({ length: n }, (_, i) => {
      const path = this.said.head(p.key, i),
        k = this.said.fields(p.key)[0] ?? { ...this.keys.get(p.key), kind: 'whole number', options: [], texts: [] };
      const more = [...others.matchAll(/<([^>/]+)(?:\/([^>]*))?>([^<]*)/g)].map(([, name, blank, text]) => {
        const at = `${p.key}.${i + 1}.${name}`;
        return [this.token(at, this.keys.get(`${p.key}.N.${name}`), { words: '#', usual: blank }), text];
      });
      const head = this.token(path, k, { words: own, usual: p.usual || undefined });
      return [i === 0 ? '' : i === n - 1 ? ' and ' : ', ', head, between, more];
    });
  }

  token(path, k, { words, usual }) {
    this.shown.add(path);
    const value = this.said.value(k, path);
    const write = v => {
      const none = isNone(v);
      return none && usual !== undefined
        ? usual || '–'
        : k.kind === 'yes-no' && words !== '#'
          ? none
            ? `not ${words}`
            : words
          : agreed(words.replace('#', words === '#' ? valued(k, v) : textOf(k, v)), v);
    };
    return html`<${Token} key=${path} k=${k} label=${k.label} value=${value}
      text=${isNone(value) && usual === '' ? '' : write(value)}
      put=${v => this.onSet(this.said.withValue(path, v), path)} />`;
  }

  // rest returns the changed values that are not in the sentence.
  rest() {
    const out = [];
    for (const k of this.proc.keys) {
      if (k.kind === 'list') continue;
      const at = k.path.indexOf('.N.'),
        list = at > 0 && k.path.slice(0, at);
      const paths = list
        ? Array.from({ length: this.said.count(list) }, (_, i) => k.path.replace('.N.', `.${i + 1}.`))
        : [k.path];
      for (const path of paths)
        if (!this.shown.has(path) && this.said.isChanged(k, path)) out.push({ k, path, of: this.part(path, list) });
    }
    return out;
  }

  part(path, list) {
    const words = path.split('.');
    if (words.length < 2) return '';
    return list
      ? `${groupOf(this.proc, list).split(/[,;]/)[0]}, ${words[list.split('.').length]}`
      : groupOf(this.proc, words[0]);
  }
}

// most is the largest number of values that a word of a sentence offers. A longer range is on the cards.
const most = 130;

/** Token is a word of a sentence with its possible values. */
export function Token({ k, label, value, text, put }) {
  const options = k.options.length
    ? k.options
    : Array.from({ length: Math.min(most, (k.high ?? 20) - (k.low ?? 0) + 1) }, (_, i) => String((k.low ?? 0) + i));
  return html`<span class="tok"><${Sign} of=${symbolOf(k, value)} /><span aria-hidden="true">${text}</span><select
    aria-label=${label} value=${value}
    onChange=${e => put(e.target.value)}>${options.map(
      o => html`<option value=${o}>${k.options.length ? textOf(k, o) : valued(k, o)}</option>`,
    )}${!options.includes(value) && html`<option value=${value}>${value}</option>`}</select>
    </span>`;
}

/** Sentence is a question in words, and below it the other changed values. */
export function Sentence({ proc, part, onSet }) {
  const t = new Teller(proc, new SituationValues(proc, part.example, part.set), onSet);
  const told = proc.says ? t.tell(parseTemplate(proc.says)) : `${capital(proc.gist)}.`,
    rest = t.rest();
  return html`<p class="say">${told}</p>${
    rest.length > 0 &&
    html`<p class="also soft">${rest.slice(0, 8).map(
      ({ k, path, of }, i) => html`${i ? ' · ' : ''}${of ? `${of}: ` : ''}${labelOf(k)} <${Token}
    k=${k} label=${`${of} ${k.label}`} value=${t.said.value(k, path)} text=${textOf(k, t.said.value(k, path))}
    put=${v => onSet(t.said.withValue(path, v), path)} />`,
    )}${rest.length > 8 && ` · and ${rest.length - 8} more on the cards`}</p>`
  }`;
}
