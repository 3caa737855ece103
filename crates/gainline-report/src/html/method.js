// How it was made, so that the numbers can be made again.

function buildMethod() {
  const section = byId('method');
  const command = h('code', { id: 'command' }, DATA.command ?? '');
  const copy = h('button', { type: 'button', class: 'button screen-only', click: async () => {
    const done = await copyText(DATA.command);
    if (!done) getSelection().selectAllChildren(command);
    copy.textContent = done ? 'Copied' : 'Selected';
    setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
  } }, 'Copy');
  section.append(
    h('h3', null, 'Command'),
    h('div', { class: 'command' }, h('pre', { tabindex: 0, 'aria-label': 'Command' }, command), copy),
    h('p', { class: 'notes' }, `Gainline ${DATA.gainline}. The same command on the same files gives the same numbers, on any machine.`));
  if (DATA.choices?.length || DATA.test?.words) {
    section.append(h('h3', null, 'Choices behind the numbers'), h('dl', { class: 'choices' },
      (DATA.choices ?? []).map((choice) => h('div', null, h('dt', null, choice.about), h('dd', null, prose(choice.text)))),
      DATA.test?.words && !DATA.choices?.some((choice) => choice.about === 'test')
        ? h('div', null, h('dt', null, 'test'), h('dd', null, prose(DATA.test.words))) : null));
  }
  section.append(h('h3', null, 'Measures'), h('div', { class: 'measures' }, MEASURES.map(measureCard)));
  const files = DATA.files ?? [];
  // In print, so few stay on one page with their heading.
  section.append(h('div', { class: files.length <= 20 ? 'together' : null }, h('h3', null, 'Files'),
    table('Files with their sizes and SHA-256 checksums', [['File', 'wide'], ['Role', ''], ['Bytes', 'num'], ['SHA-256', 'sum']],
      files.map((file) => [named(file.path), file.role, count(file.bytes), h('code', null, file.sha256)]), { id: 'files' })));
  byId('colophon').textContent = `Made by Gainline ${DATA.gainline}. This page holds all of its data and loads nothing.`;
}

function measureCard(measure) {
  const way = { higher: 'higher is better', lower: 'lower is better', neither: 'neither way is better' }[measure.better];
  const part = (label, text) => (text ? h('div', null, h('dt', null, label), h('dd', null, text)) : null);
  return h('article', { class: 'measure' },
    h('h4', null, measure.name, h('span', { class: 'quiet' }, way)),
    h('p', null, sentenceOf(measure.meaning)),
    h('dl', null, part('Formula', measure.formula), part('Edge cases', measure.edge_cases), part('Source', measure.citation)));
}
