// The search of the documentation pages. It runs in the browser, with an index that is loaded at the first use.

const form = document.querySelector('.search');
const input = document.querySelector('#search');
const found = document.querySelector('#found');
const maxShown = 12;
let index;

const load = () => {
  index ??= fetch('/docs/search.json').then((answer) => answer.json());
  return index;
};

/** How well an entry matches: each word must occur, and words in the heading count most. */
const scoreOf = (entry, words) => {
  const [heading, page, text] = [entry.heading, entry.page, entry.text].map((part) => part.toLowerCase());
  let score = 0;
  for (const word of words) {
    const one =
      (heading.includes(word) ? 10 : 0) + (page.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0);
    if (one === 0) return 0;
    score += one + (heading.startsWith(word) ? 5 : 0);
  }
  return score;
};

const around = (text, word) => {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 120)}${text.length > at + 120 ? '…' : ''}`;
};

const element = (name, text, ...children) => {
  const made = document.createElement(name);
  made.append(...children, text);
  return made;
};

const close = () => {
  found.hidden = true;
};

const show = async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return close();
  const asked = input.value;
  const entries = await load();
  if (input.value !== asked) return;
  const hits = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxShown)
    .map(({ entry }) => {
      const link = element('a', '', element('strong', entry.heading), element('small', entry.page));
      link.append(element('span', around(entry.text, words[0])));
      link.href = entry.address;
      return element('li', '', link);
    });
  found.replaceChildren(
    hits.length === 0 ? element('p', 'Nothing found. Try fewer or other words.') : element('ul', '', ...hits),
  );
  found.hidden = false;
};

const move = (event) => {
  const links = [input, ...found.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') {
    close();
    input.focus();
  } else if (step !== undefined && !found.hidden) {
    event.preventDefault();
    links[Math.min(links.length - 1, Math.max(0, links.indexOf(document.activeElement) + step))].focus();
  }
};

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
form.addEventListener('keydown', move);
form.addEventListener(
  'focusout',
  ({ relatedTarget }) => relatedTarget !== null && !form.contains(relatedTarget) && close(),
);
found.addEventListener('click', close);
input.addEventListener('input', show);
addEventListener('keydown', (event) => {
  if (event.key !== '/' || /INPUT|TEXTAREA/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  input.focus();
});
