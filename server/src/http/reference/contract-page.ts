import { html, type Markup } from '../../kernel/index.ts';

export const contractTitle = 'The contract, for programs';
export const contractAbout =
  'OpenAPI, AsyncAPI and JSON Schemas: generate a client, check your bodies, or load the contract into a tool.';

type Documents = Readonly<Record<'openApi' | 'asyncApi', Readonly<Record<string, unknown>>>>;

/** The contract for programs: both documents, and each schema. */
export function contractPage({ openApi, asyncApi }: Documents): Markup {
  const sent = namesIn(asyncApi);
  const called = namesIn(openApi).filter((name) => !sent.includes(name));
  return html`
  <h1>${contractTitle}</h1>
  <p>${contractAbout} Both documents and every schema are made from the schemas that this service itself uses.</p>
  <h2 id="openapi">What you call</h2>
  <p>The API by key, the callback, the management API and the OAuth endpoints, and what webhooks receive: OpenAPI 3.1.</p>
  ${links('/openapi.json')}
  <h2 id="asyncapi">What calls you</h2>
  <p>LOGIN, CHAT and LOGOUT to your endpoint, events to webhooks and to partners, and the frames of a live session: AsyncAPI 3.0.</p>
  ${links('/asyncapi.json')}
  <h2 id="schemas">Schemas</h2>
  <p>Each shape as a JSON Schema (draft 7) with an address of its own.</p>
  <h3>Endpoint, events and frames</h3>
  ${list(sent)}
  <h3>API</h3>
  ${list(called)}`;
}

const namesIn = ({ components }: Readonly<Record<string, unknown>>): string[] =>
  Object.keys((components as { schemas: object }).schemas);

const links = (address: string): Markup =>
  html`<p><a href="${address}" download>Download ${address.slice(1)}</a> · <a href="${address}">Open it</a></p>`;

const list = (names: readonly string[]): Markup =>
  html`<ul class="names">${names.map((name) => html`<li><a href="/schemas/${name}.json">${name}</a></li>`)}</ul>`;
