import { html, type Markup } from '../../kernel/index.ts';
import { guideAddress, guideGroups } from './guides.ts';
import type { ApiGroup } from './layout.ts';

/** The first page of the documentation: the quickstart, and what else there is. */
export const homePage = (guide: Markup, groups: readonly ApiGroup[], baseUrl: string): Markup => html`
  <h1>Parley</h1>
  <p class="lead">Put a talking avatar on your site. Your own endpoint decides what it says.</p>
  <p>The base address of this service is <code>${baseUrl}</code>. Open the <a href="/dashboard">dashboard</a> to
    talk to an avatar and to create your own.</p>
  ${guide}
  <div class="cards">
    ${Object.entries(guideGroups).map(
      ([group, guides]) => html`<section><h2>${group}</h2>
      <ul>${guides.map(({ file, title }) => html`<li><a href="${guideAddress(file)}">${title}</a></li>`)}</ul></section>`,
    )}
    <section><h2>Look something up</h2>
      <ul><li><a href="/docs/events">Every event</a></li>
        ${groups.map(({ tag, address }) => html`<li><a href="${address}">${tag}</a></li>`)}
        <li><a href="/docs/contract">OpenAPI, AsyncAPI and schemas</a>, for programs</li></ul></section>
  </div>`;
