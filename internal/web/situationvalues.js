// The values of a question by place: the changed words over the situation of an example or
// procedure, as the server reads them.

// at returns a value of a situation.
function at(tree, path) {
  let here = tree;
  for (const part of path.split('.')) {
    if (here === null || here === undefined) return undefined;
    here = Array.isArray(here) ? here[Number(part) - 1] : here[part];
  }
  return here;
}

const wordOf = v =>
  v === true
    ? 'yes'
    : v === false
      ? 'no'
      : v === undefined || v === null || typeof v === 'object'
        ? undefined
        : String(v);

const yesNoWords = new Map(Object.entries({ true: 'yes', on: 'yes', 1: 'yes', false: 'no', off: 'no', 0: 'no' }));

const parts = path => path.split('.');

// keyOf returns the key that a path names. The path of a part stands for its first field.
function keyOf(proc, path) {
  const names = parts(path);
  const fits = k => {
    const words = parts(k.path);
    return names.every((p, i) => p === words[i] || (words[i] === 'N' && /^\d+$/.test(p))) && words;
  };
  return proc.keys.find(k => fits(k)?.length === names.length) || proc.keys.find(fits);
}

// normalizeValue writes a value as the form does.
function normalizeValue(k, value) {
  if (k.kind === 'yes-no') return yesNoWords.get(value.toLowerCase()) ?? value.toLowerCase();
  if (k.kind === 'whole number') return /^[+-]?\d{1,15}$/.test(value) ? String(Number(value)) : value;
  return k.options.find(o => o.toLowerCase() === value.toLowerCase()) || value;
}

// expandNestedList splits a list within a member into single places, as the form has it.
function expandNestedList(proc, path, value, set) {
  const depth = parts(path).length,
    heads = value.split(',').filter(Boolean),
    out = {},
    seen = new Set();
  const head = keyOf(proc, path),
    inside = proc.keys.filter(k => {
      const words = parts(k.path);
      return parts(path).every((p, i) => p === words[i] || words[i] === 'N') && words.length > depth;
    });
  if (heads.length > new Set(inside.map(k => parts(k.path)[depth])).size) return { [path]: value };
  for (const k of inside) {
    const words = parts(k.path),
      n = words[depth],
      whole = [path, ...words.slice(depth)].join('.');
    out[whole] =
      !seen.has(n) && heads[n - 1] !== undefined
        ? normalizeValue(head, heads[n - 1].trim())
        : (set[whole] ?? k.default);
    seen.add(n);
  }
  return out;
}

/**
 * normalize writes settings as the form does: with whole paths, with options as printed, and yes for
 * true. Keys with two values stay as they are, so that the server rejects them.
 */
export function normalize(proc, set) {
  const out = {};
  for (const [path, value] of Object.entries(set)) {
    const k = keyOf(proc, path),
      length = parts(path).length;
    let put = { [path]: value };
    if (k?.kind === 'list')
      put = {
        [path]: value
          .split(',')
          .map(v => {
            const head = proc.keys.find(h => h.path.startsWith(`${path}.N.`));
            return head ? normalizeValue(head, v.trim()) : v.trim();
          })
          .join(','),
      };
    else if (k && /^\d+$/.test(parts(k.path)[length])) put = expandNestedList(proc, path, value, set);
    else if (k) put = { [[path, ...parts(k.path).slice(length)].join('.')]: normalizeValue(k, value) };
    const twice = Object.entries(put).some(
      ([p, v]) => (p in out && out[p] !== v) || (p !== path && p in set && normalizeValue(k, set[p]) !== v),
    );
    Object.assign(out, twice ? { [path]: value } : put);
  }
  return out;
}

/** SituationValues has the value of every place of a question. */
export class SituationValues {
  constructor(proc, example, set) {
    const initial = proc.examples.find(e => e.name === example)?.situation ?? proc.situation;
    Object.assign(this, { proc, set, initial, lists: proc.keys.filter(k => k.kind === 'list') });
  }

  /**
   * value returns the value at a place. A given list starts anew: its members have only the
   * values that are given too.
   */
  value(k, path = k.path) {
    if (this.set[path] !== undefined) return this.set[path];
    const list = this.lists.find(l => path.startsWith(l.path + '.'));
    if (!list || this.set[list.path] === undefined) return wordOf(at(this.initial, path)) ?? k.default;
    const i = Number(parts(path.slice(list.path.length + 1))[0]) - 1,
      heads = this.heads(list.path);
    return path === this.head(list.path, i) && heads[i] !== undefined ? heads[i] : (k.default ?? '0');
  }

  /** isChanged reports whether a place differs from its default. */
  isChanged(k, path = k.path) {
    return this.set[path] !== undefined || this.value(k, path) !== k.default;
  }

  heads(list) {
    return this.set[list].split(',').filter(Boolean);
  }

  fields(list) {
    return this.proc.keys.filter(k => k.path.startsWith(list + '.N.'));
  }

  /** head returns the place under which a member of a list is written. */
  head(list, i) {
    return this.fields(list)[0]?.path.replace('.N.', `.${i + 1}.`) ?? `${list}.${i + 1}`;
  }

  name(list, i) {
    return this.value(this.fields(list)[0] ?? {}, this.head(list, i));
  }

  /** count returns the number of members of a list. */
  count(list) {
    const members = Object.keys(this.set).map(p =>
      p.startsWith(list + '.') ? Number(parts(p.slice(list.length + 1))[0]) || 0 : 0,
    );
    const have = this.set[list] !== undefined ? this.heads(list).length : at(this.initial, list)?.length || 0;
    return Math.max(have, ...members);
  }

  /**
   * withValue returns the settings with a value at a place. The head of a member is written in its list, if the list is
   * given.
   */
  withValue(path, value) {
    const list = this.lists.find(l => path.startsWith(l.path + '.') && this.set[l.path] !== undefined);
    const i =
      list && Array.from({ length: this.count(list.path) }, (_, n) => n).find(n => this.head(list.path, n) === path);
    if (i === undefined) return { ...this.set, [path]: value };
    const { [path]: _, ...rest } = this.set,
      heads = this.heads(list.path);
    for (let j = heads.length; j < i; j++) heads[j] = this.name(list.path, j);
    heads[i] = value;
    return { ...rest, [list.path]: heads.join(',') };
  }

  withoutValue(path) {
    const { [path]: _, ...rest } = this.set;
    return rest;
  }

  /** withCount returns the settings with another number of members: those that stay keep all their values. */
  withCount(list, n) {
    const set = Object.fromEntries(Object.entries(this.set).filter(([p]) => !p.startsWith(list + '.'))),
      have = this.count(list),
      heads = [];
    const first = this.fields(list)[0],
      begin = first?.options.find(o => o !== 'none') ?? String(Math.max(1, first?.low ?? 1));
    for (let i = 0; i < n; i++) {
      heads.push(i < have ? this.name(list, i) : (heads[i - 1] ?? begin));
      for (const k of i < have ? this.fields(list).slice(1) : []) {
        const path = k.path.replace('.N.', `.${i + 1}.`),
          value = this.value(k, path);
        if (value !== k.default) set[path] = value;
      }
    }
    return { ...set, [list]: heads.join(',') };
  }
}
