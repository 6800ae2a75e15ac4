import { html, type Markup, scrollable } from './html.ts';
import { inline } from './markdown-inline.ts';

export type Heading = { readonly level: number; readonly id: string; readonly text: string };

/** A part of a document under one heading, as plain text for the search. */
export type Passage = { readonly heading: Heading; readonly text: string };

export type RenderedMarkdown = {
  readonly body: Markup;
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
};

type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'paragraph'; readonly text: string };

/**
 * Renders the part of Markdown that our guides use: headings, paragraphs, flat lists, tables, fenced code and inline
 * marks.
 */
export function renderMarkdown(source: string, linkTo: (target: string) => string | null): RenderedMarkdown {
  const headings: Heading[] = [];
  const passages: { heading: Heading; text: string }[] = [];
  const ids = new Set<string>();
  const body = blocksOf(source).map((block) => {
    if (block.kind !== 'heading') {
      const last = passages.at(-1);
      if (last !== undefined) last.text += ` ${plainText(block)}`;
      return renderBlock(block, linkTo);
    }
    const text = plain(block.text);
    const heading = { level: block.level, text, id: unused(slugOf(text), ids) };
    headings.push(heading);
    passages.push({ heading, text: '' });
    return renderHeading(heading, inline(block.text, linkTo));
  });
  return { body: html`${body}`, headings, passages };
}

function blocksOf(source: string): Block[] {
  const lines = source.split('\n');
  const blocks: Block[] = [];
  const takeWhile = (fits: (line: string) => boolean): string[] => {
    const end = lines.findIndex((line) => !fits(line));
    return lines.splice(0, end === -1 ? lines.length : end);
  };
  while (lines.length > 0) {
    const [line = ''] = lines;
    const heading = /^(#{1,4}) (.+)$/.exec(line);
    const fence = /^```(\w*)/.exec(line);
    if (line.trim() === '') lines.shift();
    else if (heading !== null) {
      lines.shift();
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    } else if (fence !== null) {
      lines.shift();
      const text = takeWhile((each) => !each.startsWith('```')).join('\n');
      lines.shift();
      blocks.push({ kind: 'code', language: fence[1] ?? '', text });
    } else if (line.startsWith('|')) {
      const rows = takeWhile((each) => each.startsWith('|')).map(cellsOf);
      blocks.push({ kind: 'table', rows: rows.filter((_, index) => index !== 1) });
    } else if (listMark.test(line)) {
      const items = takeWhile((each) => listMark.test(each) || /^\s+\S/.test(each));
      blocks.push({ kind: 'list', ordered: /^\d/.test(line), items: itemsOf(items) });
    } else {
      const text = takeWhile((each) => each.trim() !== '' && !/^(#{1,4} |```|\|)/.test(each)).join('\n');
      blocks.push({ kind: 'paragraph', text });
    }
  }
  return blocks;
}

const listMark = /^(?:[-*]|\d+\.) /;

/** The continuation lines of an item are indented. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (listMark.test(line)) items.push(line.replace(listMark, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

/** A bar inside code, or after a backslash, does not separate cells. */
function cellsOf(line: string): string[] {
  // slow-regex: it reads our own guides.
  const cells = line.replace(/^\|/, '').match(/(?:`[^`]*`|\\\||[^|])*\|/g) ?? [];
  return cells.map((cell) => cell.slice(0, -1).trim().replaceAll('\\|', '|'));
}

function renderBlock(
  block: Exclude<Block, { kind: 'heading' }>,
  linkTo: (target: string) => string | null,
): Markup {
  switch (block.kind) {
    case 'code':
      return html`<pre tabindex="0" aria-label="Example"><code>${block.text}</code></pre>`;
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return scrollable(
        'Table',
        html`<table>
        <thead><tr>${head.map((cell) => (cell === '' ? html`<td></td>` : html`<th scope="col">${inline(cell, linkTo)}</th>`))}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell, linkTo)}</td>`)}</tr>`)}</tbody>
      </table>`,
      );
    }
    case 'list': {
      const items = block.items.map((item) => html`<li>${inline(item, linkTo)}</li>`);
      return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'paragraph':
      return html`<p>${inline(block.text, linkTo)}</p>`;
  }
}

function renderHeading({ level, id, text }: Heading, content: Markup): Markup {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to “${text}”">#</a>`;
  if (level === 1) return html`<h1 id="${id}">${content}</h1>`;
  if (level === 2) return html`<h2 id="${id}">${content} ${anchor}</h2>`;
  if (level === 3) return html`<h3 id="${id}">${content} ${anchor}</h3>`;
  return html`<h4 id="${id}">${content} ${anchor}</h4>`;
}

function plainText(block: Exclude<Block, { kind: 'heading' }>): string {
  if (block.kind === 'code') return block.text;
  if (block.kind === 'table') return block.rows.flat().map(plain).join(' ');
  return plain(block.kind === 'list' ? block.items.join(' ') : block.text);
}

const plain = (text: string): string =>
  text
    // slow-regex: it reads our own guides.
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');

/** The slug that common Markdown viewers make, so that links between the files also work here. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function unused(slug: string, ids: Set<string>): string {
  let id = slug;
  for (let count = 1; ids.has(id); count += 1) id = `${slug}-${count}`;
  ids.add(id);
  return id;
}
