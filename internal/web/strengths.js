// The players' names for the policies: the weakest first, and then the styles.
const called = {
  random: 'Careless',
  recruit: 'Recruit',
  private: 'Private',
  corporal: 'Corporal',
  sergeant: 'Sergeant',
  captain: 'Captain',
  colonel: 'Colonel',
  cautious: 'Cautious',
  aggressive: 'Bold',
  search: 'Far-sighted',
};

/**
 * advised says which policy to take first, and how strong the styles are: by the games against the captain in
 * docs/opponents.md.
 */
export const advised =
  'For a first game take Recruit. From Careless to Colonel they grow stronger. The others are styles: Cautious is ' +
  'about as strong as Private, Far-sighted as Corporal; Bold is not measured.';

/** strength returns the players' name for a policy. */
export const strength = name => called[name] || name;

const place = p => Object.keys(called).indexOf(p.name);

/** ranked lists policies as players choose among them: the weakest first, and then the styles. */
export const ranked = policies => policies.toSorted((a, b) => place(a) - place(b));

/** strengths lists the policies by name, for the time until the server has described them. */
export const strengths = Object.keys(called).map(name => ({ name, gist: '' }));
