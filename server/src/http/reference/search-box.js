// The search of the documentation pages. It runs in the browser, with an index that is made at the first use.

const form = document.querySelector('.search');
const input = document.querySelector('#search');
const found = document.querySelector('#found');
const maxShown = 12;
let index;

const load = async () => {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import('./minisearch.js'),
    fetch('/docs/search.json'),
  ]);
  const search = new MiniSearch({
    idField: 'address',
    fields: ['heading', 'page', 'text'],
    storeFields: ['heading', 'page', 'text'],
    searchOptions: {
      boost: { heading: 5, page: 2 },
      prefix: true,
      fuzzy: (word) => word.length > 4 && 0.2,
      combineWith: 'AND',
    },
  });
  search.addAll(await answer.json());
  return search;
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
  const asked = input.value;
  if (asked.trim() === '') return close();
  index ??= load();
  const search = await index;
  if (input.value !== asked) return;
  const hits = search
    .search(asked)
    .slice(0, maxShown)
    .map(({ id, heading, page, text, terms }) => {
      const link = element('a', '', element('strong', heading), element('small', page));
      link.append(element('span', around(text, terms[0])));
      link.href = id;
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
