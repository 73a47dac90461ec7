// Search, theme and copy buttons of the documentation. No request leaves the server.
const root = `${document.documentElement.dataset.root}/`;

// --- theme, shared with the dashboard
const themes = { '': ['◐', 'Theme: as the system'], light: ['☀', 'Theme: light'], dark: ['☾', 'Theme: dark'] };
const button = document.getElementById('site-theme');
const show = () => {
  const [sign, label] = themes[localStorage.getItem('recollect-theme') ?? ''];
  button.textContent = sign;
  button.setAttribute('aria-label', label);
  button.title = label;
};
button.addEventListener('click', () => {
  const next = { '': 'light', light: 'dark', dark: '' }[localStorage.getItem('recollect-theme') ?? ''];
  if (next) {
    localStorage.setItem('recollect-theme', next);
    document.documentElement.dataset.theme = next;
  } else {
    localStorage.removeItem('recollect-theme');
    delete document.documentElement.dataset.theme;
  }
  show();
});
show();

// --- the list of pages is open where there is room for it
const pages = document.querySelector('nav.pages details');
const wide = matchMedia('(min-width: 60rem)');
const fold = () => { pages.open = wide.matches; };
wide.addEventListener('change', fold);
fold();

// --- copy buttons; a console's answer and its prompt are not copied
const copied = (block) => {
  const text = block.querySelector('code').textContent;
  if (block.dataset.language !== 'console') return text;
  const lines = text.replaceAll('\\\n', '\\\u0000').split('\n').filter((line) => line.startsWith('$ '));
  return lines.map((line) => line.slice(2).replace(/\s+# .*$/, '')).join('\n').replaceAll('\u0000', '\n');
};
for (const block of document.querySelectorAll('pre[data-language]')) {
  if (block.dataset.language === 'text' || !navigator.clipboard) continue;
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copy';
  copy.textContent = 'Copy';
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copied(block));
    copy.textContent = 'Copied';
    setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, copy);
}

// --- search: sections with most of the words come first, and headings count most
const input = document.getElementById('site-search');
const results = document.getElementById('site-results');
const most = 12;
let loading;

const load = () => {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = `${root}search.js`;
    script.addEventListener('load', resolve);
    document.head.append(script);
  });
  return loading;
};

const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const small = new Set('a an and by can do does for from how i in is it my of on or the to what with'.split(' '));
// The words of a query, without small words, a possessive and a plural: "a user's keys" is "user", "key".
const wordsOf = (query) => {
  const all = query.toLowerCase().replace(/['’]s\b/g, '').split(/\s+/).filter(Boolean);
  const main = all.filter((word) => !small.has(word));
  return (main.length ? main : all)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .map((word) => new RegExp(`(^|[^\\p{L}\\p{N}])${escaped(word)}`, 'iu'));
};

const find = (query) => {
  const words = wordsOf(query);
  const found = [];
  for (const [name, label, anchor, heading, text] of window.recollectPages) {
    let score = 0;
    let count = 0;
    for (const word of words) {
      const at = text.search(word);
      const worth = (word.test(heading) ? 8 : 0) + (word.test(label) ? 4 : 0) + (at >= 0 ? 2 - at / text.length : 0);
      score += worth;
      count += worth > 0;
    }
    if (count) found.push({ name, label, anchor, heading, text, words, score: score + 20 * count });
  }
  return found.sort((one, other) => other.score - one.score).slice(0, most);
};

const excerpt = (text, words) => {
  const at = Math.max(0, Math.min(...words.map((word) => text.search(word)).filter((place) => place >= 0)));
  const from = Number.isFinite(at) ? Math.max(0, at - 40) : 0;
  return `${from ? '…' : ''}${text.slice(from, from + 150).replace(/\s+/g, ' ')}…`;
};

const list = (found) => {
  results.replaceChildren();
  results.hidden = false;
  if (!found.length) {
    results.append('Nothing found.');
    return;
  }
  for (const one of found) {
    const link = document.createElement('a');
    link.href = `${root}${one.name}#${one.anchor}`;
    const title = document.createElement('strong');
    title.textContent = one.heading === one.label ? one.label : `${one.label} › ${one.heading}`;
    const text = document.createElement('span');
    text.textContent = excerpt(one.text, one.words);
    link.append(title, text);
    results.append(link);
  }
};

const search = async () => {
  if (!window.recollectPages) {
    results.replaceChildren('Searching …');
    results.hidden = false;
  }
  await load();
  const query = input.value.trim();
  if (query) list(find(query)); else results.hidden = true;
};

input.addEventListener('focus', load, { once: true });
input.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape') {
    results.hidden = true;
  } else if (event.key === 'Enter' && document.activeElement === input) {
    links[0]?.click();
  } else if (/^Arrow(Down|Up)$/.test(event.key) && !results.hidden && links.length) {
    const at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    (at < 0 ? input : links[Math.min(at, links.length - 1)]).focus();
  }
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) results.hidden = true;
});
for (const link of document.querySelectorAll('h2[id], h3[id]')) {
  const anchor = document.createElement('a');
  anchor.className = 'anchor';
  anchor.href = `#${link.id}`;
  anchor.textContent = '#';
  anchor.setAttribute('aria-label', `Link to ${link.textContent}`);
  link.append(anchor);
}
