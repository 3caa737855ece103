// Starts the page: the first screen at once, the rest when the browser is idle; theme, keys, address.

const SECTIONS = ['verdict', 'leaderboard', 'curves', 'compare', 'topics', 'quality', 'method'];
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

/* ---------- the address ---------- */

function goTo(id) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const section = byId(id);
  section.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' });
  const head = section.querySelector('h1, h2');
  if (head) {
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
  }
}

/** Shows what the address asks for. */
function follow() {
  const asked = address.read();
  const find = (list, key, text) => list.findIndex((entry) => entry[key] === address.decode(text));
  if (asked.topic !== undefined) {
    buildAll();
    const topic = find(TOPICS, 'id', asked.topic);
    if (topic < 0) return;
    openTopic(topic);
    byId('topics').scrollIntoView({ block: 'start' });
    byId('topic-list').focus({ preventScroll: true });
  } else if (asked.compare !== undefined) {
    buildAll();
    const [b, a] = asked.compare.split(',').map((text) => find(RUNS, 'name', text));
    const measure = asked.measure === undefined ? PRIMARY : find(MEASURES, 'name', asked.measure);
    if (!(a >= 0) || !(b >= 0) || a === b || measure < 0) return;
    openCompare({ a, b, measure });
    byId('compare').scrollIntoView({ block: 'start' });
  } else if (SECTIONS.includes(asked.section) && WAITING.length) {
    buildAll();
    byId(asked.section).scrollIntoView();
  }
}

/* ---------- keys ---------- */

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest?.('input:not([type=checkbox]), select, textarea, dialog')) return;
  if (event.key !== '?' && !byId('single-keys').checked) return;
  const keys = {
    '?': () => byId('keys').showModal(),
    '/': () => {
      buildAll();
      byId('topics').scrollIntoView();
      byId('topic-search').focus();
    },
    '[': () => stepTopic(-1), ']': () => stepTopic(1),
    d: switchTheme, D: switchTheme,
  };
  SECTIONS.forEach((id, i) => {
    keys[String(i + 1)] = () => {
      buildAll();
      goTo(id);
    };
  });
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
}

function stepTopic(by) {
  buildAll();
  buildTopics.step(by);
  address.replace(hashOf.topic(topicState.topic));
  announce(`topic ${isolated(TOPICS[topicState.topic].id)}`);
}

/** Marks the section that is being read in the bar. */
function watchSections() {
  const links = new Map([...document.querySelectorAll('.bar nav a')].map((a) => [a.hash.slice(1), a]));
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const there = links.get(entry.target.id);
      if (!there) continue;
      if (entry.isIntersecting) {
        there.setAttribute('aria-current', 'true');
        there.parentElement.scrollLeft = there.offsetLeft - there.parentElement.offsetLeft - 40;
      } else there.removeAttribute('aria-current');
    }
  }, { rootMargin: '-30% 0px -65% 0px' });
  SECTIONS.forEach((id) => observer.observe(byId(id)));
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
window.addEventListener('hashchange', follow);
window.addEventListener('beforeprint', buildAll);
matchMedia('print').addEventListener('change', buildAll);

buildVerdict();
buildLeaderboard();
if (location.hash.length > 1) {
  // The rest of the page may still be on its way; what is asked for is shown when it has come.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', follow, { once: true });
  else follow();
}
watchSections();
requestAnimationFrame(whenIdle);
