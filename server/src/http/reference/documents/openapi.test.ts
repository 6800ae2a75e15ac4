import { type EventName, eventSchemas } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app/index.ts';
import type { Route } from '../../route.ts';

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  security: Record<string, string[]>[];
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
};
type OpenApi = {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { securitySchemes: Json; schemas: Record<string, Json> };
};

describe('/openapi.json', () => {
  let test: TestApp;
  let routes: readonly Route[];
  let document: OpenApi;

  beforeAll(async () => {
    test = await testApp();
    ({ routes } = test.app);
    document = (await test.send({ url: '/openapi.json' })).body as OpenApi;
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const nameOf = ({ method, path }: Route) => `${method} ${path}`;
  const openApiPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  it('names version, title, address and ways to sign in', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d$/),
      info: {
        title: 'Parley',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        license: { identifier: 'Apache-2.0' },
      },
      servers: [{ url: 'https://talk.example.com' }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
    });
    expect(Object.keys(document).sort()).toEqual([
      'components',
      'info',
      'openapi',
      'paths',
      'servers',
      'webhooks',
    ]);
  });

  it('holds exactly the documented routes', () => {
    const wanted = routes
      .filter((route) => route.document !== null)
      .map((route) => `${route.method.toLowerCase()} ${openApiPath(route.path)}`);
    expect(
      operations()
        .map(({ path, method }) => `${method} ${path}`)
        .sort(),
    ).toEqual(wanted.sort());
  });

  it('gives every operation what OpenAPI requires', () => {
    for (const { path, method, operation } of operations()) {
      const { operationId, tags, summary, responses, security, parameters = [], requestBody } = operation;
      const where = `${method} ${path}`;
      expect(operationId, where).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(tags, where).toEqual([expect.any(String)]);
      expect(summary, where).toMatch(/\S/);
      expect(Object.keys(responses).length, where).toBeGreaterThan(0);
      for (const [status, response] of Object.entries(responses)) {
        expect(status, where).toMatch(/^[1-5]\d\d$/);
        expect(response.description, where).toMatch(/\S/);
      }
      for (const requirement of security) {
        for (const scheme of Object.keys(requirement)) {
          expect(document.components.securitySchemes, where).toHaveProperty(scheme);
        }
      }
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(
        inPath.map((parameter) => `{${parameter.name}}`),
        where,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(
        inPath.every((parameter) => parameter.required),
        where,
      ).toBe(true);
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size, where).toBe(names.length);
      if (method === 'get' || method === 'delete') expect(requestBody, where).toBeUndefined();
    }
  });

  it('gives no two operations the same id', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  const orAccessToken = ({ access }: Route) =>
    access.kind === 'api-key' && access.takesAccessTokens ? [{ partner: [access.permission] }] : [];

  it('asks for a key or a token exactly where the route does', () => {
    for (const route of routes.filter((candidate) => candidate.document !== null)) {
      const { security } = document.paths[openApiPath(route.path)]?.[route.method.toLowerCase()] ?? {};
      const wanted = {
        open: [],
        operator: [{ operator: [] }],
        'loopback-or-operator': [{}, { operator: [] }],
        'api-key': [{ apiKey: [] }, ...orAccessToken(route)],
      };
      const { kind } = route.access;
      if (kind in wanted) expect(security, nameOf(route)).toEqual(wanted[kind as keyof typeof wanted]);
    }
  });

  it('holds plain JSON Schema, with references to schemas that it has', () => {
    const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];
    const { schemas } = document.components;
    const used = new Set<string>();
    const check = (schema: Json, where: string) => {
      expect(
        Object.keys(schema).filter((key) => /^[$~]/.test(key) && key !== '$ref'),
        where,
      ).toEqual([]);
      if (typeof schema.$ref === 'string') {
        const name = schema.$ref.replace('#/components/schemas/', '');
        expect(schemas, where).toHaveProperty([name]);
        used.add(name);
        return;
      }
      const {
        type,
        anyOf,
        const: fixed,
        enum: choices,
        properties,
        required,
        items,
      } = schema as {
        type?: string;
        anyOf?: Json[];
        const?: unknown;
        enum?: unknown[];
        properties?: Record<string, Json>;
        required?: string[];
        items?: Json;
      };
      if (type === undefined) expect(anyOf ?? fixed ?? choices, where).toBeDefined();
      else expect(types, where).toContain(type);
      for (const [name, property] of Object.entries(properties ?? {})) check(property, `${where}.${name}`);
      for (const name of required ?? []) expect(properties, where).toHaveProperty([name]);
      for (const option of anyOf ?? []) check(option, where);
      if (type === 'array' && items !== undefined) check(items, `${where}[]`);
    };
    for (const { path, method, operation } of operations()) {
      const where = `${method} ${path}`;
      for (const { name, schema } of operation.parameters ?? []) check(schema, `${where} ${name}`);
      const bodies = [
        operation.requestBody?.content,
        ...Object.values(operation.responses).map(({ content }) => content),
      ];
      for (const content of bodies) {
        for (const { schema } of Object.values(content ?? {})) check(schema, where);
      }
    }
    for (const [name, { post }] of Object.entries(document.webhooks))
      for (const { schema } of Object.values(post.requestBody?.content ?? {})) check(schema, name);
    for (const [name, schema] of Object.entries(schemas)) check(schema, name);
    expect(Object.keys(schemas).filter((name) => !used.has(name))).toEqual([]);
  });

  it('has each shape once: no two schemas are equal, and no operation has one of its own', () => {
    const texts = Object.values(document.components.schemas).map((schema) => JSON.stringify(schema));
    expect(new Set(texts).size).toBe(texts.length);
    expect(JSON.stringify(document.paths).includes('"properties":{"')).toBe(false);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['ApiError', 'ApiFailure', 'WordError', 'ManagementError', 'Done']),
    );
  });

  it('has every event as a webhook, with its schema and its headers', () => {
    const resolve = ({ $ref, ...schema }: Json): Json =>
      typeof $ref === 'string'
        ? (document.components.schemas[$ref.replace('#/components/schemas/', '')] ?? {})
        : schema;
    expect(Object.keys(document.webhooks).sort()).toEqual(Object.keys(eventSchemas).sort());
    for (const [name, { post }] of Object.entries(document.webhooks)) {
      expect(post.summary, name).toMatch(/\S/);
      expect(post.parameters?.map((parameter) => parameter.name)).toEqual(
        expect.arrayContaining(['webhook-id', 'webhook-timestamp', 'webhook-signature']),
      );
      const body = resolve(post.requestBody?.content['application/json']?.schema ?? {});
      const { properties } = body as { properties: Record<string, Json> };
      expect(properties.name, name).toMatchObject({ const: name });
      const details = eventSchemas[name as EventName];
      expect(Object.keys(resolve(properties.details ?? {}).properties as Json), name).toEqual(
        Object.keys(details.properties),
      );
    }
  });

  it('documents every code of the contract at the endpoints that answer with it', () => {
    const described = (path: string, method: string, status: number) =>
      document.paths[path]?.[method]?.responses[status]?.description ?? '';
    for (const code of [7, 19]) expect(described('/auth/generate-token', 'post', 400)).toContain(`${code}: `);
    for (const code of [33, 34, 35])
      expect(described('/auth/generate-token', 'post', 403)).toContain(`${code}: `);
    for (const [path, method] of [
      ['/session/query', 'get'],
      ['/sessions/disconnect', 'post'],
    ] as const) {
      for (const code of [16, 29, 30, 31]) expect(described(path, method, 401)).toContain(`${code}: `);
      for (const code of [24, 32, 33, 34]) expect(described(path, method, 403)).toContain(`${code}: `);
      expect(described(path, method, 404)).toContain('65: ');
    }
    for (const { path, method } of operations().filter(
      ({ operation }) => 'apiKey' in (operation.security[0] ?? {}),
    )) {
      expect(described(path, method, 429)).toContain('36: ');
      expect(described(path, method, 500)).toContain('45: ');
    }
  });
});
