// The players' names for the policies.
const called = {
  random: 'Careless',
  cautious: 'Cautious',
  aggressive: 'Bold',
  search: 'Far-sighted',
  recruit: 'Recruit',
  private: 'Private',
  corporal: 'Corporal',
  sergeant: 'Sergeant',
  captain: 'Captain',
  colonel: 'Colonel',
};

/** strength returns the players' name for a policy. */
export const strength = name => called[name] || name;

/** strengths lists the policies by name, for the time until the server has described them. */
export const strengths = Object.keys(called).map(name => ({ name, gist: '' }));
