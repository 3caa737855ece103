// What may be wrong with the data: ties, unjudged documents, missing topics, findings.

const SHOWN_FINDINGS = 5;

function buildQuality() {
  const section = byId('quality');
  const quality = DATA.quality ?? {};
  const names = (ids) => (ids?.length ? h('span', { class: 'ids' }, ids.slice(0, 12).map((id, i) => [i ? ', ' : '', named(id)]).flat(),
    ids.length > 12 ? ` and ${ids.length - 12} more` : '') : NONE);
  const columns = [['Run', 'run'], ['Rows', 'num'], ['Tied rows', 'num'], ['', 'share'], ['Missing topics', 'wide'],
    ['Topics without judgments', 'wide']];
  section.append(
    h('h3', null, 'Rows, ties and topics'),
    table('Rows, ties and topics by run', columns,
      BEST_FIRST.map((r) => {
        const run = RUNS[r];
        const share = run.rows ? run.tied_rows / run.rows : 0;
        return [[swatch(r), named(run.name)], count(run.rows), `${count(run.tied_rows)} (${percent(share, 0)})`,
          h('span', { class: 'meter', 'aria-hidden': 'true' }, h('i', { '--share': `${share * 100}%` })), names(run.missing), names(run.extra)];
      }), { id: 'ties' }),
    h('p', { class: 'notes' }, 'Rows with the score of another row of the same topic are tied; their order is a choice and not '
      + 'the run’s. Missing topics are judged, and the run lacks them.'));
  const unjudged = quality.unjudged;
  if (unjudged?.depths?.length) {
    section.append(h('h3', null, 'Unjudged documents by depth'),
      table('Share of unjudged documents in the top k, by run', [['Run', 'run'], ...unjudged.depths.map((k) => [`top ${k}`, 'num'])],
        BEST_FIRST.map((r) => [[swatch(r), named(RUNS[r].name)], ...unjudged.shares[r].map(heat)]), { class: 'heat-table', id: 'unjudged' }),
      h('p', { class: 'notes' }, 'Nobody has judged these. The measures take them for not relevant unless a choice below says '
        + 'otherwise, so a run with many may be better than it looks.'));
  }
  if (quality.notes?.length) section.append(h('ul', { class: 'plain' }, quality.notes.map((note) => h('li', null, prose(note)))));
  const findings = quality.findings ?? [];
  section.append(h('h3', null, 'Findings in the files'));
  if (quality.findings === null) section.append(h('p', { class: 'quiet' }, 'The files were not checked: the judgments are not in a file that can be read twice.'));
  else if (!findings.length) section.append(h('p', { class: 'quiet' }, 'Nothing wrong or suspicious was found in the files.'));
  else {
    const weight = { error: 0, warning: 1 };
    const sorted = [...findings].sort((a, b) => (weight[a.severity] ?? 2) - (weight[b.severity] ?? 2));
    section.append(h('ul', { class: 'findings' }, sorted.slice(0, SHOWN_FINDINGS).map(finding)));
    const more = () => h('ul', { class: 'findings' }, sorted.slice(SHOWN_FINDINGS).map(finding));
    if (sorted.length > SHOWN_FINDINGS) section.append(disclosure(`${sorted.length - SHOWN_FINDINGS} more`, more));
  }
}

function heat(share) {
  return h('span', { class: 'heat', '--share': `${Math.round((share ?? 0) * 40)}%` }, percent(share, 1));
}

function finding({ severity, file, line, message, remedy }) {
  const word = severity === 'info' ? 'note' : severity;
  return h('li', null, h('span', { class: `badge ${word}` }, word), h('div', null,
    h('code', null, named(file ?? ''), line ? `:${line}` : ''), h('p', null, prose(message)), remedy ? h('p', { class: 'quiet' }, prose(remedy)) : null));
}
