import { html, type Markup } from '../../kernel/index.ts';

/** A table that scrolls sideways if the screen is narrow. */
export const scrollable = (label: string, table: Markup): Markup =>
  html`<div class="wide" tabindex="0" role="group" aria-label="${label}">${table}</div>`;

/** A block of code. It can be focused, so that it can be scrolled without a mouse. */
export const example = (label: string, text: string, language = ''): Markup =>
  html`<pre tabindex="0" aria-label="${label}" data-language="${language}"><code>${text}</code></pre>`;

export type Field = { readonly name: string; readonly type: string; readonly notes: string };

export const fieldTable = (caption: string, fields: readonly Field[]): Markup =>
  scrollable(
    caption,
    html`<table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
    <tbody>${fields.map(
      ({ name, type, notes }) => html`<tr><th scope="row"><code>${name}</code></th><td>${type}</td>
        <td>${notes}</td></tr>`,
    )}</tbody>
  </table>`,
  );

export function page(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="/docs/pictures/mark.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/docs/style.css">
</head>
<body>${body}</body>
</html>
`.text;
}
