// The analysis on the page as one file without a script, where no server writes it.

// styles returns the text of the page's style sheets.
async function styles() {
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
  const texts = await Promise.all(sheets.map(async s => (await fetch(s.href)).text()));
  return texts.join('\n');
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** shareFile returns the file as a Blob. It has no token, and loads nothing. */
export async function shareFile(title) {
  const content = document.querySelector('main').cloneNode(true);
  for (const e of content.querySelectorAll('.no-print, button, input, select, script, [role=alert]')) e.remove();
  for (const a of content.querySelectorAll('a[href]')) {
    if (!a.getAttribute('href').startsWith('#')) a.replaceWith(...a.childNodes);
  }
  for (const d of content.querySelectorAll('details')) d.open = true;
  const named = document.createElement('title');
  named.textContent = title;
  // The file is put together as text: the policy of this page forbids a document with a style of its own.
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">${named.outerHTML}<style>
${await styles()}
</style></head><body class="page-analysis">${content.outerHTML}</body></html>
`;
  return new Blob([text], { type: 'text/html' });
}
