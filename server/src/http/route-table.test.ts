import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app/index.ts';
import type { Route } from './route.ts';

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
  components: { securitySchemes: Json };
};

describe('the route table', () => {
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

  it('has every route of the four endpoints', () => {
    expect(routes.map(nameOf)).toEqual(
      expect.arrayContaining([
        'POST /auth/generate-token',
        'GET /avatars',
        'GET /session/query',
        'POST /sessions/disconnect',
        'GET /.well-known/jwks.json',
      ]),
    );
  });

  it('has a rule for every route, and only rules that are known', () => {
    const kinds = routes.map((route) => [nameOf(route), route.access.kind]);
    for (const [name, kind] of kinds) {
      expect(
        ['open', 'loopback-or-operator', 'api-key', 'session-token', 'management', 'oauth'],
        name,
      ).toContain(kind);
    }
  });

  it('opens to everyone only what is meant for everyone', () => {
    const open = routes.filter((route) => route.access.kind === 'open').map(nameOf);
    for (const name of open) expect(name, `${name} is open`).not.toMatch(/\/v1\b|^(PUT|PATCH|DELETE) /);
    expect(routes.filter((route) => route.path.startsWith('/v1/'))).toSatisfy((found: Route[]) =>
      found.every((route) => route.access.kind === 'management'),
    );
  });

  it('has no two routes with the same method and path', () => {
    const shapes = routes.map((route) => `${route.method} ${route.path.replaceAll(/:\w+/g, ':')}`);
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('is what the server really answers: nothing else is served', () => {
    const { server } = test.app;
    for (const { method, path } of routes) expect(server.hasRoute({ method, url: path }), path).toBe(true);
    // The printed tree shows all addresses with * as one.
    const served = server.printRoutes({ commonPrefix: false }).matchAll(/[^*] \(([A-Z, ]+)\)$/gm);
    const methods = [...served]
      .flatMap(([, listed = '']) => listed.split(', '))
      .filter((name) => name !== 'HEAD');
    expect(methods).toHaveLength(routes.filter(({ path }) => !path.includes('*')).length);
  });

  it('answers 401 on every guarded route without credentials, with wrong ones and with those of another kind', async () => {
    const guarded = routes.filter(
      ({ access }) =>
        access.kind === 'api-key' || (access.kind === 'management' && access.access.kind !== 'anyone'),
    );
    expect(guarded.length).toBeGreaterThanOrEqual(17);
    for (const route of guarded) {
      const url = route.path.replaceAll(/:\w+/g, '1001');
      const attempts: Record<string, string>[] = [
        {},
        { authorization: 'Bearer wrong', 'x-api-key': 'wrong' },
        { authorization: 'Bearer ' },
        { authorization: 'Basic cGFybGV5OnBhcmxleQ==' },
      ];
      for (const headers of attempts) {
        // Wrong tokens are limited, so time must pass between them.
        test.clock.advance(60_000);
        const answer = await test.send({ method: route.method, url, headers });
        expect({ name: nameOf(route), status: answer.status }).toEqual({ name: nameOf(route), status: 401 });
      }
    }
  });

  it('takes the operator’s token on the management API and nowhere else', async () => {
    expect(await test.operate({ url: '/v1/accounts' })).toMatchObject({ status: 200 });
    expect(await test.operate({ url: '/avatars' })).toMatchObject({ status: 401 });
  });

  it('refuses the metrics to other machines, and to clients behind a proxy on this machine', async () => {
    const metrics = { url: '/metrics' };
    expect(await test.send({ ...metrics, from: '127.0.0.1' })).toMatchObject({ status: 200 });
    expect(await test.send({ ...metrics, from: '::1' })).toMatchObject({ status: 200 });
    expect(await test.send({ ...metrics, from: '203.0.113.1' })).toMatchObject({ status: 401 });
    for (const header of ['x-forwarded-for', 'forwarded']) {
      const brought = { ...metrics, from: '127.0.0.1', headers: { [header]: 'for=127.0.0.1' } };
      expect(await test.send(brought)).toMatchObject({ status: 401 });
    }
    expect(await test.operate({ ...metrics, from: '203.0.113.1' })).toMatchObject({ status: 200 });
  });

  describe('as /openapi.json', () => {
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
      expect(Object.keys(document).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'servers']);
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

    it('holds schemas that stand on their own: plain JSON Schema, no references', () => {
      const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];
      const check = (schema: Json, where: string) => {
        expect(
          Object.keys(schema).filter((key) => /^[$~]/.test(key)),
          where,
        ).toEqual([]);
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
    });

    it('documents every code of the contract at the endpoints that answer with it', () => {
      const described = (path: string, method: string, status: number) =>
        document.paths[path]?.[method]?.responses[status]?.description ?? '';
      for (const code of [7, 19])
        expect(described('/auth/generate-token', 'post', 400)).toContain(`${code}: `);
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
});
