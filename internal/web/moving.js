// Moving matches between devices as files, where the program runs in this browser.
import { useEffect, useRef, useState } from './vendor/preact-htm.js';
import { html, Trouble } from './shell.js';
import { command } from './carrier.js';
import { saveBlob } from './download.js';
import { remember } from './mymatches.js';
import { matchPlace } from './places.js';

/** Export saves a match as the file that another device, or a server, takes. */
export function Export({ match }) {
  const [error, setError] = useState(null);
  const save = async () => {
    try {
      const { file } = await command({ kind: 'copy', id: match.id });
      saveBlob(new Blob([file]), `${match.state.scenario || 'match'}.match`);
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<p class="row"><button class="export-match" onClick=${save}>Save a copy of the match</button></p>
    <p class="small soft">The file has the whole match, its secrets included. Another browser takes it in the lobby; a
      server takes it with <code>loophole matches import FILE</code>.</p><${Trouble} error=${error} />`;
}

/** Import takes a file that Export or loophole matches export wrote, and says where the match is then. */
export function Import({ onBrought }) {
  const [brought, setBrought] = useState(null);
  const [error, setError] = useState(null);
  const said = useRef(null);
  useEffect(() => {
    if (brought || error) said.current.scrollIntoView({ block: 'nearest' });
  }, [brought, error]);
  const take = async e => {
    const [file] = e.target.files;
    if (!file) return;
    setError(null);
    setBrought(null);
    try {
      const { kept } = await command({ kind: 'keep', file: new Uint8Array(await file.arrayBuffer()) });
      const mine = kept.sides.filter(s => kept.tokens[s]);
      const token = kept.tokens.table || kept.tokens[mine[0]] || kept.tokens.spectator;
      remember({ ...kept, token, way: kept.tokens.table ? 'hotseat' : mine.length > 1 ? 'links' : 'alone' });
      setBrought({ ...kept, token });
      onBrought();
    } catch (problem) {
      setError(problem);
    }
    e.target.value = '';
  };
  return html`<p class="bring"><label class="button">Bring a match from a file<input type="file" accept=".match"
    class="import-match" onChange=${take} /></label></p>
    <div ref=${said}><${Trouble} error=${error} />${
      brought &&
      html`<p class="brought" role="status">The match is here now, in the list of your matches.${' '}
        <a class="button" href=${matchPlace(brought.id, brought.token)}>Go to it</a></p>`
    }</div>`;
}
