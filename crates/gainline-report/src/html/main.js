// Starts the page: the first screen at once, the rest when the browser is idle; theme, keys, address.

const WAITING = [buildCurves, buildCompare, buildTopics, buildQuality, buildMethod];

function buildNext() {
  const build = WAITING.shift();
  if (build) build();
}

function buildAll() {
  while (WAITING.length) buildNext();
}

function whenIdle() {
  if (!WAITING.length) return;
  const later = window.requestIdleCallback ?? ((f) => setTimeout(f, 16));
  later(() => {
    buildNext();
    whenIdle();
  }, { timeout: 300 });
}

/* ---------- light and dark ---------- */

const remembered = {
  get(key) {
    try {
      return localStorage.getItem(`gainline-${key}`);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`gainline-${key}`, value);
    } catch {
      /* the browser keeps nothing for files: the choice holds until the page is left */
    }
  },
};

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (document.documentElement.dataset.theme ?? (prefersDark.matches ? 'dark' : 'light')) === 'dark';

function nameTheme() {
  byId('theme').setAttribute('aria-label', isDark() ? 'Switch to light' : 'Switch to dark');
}

function switchTheme() {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  remembered.set('theme', theme);
  nameTheme();
}

/* ---------- keys ---------- */

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest?.('input:not([type=checkbox]), select, textarea, dialog')) return;
  if (event.key !== '?' && !byId('single-keys').checked) return;
  const keys = {
    '?': () => byId('keys').showModal(),
    '/': () => {
      visit('topics', {});
      byId('topic-search').focus();
    },
    '[': () => stepTopic(-1), ']': () => stepTopic(1),
    d: switchTheme, D: switchTheme,
  };
  SECTIONS.forEach((id, i) => {
    keys[String(i + 1)] = () => visit(id, {});
  });
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
}

function stepTopic(by) {
  buildAll();
  buildTopics.step(by);
  announce(`topic ${isolated(TOPICS[shownTopic()].id)}`);
}

/** The section that is being read: the last that begins above a third of the window. */
function currentSection() {
  const begun = SECTIONS.filter((id) => byId(id).getBoundingClientRect().top <= innerHeight / 3);
  const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  return atEnd ? SECTIONS.at(-1) : begun.at(-1) ?? SECTIONS[0];
}

/** Marks the section that is being read in the bar: always one. */
function watchSections() {
  const links = [...document.querySelectorAll('.bar nav a')];
  for (const a of [...links, document.querySelector('.brand')]) {
    const section = a.hash.slice(1);
    a.addEventListener('click', (event) => {
      event.preventDefault();
      visit(section, {});
    });
    a.dataset.section = section;
  }
  // Not an address: what is shown stays as it is.
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('main').focus();
    byId('main').scrollIntoView();
  });
  let asked = false;
  const mark = () => {
    asked = false;
    const now = currentSection();
    // The verdict and the leaderboard are one screen.
    const there = links.find((a) => a.dataset.section === (now === 'verdict' ? 'leaderboard' : now));
    if (there.hasAttribute('aria-current')) return;
    links.forEach((a) => a.removeAttribute('aria-current'));
    there.setAttribute('aria-current', 'true');
    there.parentElement.scrollLeft = there.offsetLeft - there.parentElement.offsetLeft - 40;
  };
  const ask = () => {
    if (!asked) requestAnimationFrame(mark);
    asked = true;
  };
  window.addEventListener('scroll', ask, { passive: true });
  window.addEventListener('resize', ask);
  mark();
}

/** All that is folded and belongs on paper is open there. */
function beforePrint() {
  buildAll();
  for (const id of ['conclusion', 'warnings']) if (byId(id)) byId(id).open = true;
}

const theme = remembered.get('theme');
if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
nameTheme();
prefersDark.addEventListener('change', nameTheme);
byId('theme').addEventListener('click', switchTheme);
byId('help').addEventListener('click', () => byId('keys').showModal());
byId('single-keys').checked = remembered.get('keys') !== 'off';
byId('single-keys').addEventListener('change', (event) => remembered.set('keys', event.target.checked ? 'on' : 'off'));
document.addEventListener('keydown', onKey);
NARROW.addEventListener('change', () => VIEWS.forEach(({ draw }) => draw()));
byId('copy-link').addEventListener('click', copyLink);
window.addEventListener('hashchange', follow);
window.addEventListener('popstate', follow);
window.addEventListener('beforeprint', beforePrint);
matchMedia('print').addEventListener('change', beforePrint);

Object.assign(state, readHash(location.hash));
buildVerdict();
buildLeaderboard();
if (location.hash.length > 1) follow();
watchSections();
requestAnimationFrame(whenIdle);
