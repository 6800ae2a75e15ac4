import { html, Markup, version } from '../../../kernel/index.ts';
import { reportStyle } from './report-style.ts';

/** A number that a reader looks for first. */
export type Fact = {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly is?: 'good' | 'bad' | undefined;
};

export type ReportPage = {
  readonly title: string;
  /** The result in a sentence or two. */
  readonly lead: string;
  readonly facts?: readonly Fact[];
  readonly sections: readonly { readonly heading: string; readonly body: Markup }[];
  readonly madeAt: Date;
};

/** A page in one file. It loads nothing and runs no script, and its policy makes sure of that. */
export function reportPage({ title, lead, facts = [], sections, madeAt }: ReportPage): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <style>${new Markup(reportStyle)}</style>
</head>
<body><main>
<h1>${title}</h1>
<p class="lead">${lead}</p>
${facts.length === 0 ? '' : factList(facts)}
${sections.map(({ heading, body }) => html`<section><h2>${heading}</h2>${body}</section>\n`)}
<footer>Made by Parley ${version} on ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.</footer>
</main></body>
</html>
`.text;
}

const factList = (facts: readonly Fact[]): Markup =>
  html`<dl class="facts">${facts.map(
    ({ name, value, note = '', is = '' }) =>
      html`<div><dt>${name}</dt><dd class="${is}">${value}<small>${note}</small></dd></div>`,
  )}</dl>`;
