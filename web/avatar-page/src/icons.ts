/** SVG paths on a 24 by 24 grid, drawn in the text colour. */
const paths: Readonly<Record<string, readonly string[]>> = {
  mic: ['M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3z', 'M6 11a6 6 0 0 0 12 0', 'M12 17v4'],
  speaker: ['M4 9h4l5-4v14l-5-4H4z', 'M16.5 9a4 4 0 0 1 0 6', 'M19 6.5a8 8 0 0 1 0 11'],
  captions: ['M4 6h16v12H4z', 'M7 12h4', 'M13 12h4', 'M7 15h7'],
  messages: ['M4 5h16v11H10l-4 4v-4H4z', 'M8 9h8', 'M8 12h5'],
  send: ['M12 19V5', 'M6 11l6-6 6 6'],
  full: ['M4 9V4h5', 'M20 9V4h-5', 'M4 15v5h5', 'M20 15v5h-5'],
  download: ['M12 4v10', 'M7.5 10 12 14.5 16.5 10', 'M5 19h14'],
  copy: ['M9 9h11v11H9z', 'M5 15H4V4h11v1'],
  lock: ['M6 11h12v9H6z', 'M8.5 11V8a3.5 3.5 0 0 1 7 0v3', 'M12 14.5v2'],
  question: [
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
    'M9.5 9.7a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.6',
    'M12 16.6h.01',
  ],
  offline: [
    'M4 4l16 16',
    'M8.5 16.5a5 5 0 0 1 7 0',
    'M5 13a10 10 0 0 1 5-2.7',
    'M14 10.3a10 10 0 0 1 5 2.7',
    'M12 20h.01',
  ],
  hang: ['M3 14c5-5 13-5 18 0l-2.5 3-4-1.5V13a10 10 0 0 0-5 0v2.5l-4 1.5z'],
};

export function drawIcons(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-icon]')) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    for (const line of paths[element.dataset.icon ?? ''] ?? []) {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', line);
      svg.append(path);
    }
    element.replaceChildren(svg);
  }
}
