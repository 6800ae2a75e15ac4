import { shortened } from '@parley/protocol';

const shownCharacters = 1_500;

/** A request or an answer as a person reads it: first line, headers, body. */
export function messageText(firstLine: string, headers: readonly string[], body: string): string {
  return [firstLine, ...headers.map(cut), '', cut(body)].join('\n').trimEnd();
}

const cut = (text: string): string =>
  text.length <= shownCharacters ? text : `${shortened(text, shownCharacters)} (${text.length} characters)`;

/** An address whose query is hidden: some services put their key there. */
export function shownUrl(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  for (const name of [...url.searchParams.keys()]) url.searchParams.set(name, 'hidden');
  return url.href;
}
