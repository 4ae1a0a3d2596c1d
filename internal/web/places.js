// Addresses of the pages. A server has them as paths. A folder of files has a document for each,
// wherever the folder is, and the program in a worker.

/** inFolder reports whether the pages are files without a server behind them. */
export const inFolder = document.documentElement.hasAttribute('data-folder');

// A script is in the folder "page" below the pages.
const root = new URL('..', import.meta.url).href;

/** pageFile returns the address of a file beside the scripts. */
export const pageFile = name => new URL(name, import.meta.url).href;

/** rootFile returns the address of a file beside the documents of a folder. */
export const rootFile = name => root + name;

const place = (path, file) => (inFolder ? root + file : path);

export const lobbyPlace = place('/', 'index.html');
export const puzzlesPlace = place('/puzzles', 'puzzles.html');
export const oddsPlace = place('/odds', 'odds.html');
export const analysisPlace = place('/analysis', 'analysis.html');
export const apiPlace = place('/api', 'api.html');
export const openapiPlace = kind => place(`/api/openapi.${kind}`, `api/openapi.${kind}`);

/** matchPlace is the page of a match, at a step of it if one is given. */
export const matchPlace = (id, token, step) => {
  const query = new URLSearchParams(step === undefined ? {} : { step });
  if (inFolder) query.set('match', id);
  const search = String(query) && `?${query}`;
  return `${place(`/m/${id}`, 'table.html')}${search}#${encodeURIComponent(token)}`;
};

/** matchAnalysisPlace is the analysis of a match. */
export const matchAnalysisPlace = (id, token) =>
  `${place(`/m/${id}/analysis`, `analysis.html?match=${encodeURIComponent(id)}`)}#${encodeURIComponent(token)}`;

/** puzzlePlace is the page of a puzzle. */
export const puzzlePlace = id =>
  inFolder ? `${root}puzzles.html?puzzle=${encodeURIComponent(id)}` : `/puzzles/${encodeURIComponent(id)}`;

const named = (name, path) =>
  (inFolder ? new URLSearchParams(location.search).get(name) : path.exec(location.pathname)?.[1]) || null;

/** matchHere is the id of the match that the address of the page names, or null. */
export const matchHere = () => named('match', /^\/m\/([^/]+)/);

/** puzzleHere is the id of the puzzle that the address of the page names, or null. */
export const puzzleHere = () => named('puzzle', /^\/puzzles\/([^/]+)$/);

/** stepHere is the step that the address of the page names, or null. */
export const stepHere = () => {
  const step = new URLSearchParams(location.search).get('step');
  return step !== null && /^\d{1,6}$/.test(step) ? Number(step) : null;
};

/** tokenHere is the token behind # of the address. */
export const tokenHere = () => decodeURIComponent(location.hash.slice(1));
