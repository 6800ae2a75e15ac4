import { html, type Markup } from './html.ts';

/** The contract for programs: both documents, and each schema. */
export const contractPage = (files: readonly string[]): Markup => html`
  <h1>The contract, for programs</h1>
  <p>Generate a client, check your bodies, or load the contract into a tool. Both documents and every schema are made from the schemas that
    this service itself uses.</p>
  <h2 id="openapi">What you call</h2>
  <p>The API by key, the callback, the management API and the OAuth endpoints, and what webhooks receive: OpenAPI 3.1.</p>
  ${links('/openapi.json')}
  <h2 id="asyncapi">What calls you</h2>
  <p>LOGIN, CHAT and LOGOUT to your endpoint, events to webhooks and to partners, and the frames of a live session: AsyncAPI 3.0.</p>
  ${links('/asyncapi.json')}
  <h2 id="schemas">Schemas</h2>
  <p>Each shape as a JSON Schema (draft 7) with an address of its own.</p>
  <ul class="names">${files.map((file) => html`<li><a href="/schemas/${file}">${file.replace('.json', '')}</a></li>`)}</ul>`;

const links = (address: string): Markup =>
  html`<p><a href="${address}" download>Download ${address.slice(1)}</a> · <a href="${address}">Open it</a></p>`;
