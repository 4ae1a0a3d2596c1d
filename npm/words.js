// Words are how the API takes values: KEY=VALUE.

const word = value => (value === true ? 'yes' : value === false ? 'no' : String(value));

function* pairs(path, value) {
  if (value === undefined || value === null) return;
  if (Array.isArray(value) && value.some(x => typeof x === 'object')) {
    // The elements of a list count from 1.
    for (const [i, x] of value.entries()) yield* pairs(`${path}.${i + 1}`, x);
  } else if (Array.isArray(value)) {
    yield `${path}=${value.map(word).join(',')}`;
  } else if (typeof value === 'object') {
    for (const [key, x] of Object.entries(value)) yield* pairs(path ? `${path}.${key}` : key, x);
  } else {
    yield `${path}=${word(value)}`;
  }
}

// words lists values as KEY=VALUE. They are an object, whose objects and lists become paths, or such
// a list already.
export const words = values => (Array.isArray(values) ? values : [...pairs('', values)]);

// The parameters of a question in the API, by their names here.
const lists = { set: 'set', house: 'house', ruling: 'ruling', from: 'from' };
const others = {
  example: 'example',
  events: 'event',
  rounds: 'rounds',
  floats: 'floats',
  strict: 'strict',
  trials: 'trials',
  seed: 'seed',
};

// question returns the address of a question's odds.
export function question({ ruleset, procedure, ...parameters }) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    if (name in lists) for (const w of words(value)) query.append(lists[name], w);
    else if (name in others) for (const w of [value].flat()) query.append(others[name], String(w));
    else
      throw new TypeError(`a question has no ${name}; it may have ${Object.keys({ ...lists, ...others }).join(', ')}`);
  }
  const part = encodeURIComponent;
  return `/rulesets/${part(ruleset)}/procedures/${part(procedure)}/odds?${query}`;
}
