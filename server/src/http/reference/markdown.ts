import { Lexer, Parser, Renderer, type Token, type Tokens } from 'marked';
import { html, Markup } from '../../kernel/index.ts';
import { example, scrollable } from './html.ts';

export type Heading = { readonly level: number; readonly id: string; readonly text: string };

/** A part of a document under one heading, as plain text for the search. */
type Passage = { readonly heading: Heading; text: string };

export type RenderedMarkdown = { readonly body: Markup; readonly passages: readonly Passage[] };

/** Returns the address of a link or picture; null leaves only its text. */
type LinkTo = (target: string) => string | null;

/** `levelsDown`: how much lower its headings stand in the page. */
export function renderMarkdown(source: string, linkTo: LinkTo, levelsDown = 0): RenderedMarkdown {
  const renderer = new GuideRenderer(linkTo, levelsDown);
  const parser = new Parser({ renderer });
  const body = Lexer.lex(source).map((block) => {
    const rendered = new Markup(parser.parse([block]));
    const passage = renderer.passages.at(-1);
    const hasWords = block.type !== 'heading' && block.type !== 'space';
    if (hasWords && passage !== undefined) passage.text += ` ${textOf([block])}`;
    return rendered;
  });
  return { body: html`${body}`, passages: renderer.passages };
}

/** Renders the marks inside a line. Its links keep only their text. */
export const inlineMarkdown = (text: string): Markup =>
  new Markup(new Parser({ renderer: new GuideRenderer(() => null) }).parseInline(Lexer.lexInline(text)));

/** Adds what the pages need to be accessible, and shows HTML as text. */
class GuideRenderer extends Renderer {
  readonly passages: Passage[] = [];
  readonly #linkTo: LinkTo;
  readonly #levelsDown: number;
  readonly #ids = new Set<string>();

  constructor(linkTo: LinkTo, levelsDown = 0) {
    super();
    this.#linkTo = linkTo;
    this.#levelsDown = levelsDown;
  }

  override heading({ tokens, depth: written }: Tokens.Heading): string {
    const depth = written + this.#levelsDown;
    const text = textOf(tokens);
    const id = this.#unusedId(slugOf(text));
    this.passages.push({ heading: { level: depth, id, text }, text: '' });
    const anchor = html` <a class="anchor" href="#${id}" aria-label="Link to “${text}”">#</a>`;
    const content = html`${this.#inside(tokens)}${depth === 1 ? '' : anchor}`;
    return `<h${depth} id="${html`${id}`.text}">${content.text}</h${depth}>\n`;
  }

  override code({ text, lang = '' }: Tokens.Code): string {
    return example('Example', text, lang).text;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return html`${text}`.text;
  }

  override table(token: Tokens.Table): string {
    return scrollable('Table', new Markup(super.table(token))).text;
  }

  override tablecell({ tokens, header }: Tokens.TableCell): string {
    const content = this.#inside(tokens);
    const isHeader = header && content.text !== '';
    return (isHeader ? html`<th scope="col">${content}</th>` : html`<td>${content}</td>`).text;
  }

  override link({ href, tokens, autolink, raw }: Tokens.Link): string {
    // An address that a guide only mentions is text.
    if (autolink && !/^<https?:/.test(raw)) return html`${raw}`.text;
    const address = this.#linkTo(href);
    const content = this.#inside(tokens);
    return address === null ? content.text : html`<a href="${address}">${content}</a>`.text;
  }

  override image({ href, text }: Tokens.Image): string {
    const source = this.#linkTo(href);
    return source === null ? '' : html`<img src="${source}" alt="${text}" loading="lazy">`.text;
  }

  #inside(tokens: Token[]): Markup {
    return new Markup(this.parser.parseInline(tokens));
  }

  #unusedId(slug: string): string {
    let id = slug;
    for (let count = 1; this.#ids.has(id); count += 1) id = `${slug}-${count}`;
    this.#ids.add(id);
    return id;
  }
}

/** The words of some tokens, without marks. */
function textOf(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('').replaceAll(/\s+/g, ' ');
}

function wordsOf(token: Token): string {
  if (token.type === 'list') return (token as Tokens.List).items.map(wordsOf).join(' ');
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((row) => row.map((cell) => textOf(cell.tokens))).join(' ');
  }
  if ('tokens' in token && token.tokens !== undefined) return textOf(token.tokens);
  return 'text' in token ? String(token.text) : '';
}

/** The slug that common Markdown viewers make, so that links between the files also work here. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
