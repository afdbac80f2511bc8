// The table of all figures: sorting, filtering, copying, and the document for
// taking away.
const raw = document.getElementById('raw');
const said = document.getElementById('said');

function cellValue(row, column) {
  const cell = row.cells[column];
  return cell.dataset.raw ?? cell.textContent;
}

function sortBy(column, header) {
  const ascending = header.getAttribute('aria-sort') !== 'ascending';
  for (const th of header.parentElement.cells) th.setAttribute('aria-sort', 'none');
  header.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
  const numeric = header.classList.contains('n');
  const rows = [...raw.tBodies[0].rows].map((row) => [cellValue(row, column), row]);
  rows.sort(([a], [b]) => {
    // What has no figure stays at the end in both directions.
    if (a === '' || b === '') return (a === '') - (b === '');
    const order = numeric ? a - b : a.localeCompare(b, 'en', {numeric: true});
    return ascending ? order : -order;
  });
  raw.tBodies[0].append(...rows.map(([, row]) => row));
}

function filterBy(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of raw.tBodies[0].rows) {
    const content = [0, 1, 2, 3, 4].map((i) => row.cells[i].textContent).join(' ').toLowerCase();
    row.hidden = !words.every((w) => content.includes(w));
    if (!row.hidden) count++;
  }
  said.textContent = words.length ? `${count} lines` : '';
}

// asText is what copying takes: the lines that are shown, separated by tabs,
// with unrounded numbers.
function asText() {
  const headers = [...raw.tHead.rows[0].cells].map((th) => th.textContent.trim());
  const lines = [...raw.tBodies[0].rows].filter((row) => !row.hidden);
  return [headers, ...lines.map((row) => headers.map((_, i) => cellValue(row, i)))].map((l) => l.join('\t')).join('\n') + '\n';
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch { /* not every browser lets a file use it: the old way follows */ }
  const area = element('textarea', 'hidden');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

function download(name, type, text) {
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function startFigures() {
  for (const [column, header] of [...raw.tHead.rows[0].cells].entries()) {
    header.firstElementChild.addEventListener('click', () => sortBy(column, header));
  }
  const filter = document.getElementById('filter');
  filter.addEventListener('input', () => filterBy(filter.value));
  document.getElementById('copy').addEventListener('click', async () => {
    await copy(asText());
    said.textContent = 'Copied.';
  });
  document.getElementById('download').addEventListener('click', () => {
    download('tournament.json', 'application/json', document.getElementById('document').textContent);
  });
}
