/** Built without HTML text, because the page's policy may allow only trusted types. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Lines on a 24 by 24 grid. */
export function icon(path: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export const chatIcon = 'M4 5h16v11H10l-4 4v-4H4zM9 10.5h.01M12 10.5h.01M15 10.5h.01';
export const closeIcon = 'M6 6l12 12M18 6L6 18';
