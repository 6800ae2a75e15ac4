import { html, type Markup } from './html.ts';

/** Code, pictures, links, bold and italic text. */
// slow-regex: it reads our own guides and descriptions.
const marks =
  /`([^`]+)`|!\[([^\]]*)\]\(([^)\s]+)\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|<(https?:[^>\s]+)>|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;

/** Renders the marks inside a line. `linkTo` returns the address of a link or picture; null leaves only its text. */
export function inline(text: string, linkTo: (target: string) => string | null): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const mark of text.matchAll(marks)) {
    parts.push(html`${text.slice(end, mark.index)}`, rendered(mark, linkTo));
    end = mark.index + mark[0].length;
  }
  parts.push(html`${text.slice(end)}`);
  return html`${parts}`;
}

function rendered(mark: RegExpMatchArray, linkTo: (target: string) => string | null): Markup {
  const [, code, alternative, picture, label = '', target, address, bold, italic] = mark;
  if (code !== undefined) return html`<code>${code}</code>`;
  if (picture !== undefined) {
    const source = linkTo(picture);
    return source === null ? html`` : html`<img src="${source}" alt="${alternative ?? ''}" loading="lazy">`;
  }
  if (target !== undefined) {
    const address = linkTo(target);
    return address === null ? inline(label, linkTo) : html`<a href="${address}">${inline(label, linkTo)}</a>`;
  }
  if (address !== undefined) return html`<a href="${address}">${address}</a>`;
  if (bold !== undefined) return html`<strong>${inline(bold, linkTo)}</strong>`;
  return html`<em>${inline(italic ?? '', linkTo)}</em>`;
}
