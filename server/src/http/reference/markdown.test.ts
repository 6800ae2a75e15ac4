import { expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const render = (source: string) =>
  renderMarkdown(source, (target) => {
    if (target.startsWith('https:')) return target;
    return target === 'gone' ? null : `/at/${target}`;
  });
const textOf = (source: string) =>
  render(source).body.text.replaceAll(/\s+/g, ' ').replaceAll('> <', '><').trim();

it('renders headings with the ids that Markdown viewers also use', () => {
  const { passages } = render('# A `b`: c?\n\n## Same\n\ntext\n\n## Same\n');
  expect(passages.map(({ heading }) => heading)).toEqual([
    { level: 1, id: 'a-b-c', text: 'A b: c?' },
    { level: 2, id: 'same', text: 'Same' },
    { level: 2, id: 'same-1', text: 'Same' },
  ]);
});

it('renders paragraphs, lists and code, and escapes what they hold', () => {
  expect(textOf('one\ntwo & <b>')).toBe('<p>one two &amp; &lt;b&gt;</p>');
  expect(textOf('- a\n  more\n- **b**\n')).toBe('<ul><li>a more</li><li><strong>b</strong></li></ul>');
  expect(textOf('1. a\n2. *b*')).toBe('<ol><li>a</li><li><em>b</em></li></ol>');
  expect(textOf('```html\n<i>\n# no heading\n```')).toContain('<code>&lt;i&gt; # no heading</code>');
});

it('renders tables: a bar after a backslash does not separate cells', () => {
  const table = textOf('| a | b |\n|---|---|\n| `x \\| y` | 1 \\| 2 |');
  expect(table).toContain('<td><code>x | y</code></td><td>1 | 2</td>');
  expect(table).toContain('<th scope="col">a</th><th scope="col">b</th>');
  expect(textOf('|  | b |\n|---|---|\n| 1 | 2 |')).toContain('<tr><td></td><th scope="col">b</th></tr>');
});

it('renders links and pictures that have a target, and only the text of others', () => {
  expect(textOf('[the `x`](x.md) [y](gone) <https://a.example/b>')).toBe(
    '<p><a href="/at/x.md">the <code>x</code></a> y <a href="https://a.example/b">https://a.example/b</a></p>',
  );
  expect(textOf('![a "face"](p.jpg)')).toBe(
    '<p><img src="/at/p.jpg" alt="a &quot;face&quot;" loading="lazy"></p>',
  );
  expect(textOf('such as https://a.example or A <a@b.example>')).toBe(
    '<p>such as https://a.example or A &lt;a@b.example&gt;</p>',
  );
  expect(textOf('`[no](link)`')).toBe('<p><code>[no](link)</code></p>');
});

it('returns the plain text under each heading for the search', () => {
  const { passages } = render('# A\n\nSee [b](b.md), `c`.\n\n- d\n\n## E\n\n| f |\n|---|\n| g |\n');
  expect(passages.map(({ heading, text }) => [heading.text, text.trim()])).toEqual([
    ['A', 'See b, c. d'],
    ['E', 'f g'],
  ]);
});
