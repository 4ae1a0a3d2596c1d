// The analysis of a match that is over, or of a record from a file: luck apart from play.
import { useEffect, useLayoutEffect, useState } from './vendor/preact-htm.js';
import { html, show, Bar, Trouble } from './shell.js';
import { ask, isAbort } from './api.js';
import { PlayOn } from './playon.js';
import { Actions, Basis, CurvePart, Faces, Head, Sums, TurningPoints } from './analysisview.js';
import { bearer, download, saveBlob } from './download.js';
import { shareFile } from './sharefile.js';
import { leftFigures } from './figures.js';
import { inFolder, matchHere, matchPlace, pageFile, tokenHere } from './places.js';

const id = matchHere(),
  token = tokenHere();
addEventListener('hashchange', () => location.reload());

const mostBytes = 2 << 20; // of a record, as the server takes it

// A source is a match of this server, or the text of a record. It has the path of its analysis
// and the options of a request.
const ofMatch = { path: `matches/${id}/analysis`, options: { token } };
const ofRecord = (name, text) => ({
  name,
  path: 'analysis',
  options: { method: 'POST', lines: text },
});

// sample returns the record of a game that luck decided.
async function sample() {
  const answer = await fetch(pageFile('sample.jsonl'));
  if (!answer.ok) throw new Error(`The sample could not be fetched (${answer.status}).`);
  return { ...ofRecord('sample.jsonl', await answer.text()), isSample: true };
}

// warmUp analyses the sample before anybody asks. A browser compiles each function of the program at its
// first call, which takes much longer than the analysis of a short game.
async function warmUp() {
  try {
    const { path, options } = await sample();
    await ask(`${path}?luck=later`, options);
  } catch {
    /* the first record takes longer */
  }
}

const soon = 300; // milliseconds until the page shows what needs no model

// useAnalysis fetches the chances to win first, then luck, and then the whole analysis. Where there is no model yet,
// the result and the dice come first.
function useAnalysis(source) {
  const [got, set] = useState({});
  useEffect(() => {
    const left = source === ofMatch && leftFigures(id, token);
    set(left ? { value: left } : {});
    if (!source) return undefined;
    const control = new AbortController(),
      options = { ...source.options, signal: control.signal };
    const slow = setTimeout(() => set(old => ({ ...old, slow: true })), 1500),
      early = setTimeout(async () => {
        try {
          const value = await ask(`${source.path}?luck=none`, options);
          set(old => (old.value || old.error ? old : { ...old, value }));
        } catch {
          /* the answer with chances says what is wrong */
        }
      }, soon);
    const fetchAll = async () => {
      try {
        let value = left || (await ask(`${source.path}?luck=later`, options));
        clearTimeout(slow);
        clearTimeout(early);
        set({ value });
        if (value.values_only) set({ value: (value = await ask(`${source.path}?luck=only`, options)) });
        if (value.luck_only) set({ value: await ask(source.path, options) });
      } catch (error) {
        if (!isAbort(error)) set(old => ({ value: old.value, error }));
      }
    };
    fetchAll();
    return () => {
      clearTimeout(slow);
      clearTimeout(early);
      control.abort();
    };
  }, [source]);
  return got;
}

// What is wrong with a link that opens no match, by the status of the answer.
const strayed = {
  401: 'This link has no key to the match. Open the match by its own link, and follow “Was it luck?” at its end.',
  403: 'The key of this link does not fit. Open the match by its own link, and follow “Was it luck?” at its end.',
  404: 'There is no such match on this server. The link is cut short, or meant for another server.',
};

// told returns an error in words that fit a link.
const told = error => (error && strayed[error.status] ? { ...error, message: strayed[error.status] } : error);

// state says what is being calculated.
function state({ value, error, slow }) {
  if (error) return '';
  if (!value || value.dice_only)
    return slow ? 'The first analysis of a scenario fits a model of it, which takes up to a minute.' : 'One moment …';
  if (value.values_only) return 'Calculating luck …';
  return value.luck_only ? 'Comparing every decision with its alternatives …' : '';
}

function Share({ source }) {
  const [error, setError] = useState(null),
    [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      const { method, lines } = source.options,
        headers = lines === undefined ? bearer(token) : { 'Content-Type': 'application/jsonl' };
      if (inFolder) saveBlob(await shareFile(document.title), 'luck.html');
      else await download(`/api/v1/${source.path}.html`, '', { method, headers, body: lines });
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  return html`<button class="save-page" disabled=${busy} onClick=${save}>Save as one file to share</button>
    <${Trouble} error=${error} />`;
}

// Drop takes a record from a file, by a button or by dropping it anywhere on the page.
function Drop({ onFile, onSample, large }) {
  const [over, setOver] = useState(false);
  // A file that is dropped as soon as the page is seen must be taken, so the listeners come before the first picture.
  useLayoutEffect(() => {
    const holds = e => [...(e.dataTransfer?.types || [])].includes('Files');
    const drag = e => {
      if (!holds(e)) return;
      e.preventDefault();
      setOver(e.type === 'dragover');
    };
    const drop = e => {
      if (!holds(e)) return;
      e.preventDefault();
      setOver(false);
      if (e.dataTransfer.files[0]) onFile(e.dataTransfer.files[0]);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', drag);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', drag);
      removeEventListener('drop', drop);
    };
  }, [onFile]);
  return html`<section class=${`drop no-print${over ? ' over' : ''}`}>${
    large
      ? html`<h1>Was it luck?</h1><p>Drop the record of a game here, or choose its file. A
        record ends in <code>.jsonl</code>: a match offers it for download when the game is over,
        and <code>loophole play --record FILE</code> writes one.</p>`
      : html`<p>Drop the record of another game here, or choose its file.</p>`
  }<label class="record-file">Record of a game<input type="file" accept=".jsonl,application/jsonl"
    onChange=${e => e.target.files[0] && onFile(e.target.files[0])} /></label>${
      large &&
      html`<p>What does an analysis tell? Here is a game whose winner was lucky.</p><p><button class="sample"
      onClick=${onSample}>Look at a sample game</button></p>`
    }</section>`;
}

// whole returns a source with the whole lines of a record that is cut off, as the error of its analysis says; null for
// other sources and errors.
function whole(source, error) {
  const [, line] = /the record is cut off in line (\d+)/i.exec(error?.message || '') ?? [];
  if (!(line > 2) || source?.options.lines === undefined) return null;
  const lines = source.options.lines.split('\n').slice(0, line - 1);
  return { ...ofRecord(source.name, `${lines.join('\n')}\n`), upto: line - 1 };
}

function Page() {
  const [source, setSource] = useState(id ? ofMatch : null),
    [fault, setFault] = useState(null),
    [from, setFrom] = useState(null); // the action before which a match is to begin
  const got = useAnalysis(source),
    x = got.value;
  const [take] = useState(() => async file => {
    setFault(null);
    if (file.size > mostBytes) {
      setFault(new Error(`The file ${file.name} has ${file.size} bytes: a record has at most ${mostBytes}.`));
      return;
    }
    const text = await file.text();
    if (!text.trim()) {
      setFault(
        new Error(`The file ${file.name} is empty: choose the record of a game, as a match or the terminal saves it.`),
      );
      return;
    }
    setSource(ofRecord(file.name, text));
    scrollTo(0, 0);
  });
  const [takeSample] = useState(() => () => {
    setFault(null);
    sample().then(setSource, setFault);
  });
  useEffect(() => {
    if (inFolder && !id) warmUp();
  }, []);
  const here = source === ofMatch,
    replay = here ? n => matchPlace(id, token, n) : null;
  const doing = source ? state(got) : '',
    rest = whole(source, got.error);
  return html`<${Bar} at="Analysis" /><main class="analysis">
    ${
      here &&
      html`<p class="no-print"><a class="button" href=${matchPlace(id, token)}>Back to the
      match</a></p>`
    }
    <${Trouble} error=${fault || (here ? told(got.error) : got.error)} />
    ${
      rest &&
      html`<p><button class="analyse-whole" onClick=${() => setSource(rest)}>Analyse the game up to
        line ${rest.upto}, which is whole</button></p>`
    }
    ${
      x
        ? html`<${Head} x=${x} doing=${doing} />`
        : source && html`<p class="luck-state soft" role="status">${doing}</p>`
    }
    ${x?.dice_only && html`<${Faces} x=${x} />`}
    ${
      x &&
      !x.dice_only &&
      html`<${CurvePart} x=${x} replay=${replay} key=${source.name} /><${Sums} x=${x} />
      <${TurningPoints} x=${x} replay=${replay} onPlay=${setFrom} /><${Actions} x=${x} replay=${replay}
      onPlay=${setFrom} /><${Faces} x=${x} />
      <${Basis} x=${x} /><p class="no-print"><${Share} source=${source} /></p>
      ${
        !here &&
        !source.isSample &&
        !source.options.lines.startsWith('{"loophole":"hands"') && // A terminal cannot resume dice of two hands.
        html`<p class="small soft">To play on from an action at the
          terminal: <code>loophole resume ${source.name} --until N</code></p>`
      }`
    }
    <${Drop} onFile=${take} onSample=${takeSample} large=${!source} />
    ${from && html`<${PlayOn} x=${x} source=${source} n=${from} onClose=${() => setFrom(null)} />`}
  </main>`;
}

show(html`<${Page} />`);
