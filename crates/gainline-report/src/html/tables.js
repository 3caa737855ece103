// Tables, and their download as CSV.

/** A table; `columns` are [heading, class]. Rows are lists of cells: text, element or null. */
function table(caption, columns, rows, attributes) {
  const made = h('table', attributes,
    h('caption', { class: 'unseen' }, caption),
    h('thead', null, h('tr', null, columns.map(([text, kind]) => h('th', { scope: 'col', class: kind }, text)))),
    h('tbody', null, rows.map((row) => h('tr', null, row.map((cell, i) => (i === 0
      ? h('th', { scope: 'row', class: columns[i][1] }, cell)
      : h('td', { class: columns[i][1] }, cell)))))));
  return h('div', { class: 'table-box' },
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption }, made), csvButton(caption, () => rowsOf(made)));
}

const asTable = (build) => disclosure('Show as table', build, { class: 'as-table' });

const csvButton = (name, rows) => h('button', { type: 'button', class: 'button small save', 'data-save': 'csv', title: `Save as CSV: ${name}`,
  'aria-label': `Save as CSV: ${name}`, click: () => save(`${name}.csv`, 'text/csv', `\uFEFF${csv(rows())}`) }, 'CSV');

/** The rows of a table as texts: names whole, numbers as programs write them. */
function rowsOf(made) {
  return [...made.rows].filter((row) => !row.classList.contains('card-row')).map((row) => [...row.cells].map(cellText));
}

function cellText(cell) {
  if (cell.dataset.csv !== undefined) return cell.dataset.csv;
  const copy = cell.cloneNode(true);
  copy.querySelectorAll('.name[title]').forEach((name) => { name.textContent = name.title; });
  copy.querySelectorAll('svg, .pin, .own, [role=img], [aria-hidden=true]').forEach((part) => part.remove());
  const text = copy.textContent.replace(/\s+/g, ' ').trim();
  if (text === NONE) return '';
  const number = text.replace(/[\u202F]/g, '').replace(/^−/, '-');
  return /^[+-]?\d/.test(number) ? number : text;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Rows as CSV. What a spreadsheet would take for a formula begins with ', so that it stays text. */
function csv(rows) {
  const cell = (text) => {
    const safe = /^\s*[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}
