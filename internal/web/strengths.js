// The players' names for the policies: the ranks, the weakest first, and then the styles.
const called = {
  recruit: 'Recruit',
  private: 'Private',
  corporal: 'Corporal',
  sergeant: 'Sergeant',
  captain: 'Captain',
  colonel: 'Colonel',
  random: 'Careless',
  cautious: 'Cautious',
  aggressive: 'Bold',
  search: 'Far-sighted',
};

/** strength returns the players' name for a policy. */
export const strength = name => called[name] || name;

const place = p => Object.keys(called).indexOf(p.name);

/** ranked lists policies as players choose among them: the ranks, the weakest first, and then the styles. */
export const ranked = policies => policies.toSorted((a, b) => place(a) - place(b));

/** strengths lists the policies by name, for the time until the server has described them. */
export const strengths = Object.keys(called).map(name => ({ name, gist: '' }));
