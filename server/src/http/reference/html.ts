/** Text that is already safe to include in a page. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Escapes every value in the template, except markup that this function has made. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings.map((text, index) => text + (index < parts.length ? render(parts[index] ?? '') : '')).join(''),
  );
}

/** A table that scrolls sideways if the screen is narrow. */
export const scrollable = (label: string, table: Markup): Markup =>
  html`<div class="wide" tabindex="0" role="group" aria-label="${label}">${table}</div>`;

export function page(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/docs/style.css">
</head>
<body>${body}</body>
</html>
`.text;
}
