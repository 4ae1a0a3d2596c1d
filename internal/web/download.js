// Saving an answer of the program as a file.
import { carry } from './carrier.js';

/** saveBlob offers a file to the player. */
export function saveBlob(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** download asks for a file and saves it under a name, or without one under the name in the answer. */
export async function download(address, name, options = {}) {
  const answer = await carry(address, options);
  if (!answer.ok) throw new Error((await answer.json()).detail);
  const own = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') || '')?.[1];
  saveBlob(await answer.blob(), name || own);
}

/** bearer returns the headers of a request with a token. */
export const bearer = token => ({ Authorization: `Bearer ${token}` });
