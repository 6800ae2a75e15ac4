import { permissions } from '@parley/protocol';
import type { TSchema } from 'typebox';
import { html, type Markup } from '../../kernel/index.ts';
import { whoMayCall } from '../management/call-document.ts';
import type { Access, Route } from '../route.ts';
import { type AnswerExample, answerExamples } from './answer-examples.ts';
import { example, fieldTable } from './html.ts';
import { inlineMarkdown } from './markdown.ts';
import { type Sample, samplesOf } from './samples/samples.ts';

/** The address of the page that describes the calls with a tag. */
export const apiAddress = (tag: string): string => `/docs/api/${tag.toLowerCase().replaceAll(/\W+/g, '-')}`;

export const callId = ({ method, path }: Route): string =>
  `${method.toLowerCase()}-${path.replaceAll(/\W+/g, '-').replace(/^-/, '')}`;

/** Every call with a tag. */
export const apiPage = (tag: string, routes: readonly Route[], baseUrl: string): Markup => html`
  <h1>${tag}</h1>
  <p>Base address <code>${baseUrl}</code>. Bodies are JSON unless something else is said.</p>
  ${routes.map((route) => article(route, baseUrl))}`;

function article(route: Route, baseUrl: string): Markup {
  const { document } = route;
  if (document === null) return html``;
  const answers = answerExamples(route);
  const id = callId(route);
  return html`<article aria-labelledby="${id}">
    <h2 id="${id}"><span class="method">${route.method}</span> <code>${route.path}</code>
      <a class="anchor" href="#${id}" aria-label="Link to ${route.method} ${route.path}">#</a></h2>
    <p><strong>${document.summary}.</strong> ${inlineMarkdown(document.description ?? '')}</p>
    ${route.access.kind === 'management' ? '' : html`<p class="access">${accessText(route.access)}</p>`}
    ${parameterTable('Query', document.query ?? {}, document.required ?? [])}
    ${document.body === undefined ? '' : parameterTable('Body', ...partsOf(document.body))}
    ${document.form === undefined ? '' : parameterTable('Form', ...partsOf(document.form))}
    <h3>Example request</h3>
    ${samplesOf(route, baseUrl).map((sample, index) => sampleRow(sample, `sample-${id}`, index === 0))}
    <h3>Answers</h3>
    ${answers.filter(({ status }) => Number(status) < 400).map((answer) => answerRow(answer, true))}
    ${answers.filter(({ status }) => Number(status) >= 400).map((answer) => answerRow(answer, false))}
  </article>`;
}

/** Only one of a call's samples is open. */
const sampleRow = ({ language, code }: Sample, group: string, isOpen: boolean): Markup =>
  html`<details class="answer" name="${group}"${isOpen ? html` open` : ''}><summary>${language}</summary>
    ${example(`Example request in ${language}`, code, language.toLowerCase())}</details>`;

function answerRow({ status, description, example: body }: AnswerExample, isOpen: boolean): Markup {
  const text = inlineMarkdown(/[.!?]$/.test(description) ? description : `${description}.`);
  if (body === undefined) return html`<p class="answer"><b>${status}</b> ${text}</p>`;
  return html`<details class="answer"${isOpen ? html` open` : ''}><summary><b>${status}</b> ${text}</summary>
    ${example(`Example of a ${status} answer`, JSON.stringify(body, null, 2))}</details>`;
}

function parameterTable(caption: string, schemas: Schemas, required: readonly string[]): Markup {
  const fields = Object.entries(schemas).map(([name, schema]) => ({
    name,
    type: typeText(schema),
    notes: notesText(schema, required.includes(name)),
  }));
  return fields.length === 0 ? html`` : fieldTable(caption, fields);
}

type Schemas = Readonly<Record<string, TSchema>>;

const partsOf = (schema: TSchema): [Schemas, readonly string[]] => {
  const { properties = {}, required = [] } = schema as { properties?: Schemas; required?: string[] };
  return [properties, required];
};

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
