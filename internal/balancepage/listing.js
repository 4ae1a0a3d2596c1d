// Shows the rows of long tables page by page, and lets readers filter and sort them. The data of a table
// is beside it: for each column the different cells, in order, and which of them each row has. A cell is
// a text, and after a tab an exact number. Without this script the first rows are in the page.
'use strict';

const ROWS = 100;

function element(name, text, ...inner) {
  const x = document.createElement(name);
  if (text) x.textContent = text;
  x.append(...inner);
  return x;
}

for (const box of document.querySelectorAll('.listing')) {
  const { columns } = JSON.parse(box.querySelector('script').textContent);
  const body = box.querySelector('tbody'),
    heads = [...box.querySelectorAll('thead th')];
  const all = columns[0].rows.map((_, row) => row);
  const wanted = columns.map(() => -1);
  let shown = all,
    first = 0,
    sorted = -1,
    down = false;

  const back = element('button', 'Back'),
    next = element('button', 'Next'),
    place = element('output');
  const filters = element('p');
  filters.className = 'filters';
  box.prepend(filters, element('p', '', back, ' ', next, ' ', place));

  function cell(column, row) {
    const [text, exact] = column.cells[column.rows[row]].split('\t');
    const x = element(column.kind === 'head' ? 'th' : 'td', text);
    if (column.kind === 'head') x.scope = 'row';
    if (column.kind === 'number' || column.kind === 'share') x.className = 'number';
    if (column.kind === 'share') {
      x.className = 'number share';
      x.style.setProperty('--share', text.replace(/[<>]/, '').replace(/ %.*/, '%'));
    }
    if (exact) x.append(' ', element('small', exact));
    return x;
  }

  function show() {
    body.replaceChildren(
      ...shown.slice(first, first + ROWS).map(row => element('tr', '', ...columns.map(c => cell(c, row)))),
    );
    const last = Math.min(first + ROWS, shown.length);
    place.textContent = shown.length ? `${first + 1} to ${last} of ${shown.length}` : 'no row';
    back.disabled = first === 0;
    next.disabled = last === shown.length;
    heads.forEach((h, i) => h.setAttribute('aria-sort', i !== sorted ? 'none' : down ? 'descending' : 'ascending'));
  }

  function choose() {
    shown = all.filter(row => wanted.every((v, i) => v < 0 || columns[i].rows[row] === v));
    if (sorted >= 0) {
      const at = columns[sorted].rows,
        sign = down ? -1 : 1;
      shown.sort((a, b) => sign * (at[a] - at[b]) || a - b);
    }
    first = 0;
    show();
  }

  columns.forEach((c, i) => {
    const sort = element('button', heads[i].textContent);
    sort.onclick = () => {
      down = sorted === i ? !down : c.kind === 'share' || c.kind === 'number';
      sorted = i;
      choose();
    };
    heads[i].replaceChildren(sort);
    if (c.kind !== 'head' || c.cells.length < 2 || c.cells.length > 200) return;
    const pick = element('select', '', new Option('all', -1), ...c.cells.map((v, k) => new Option(v, k)));
    pick.onchange = () => {
      wanted[i] = Number(pick.value);
      choose();
    };
    filters.append(element('label', sort.textContent, pick));
  });
  back.onclick = () => {
    first -= ROWS;
    show();
  };
  next.onclick = () => {
    first += ROWS;
    show();
  };
  choose();
}
