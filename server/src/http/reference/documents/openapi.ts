import { replyEnd } from '@parley/protocol';
import * as management from '@parley/protocol/management';
import { errorSchemas } from '../../answers/error-schemas.ts';
import { oauthError } from '../../oauth/oauth-routes.ts';
import type { Access, Route } from '../../route.ts';
import { answerExamples } from '../answer-examples.ts';
import { wordError } from '../answers-of.ts';
import { ComponentSchemas, wordsOf } from './component-schemas.ts';
import { filledIn, type Service } from './filled-in.ts';
import openApiBase from './openapi-base.json' with { type: 'json' };
import { webhooksOf } from './openapi-webhooks.ts';

type Json = Record<string, unknown>;

const isNamedObject = (entry: [string, unknown]): entry is [string, object] =>
  typeof entry[1] === 'object' && entry[1] !== null;

/** The names of schemas that several operations or messages share. */
const schemaNames: Readonly<Record<string, object>> = {
  apiError: errorSchemas.error,
  apiFailure: errorSchemas.fail,
  wordError,
  oauthError,
  gatewayAnswer: replyEnd,
  ...Object.fromEntries(
    Object.entries(management as Readonly<Record<string, unknown>>).filter(isNamedObject),
  ),
};

export const openApiSchemas = (): ComponentSchemas => new ComponentSchemas(schemaNames);

/** The OpenAPI 3.1 document, generated from the route table. */
export function openApiDocument(
  schemas: ComponentSchemas,
  routes: readonly Route[],
  { baseUrl, version }: Service,
): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.document === null) continue;
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, route.document, schemas),
    };
  }
  const { components, ...base } = filledIn(openApiBase, { baseUrl, version });
  const webhooks = webhooksOf(schemas);
  return { ...base, paths, webhooks, components: { ...components, schemas: schemas.all() } };
}

function operationOf(
  route: Route,
  document: NonNullable<Route['document']>,
  schemas: ComponentSchemas,
): Json {
  const { tag, summary, description, query = {}, required = [], body, form } = document;
  const id = operationId(route);
  const schemaPrefix = wordsOf(id);
  const inPath = { in: 'path', required: true, schema: { type: 'string' } };
  const parameters = [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, ...inPath })),
    ...Object.entries(query).map(([name, schema]) => {
      return {
        name,
        in: 'query',
        required: required.includes(name),
        schema: schemas.add(schema, schemaPrefix + wordsOf(name)),
      };
    }),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: needsFields(body),
            content: jsonContent(schemas.add(body, `${schemaPrefix}Body`)),
          },
        }),
    ...(form === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [formType]: { schema: schemas.add(form, `${schemaPrefix}Form`) } },
          },
        }),
    security: securityOf(route.access),
    responses: Object.fromEntries(
      answerExamples(route).map(({ status, description: text, schema, example }) => {
        const content =
          schema === undefined
            ? {}
            : { content: jsonContent(schemas.add(schema, `${schemaPrefix}Answer`), example) };
        return [status, { description: text, ...content }];
      }),
    ),
  };
}

/** Otherwise a request may come without a body. */
const needsFields = (body: { readonly required?: unknown }): boolean =>
  Array.isArray(body.required) && body.required.length > 0;

const formType = 'application/x-www-form-urlencoded';
const jsonContent = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

function securityOf(access: Access): Json[] {
  if (access.kind === 'api-key')
    return [{ apiKey: [] }, ...(access.takesAccessTokens ? [{ partner: [access.permission] }] : [])];
  if (access.kind === 'oauth') return access.caller === 'client' ? [{ partnerClient: [] }] : [];
  if (access.kind === 'management') return managementSecurity(access.access);
  if (access.kind === 'session-token') return [{ sessionToken: [] }];
  if (access.kind === 'loopback-or-operator') return [{}, { operator: [] }];
  return [];
}

function managementSecurity(access: management.CallAccess): Json[] {
  if (access.kind === 'anyone') return [];
  if (access.kind === 'person') return [{ signIn: [] }];
  if (access.kind === 'key') return [{ managementKey: [] }];
  if (access.kind === 'operator') return [{ operator: [] }, { signIn: [] }];
  const byKey = access.scope === null ? [] : [{ managementKey: [access.scope] }];
  return [{ signIn: [] }, ...byKey, { operator: [] }];
}

function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}
