import { errorCodes, permissions } from '@parley/protocol';
import type { TSchema } from 'typebox';
import { whoMayCall } from '../management/call-document.ts';
import type { Access, Answer, Route } from '../route.ts';
import { html, type Markup, page } from './html.ts';

/** The reference as one page that loads nothing but its own stylesheet. */
export function referencePage(routes: readonly Route[], baseUrl: string): string {
  const documented = routes.filter((route) => route.document !== null);
  const tags = [...new Set(documented.map((route) => route.document?.tag ?? ''))];
  return page(
    'Parley reference',
    html`
    <header>
      <h1>Parley reference</h1>
      <p>Base address <code>${baseUrl}</code>. All bodies are JSON. The same as a machine reads it:
        <a href="/openapi.json">openapi.json</a>.</p>
    </header>
    <nav aria-label="Contents">
      <ul>${tags.map((tag) => html`<li><a href="#${anchorOf(tag)}">${tag}</a></li>`)}
        <li><a href="#errors">Error codes</a></li></ul>
    </nav>
    <main>
      ${tags.map((tag) =>
        section(
          tag,
          documented.filter((route) => route.document?.tag === tag),
          baseUrl,
        ),
      )}
      <section id="errors" aria-labelledby="errors-title">
        <h2 id="errors-title">Error codes</h2>
        ${errorTable()}
      </section>
    </main>`,
  );
}

function section(tag: string, routes: readonly Route[], baseUrl: string): Markup {
  const id = anchorOf(tag);
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${tag}</h2>
    ${routes.map((route) => article(route, baseUrl))}
  </section>`;
}

function article(route: Route, baseUrl: string): Markup {
  const { document } = route;
  if (document === null) return html``;
  const query = Object.entries(document.query ?? {});
  return html`<article>
    <h3><span class="method">${route.method}</span> <code>${route.path}</code></h3>
    <p><strong>${document.summary}.</strong> ${document.description ?? ''}</p>
    <p class="access">${accessText(route.access)}</p>
    ${query.length === 0 ? '' : fieldTable('Query', query, document.required ?? [])}
    ${document.body === undefined ? '' : fieldTable('Body', ...fieldsOf(document.body))}
    ${document.form === undefined ? '' : fieldTable('Form', ...fieldsOf(document.form))}
    <h4>Answers</h4>
    <dl>${Object.entries(document.answers).map(([status, answer]) => answerRow(status, answer))}</dl>
    ${route.access.kind === 'api-key' ? html`<pre tabindex="0" aria-label="Example"><code>${example(route, baseUrl)}</code></pre>` : ''}
  </article>`;
}

function answerRow(status: string, { description, schema }: Answer): Markup {
  const [fields] = schema === undefined ? [[]] : fieldsOf(schema);
  const names = fields.map(([name]) => name).join(', ');
  return html`<dt>${status}</dt><dd>${description}.${names === '' ? '' : html` <code>${names}</code>`}</dd>`;
}

type Field = [name: string, schema: TSchema];

function fieldsOf(schema: TSchema): [Field[], readonly string[]] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return [Object.entries(properties), required];
}

function fieldTable(caption: string, fields: readonly Field[], required: readonly string[]): Markup {
  return html`<table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
    <tbody>${fields.map(
      ([name, schema]) => html`<tr><th scope="row"><code>${name}</code></th><td>${typeText(schema)}</td>
        <td>${notesText(schema, required.includes(name))}</td></tr>`,
    )}</tbody>
  </table>`;
}

function typeText(schema: TSchema): string {
  const { type, anyOf } = schema as { type?: string; anyOf?: TSchema[] };
  return type ?? anyOf?.map(typeText).join(' or ') ?? 'any';
}

type Notes = Partial<Record<'minimum' | 'maximum' | 'maxLength', number>> & {
  description?: string;
  default?: unknown;
};

function notesText(schema: TSchema, required: boolean): string {
  const { description, minimum, maximum, maxLength, default: usual } = schema as Notes;
  const range = `From ${minimum}${maximum === undefined ? ' up' : ` to ${maximum}`}.`;
  const notes = [
    required ? 'Required.' : 'Optional.',
    description,
    minimum === undefined ? '' : range,
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    usual === undefined ? '' : `Default ${String(usual)}.`,
  ];
  return notes.filter(Boolean).join(' ');
}

function accessText(access: Access): string {
  if (access.kind === 'loopback-or-operator') return 'From the machine itself, or with the operator token.';
  if (access.kind === 'session-token') return 'Needs the session’s authToken: Authorization: Bearer.';
  if (access.kind === 'open') return 'Open to everyone.';
  if (access.kind === 'management') return whoMayCall(access.access);
  if (access.kind === 'oauth')
    return access.caller === 'client'
      ? 'Needs the client_id and the client secret of a partner: Authorization: Basic.'
      : 'Open to everyone.';
  const label = permissions.find((entry) => entry.scope === access.permission)?.label ?? access.permission;
  const orToken = access.takesAccessTokens
    ? ` Or the access token of a partner with the scope ${access.permission}: Authorization: Bearer.`
    : '';
  return `Needs an API key in x-api-key with the permission ${label} (${access.permission}).${orToken}`;
}

function example(route: Route, baseUrl: string): string {
  const query = Object.keys(route.document?.query ?? {}).map(
    (name) => `${name}=${exampleValues[name] ?? ''}`,
  );
  const target = `${baseUrl}${route.path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const [fields] = route.document?.body === undefined ? [[]] : fieldsOf(route.document.body);
  const body = Object.fromEntries(fields.map(([name]) => [name, exampleValues[name] ?? '']));
  return [
    `curl -H "x-api-key: $PARLEY_KEY" "${target}"`,
    ...(fields.length === 0 ? [] : [`-H "content-type: application/json"`, `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ');
}

const exampleValues: Readonly<Record<string, string | number>> = {
  page: 0,
  size: 20,
  sessionId: 'ses_…',
  session_id: 'ses_…',
  fields: 'avatarStatus,lastActivityAt',
  avatar_id: '1001',
  expire_at: 120,
};

function errorTable(): Markup {
  const rows = Object.values(errorCodes).sort((a, b) => a.code - b.code);
  return html`<table>
    <thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">Message</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.code}</th><td>${row.status}</td><td>${row.message}</td></tr>`)}</tbody>
  </table>`;
}

const anchorOf = (tag: string): string => tag.toLowerCase().replaceAll(/\W+/g, '-');
