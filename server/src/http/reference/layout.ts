import { html, type Markup } from '../../kernel/index.ts';
import { guideAddress, guideGroups } from './guides.ts';
import { page } from './html.ts';

export type ApiGroup = { readonly tag: string; readonly address: string };

export type Link = { readonly id: string; readonly text: string };

type DocsPage = {
  readonly title: string;
  /** The address of this page, which the navigation marks. */
  readonly address: string;
  readonly groups: readonly ApiGroup[];
  readonly body: Markup;
  /** The parts of this page. */
  readonly parts?: readonly Link[];
};

/** A page of the documentation: navigation, search, content, and the list of its parts. */
export function docsPage({ title, address, groups, body, parts = [] }: DocsPage): string {
  const link = (target: string, text: string): Markup =>
    html`<li><a href="${target}"${target === address ? currentPage : ''}>${text}</a></li>`;
  const contents = html`
    ${Object.entries(guideGroups).map(
      ([group, guides]) => html`<p class="title">${group}</p>
      <ul>${guides.map(({ file, title: name }) => link(guideAddress(file), name))}</ul>`,
    )}
    <p class="title">Reference</p>
    <ul>${link('/docs/events', 'Events')}${groups.map((group) => link(group.address, group.tag))}
      ${link('/docs/contract', 'OpenAPI, AsyncAPI, schemas')}</ul>`;
  return page(
    title === 'Parley' ? 'Parley documentation' : `${title} – Parley documentation`,
    html`
    <a class="skip" href="#content">Skip to the content</a>
    <header class="top">
      <a class="home" href="/docs">Parley <span>documentation</span></a>
      <form role="search" action="/docs" class="search" hidden>
        <label class="unseen" for="search">Search the documentation</label>
        <input id="search" type="search" autocomplete="off" placeholder="Search" aria-controls="found">
        <div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
      </form>
    </header>
    <div class="columns">
      <nav class="contents" aria-label="Documentation">
        <details class="menu"><summary>Contents</summary>${contents}</details>
        <div class="side">${contents}</div>
      </nav>
      <main id="content" tabindex="-1">${body}</main>
      ${
        parts.length < 2
          ? ''
          : html`<nav class="parts" aria-label="On this page"><p class="title">On this page</p>
        <ul>${parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`
      }
    </div>
    ${moduleScript('/docs/search.js')}
    ${moduleScript('/docs/copy.js')}`,
  );
}

/** The name of the end tag is a value, because the build changes a tagged template with such an end tag. */
const moduleScript = (address: string): Markup => html`<script src="${address}" type="module"></${'script'}>`;

const currentPage = html` aria-current="page"`;
