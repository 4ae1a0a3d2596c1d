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
  const page = document.implementation.createHTMLDocument(title);
  const charset = page.createElement('meta'),
    secured = page.createElement('meta'),
    style = page.createElement('style');
  charset.setAttribute('charset', 'utf-8');
  secured.setAttribute('http-equiv', 'Content-Security-Policy');
  secured.setAttribute('content', policy);
  style.textContent = await styles();
  page.head.prepend(charset, secured);
  page.head.append(style);
  page.documentElement.lang = 'en';
  page.body.className = 'page-analysis';
  page.body.append(page.adoptNode(content));
  return new Blob([`<!doctype html>\n${page.documentElement.outerHTML}\n`], { type: 'text/html' });
}
