import './rich-text.css';

/** The formatting that is shown. Other tags are dropped and only their words are shown. */
const shown: Readonly<Record<string, string>> = {
  B: 'b',
  STRONG: 'b',
  I: 'i',
  EM: 'i',
  DEL: 'del',
  CODE: 'code',
  LI: 'span.item',
};
const safeAddress = /^(?:https?:\/\/|mailto:|tel:)/i;
const bare = (text: string | null): string => (text ?? '').replaceAll(/\s/g, '');

/**
 * Shows a sentence with the formatting of its markup. The parsed document is never shown: only words and a few elements
 * without attributes are copied from it. Null if the words differ from the sentence's, for example with an alias.
 */
export function richText(markup: string, words: string): DocumentFragment | null {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  const text = document.createDocumentFragment();
  copy(body, text);
  if (bare(text.textContent) !== bare(words)) return null;
  return text;
}

function copy(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.appendChild(document.createTextNode(node.data));
    if (!(node instanceof Element)) continue;
    const element = elementFor(node);
    copy(node, element === null ? to : to.appendChild(element));
  }
}

function elementFor(node: Element): HTMLElement | null {
  if (node.tagName === 'A') return linkFor(node.getAttribute('href') ?? '');
  const [name = '', className = ''] = shown[node.tagName]?.split('.') ?? [];
  if (name === '') return null;
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  return element;
}

function linkFor(address: string): HTMLElement | null {
  if (!safeAddress.test(address)) return null;
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  return link;
}
