// The first lines of the page: the verdict in words, and what to mind about it, folded.

function buildVerdict() {
  const judgments = TOPICS.reduce((sum, topic) => sum + (topic.judged ?? 0), 0);
  byId('subject').append(h('bdi', null, DATA.title), ` · ranked by ${MEASURES[PRIMARY].name} · ${count(judgments)} judgments`);
  const [headline, ...rest] = DATA.verdict ?? [];
  byId('headline').append(...untwisted(headline ?? DATA.title));
  if ((headline ?? '').length > 130) byId('headline').classList.add('long');
  const body = byId('verdict-body');
  const [pair] = RUNS.length === 2 ? (DATA.pairs ?? []).filter((p) => p.measure === PRIMARY && p.slice === undefined) : [];
  if (pair) body.append(figures(pairOf(START.a, START.b, PRIMARY), PRIMARY, 'verdict'));
  const folded = h('div', { class: 'folded' });
  if (rest.length) folded.append(h('details', { id: 'conclusion' }, h('summary', null, 'Conclusion'), h('p', { class: 'lead' }, prose(rest.join(' ')))));
  if (DATA.warnings?.length) {
    folded.append(h('details', { id: 'warnings', class: 'warned' }, h('summary', null, plural(DATA.warnings.length, 'warning')),
      h('ul', { class: 'callout' }, DATA.warnings.map((warning) => h('li', null, prose(warning))))));
  }
  if (folded.childNodes.length) body.append(folded);
}

/** Whether differences by a measure were tested at all. */
function isTested(measure) {
  return Boolean(DATA.test) && (DATA.pairs ?? []).some((pair) => pair.measure === measure && isNumber(pair.adjusted));
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
