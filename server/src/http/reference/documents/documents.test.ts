import { clientFrames, eventSchemas, serverFrames } from '@parley/protocol';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../events/index.ts';
import { type TestApp, testApp } from '../../../testing/app/index.ts';
import described from '../event-page.json' with { type: 'json' };

type Json = Record<string, unknown>;
type Message = { name: string; summary: string; payload: Json; headers?: Json };
type AsyncApi = Json & {
  channels: Record<string, { messages: Record<string, Message> }>;
  operations: Record<string, { action: string; messages: { $ref: string }[] }>;
  components: { schemas: Record<string, Json> };
};

describe('the documents for programs', () => {
  let test: TestApp;
  let openApi: Json & { components: { schemas: Record<string, Json> } };
  let asyncApi: AsyncApi;
  beforeAll(async () => {
    test = await testApp();
    openApi = (await test.send({ url: '/openapi.json' })).body as typeof openApi;
    asyncApi = (await test.send({ url: '/asyncapi.json' })).body as AsyncApi;
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const messagesOf = (channel: string) => asyncApi.channels[channel]?.messages ?? {};
  const namesOf = (channel: string) => Object.values(messagesOf(channel)).map(({ name }) => name);
  const listed = async (): Promise<string[]> => {
    const { text } = await test.send({ url: '/docs/contract' });
    return [...text.matchAll(/href="(\/schemas\/[^"]+)"/g)].map(([, address = '']) => address);
  };
  /** Checks bodies against the schemas at their addresses. */
  const schemas = async () => {
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
    for (const address of await listed())
      ajv.addSchema(JSON.parse((await test.send({ url: address })).text) as Json);
    return (name: string, value: unknown) => {
      const check = ajv.getSchema(`https://talk.example.com/schemas/${name}.json`);
      return check === undefined ? `no schema ${name}` : check(value) || ajv.errorsText(check.errors);
    };
  };

  it('openapi.json is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(openApi));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('asyncapi.json is a valid AsyncAPI 3.0 document', async () => {
    const { default: specification } = await import('@asyncapi/specs/schemas/3.0.0-without-$id.json', {
      with: { type: 'json' },
    });
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
    const check = ajv.compile(specification as Json);
    check(asyncApi);
    expect(check.errors).toBeNull();
    check({ ...asyncApi, channels: { live: { messages: 7 } } });
    expect(check.errors).not.toBeNull();
  });

  it('every reference leads to something, and every schema is used', () => {
    const references = [...JSON.stringify(asyncApi).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    for (const path of references) expect(asyncApi, path).toHaveProperty(path.split('/'));
    const used = references.filter((path) => path.startsWith('components/schemas/'));
    expect([...new Set(used)].sort()).toEqual(
      Object.keys(asyncApi.components.schemas)
        .map((name) => `components/schemas/${name}`)
        .sort(),
    );
  });

  it('has the requests to endpoints, every event and every frame, each with its meaning', () => {
    expect(namesOf('endpoint').filter((name) => /^[A-Z]+$/.test(name))).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    expect([...new Set([...namesOf('webhook'), ...namesOf('partnerWebhook')])].sort()).toEqual(
      Object.keys(eventSchemas).sort(),
    );
    expect(namesOf('webhook')).not.toContain('customer:logout');
    expect(namesOf('partnerWebhook')).not.toContain('webhook.test');
    const sound = ['sound', 'sound'];
    expect(namesOf('live').sort()).toEqual(
      [...Object.keys(clientFrames), ...Object.keys(serverFrames), ...sound].sort(),
    );
    for (const { messages } of Object.values(asyncApi.channels))
      for (const { name, summary } of Object.values(messages)) expect(summary, name).toMatch(/\S \S/);
  });

  it('every message belongs to an operation', () => {
    const used = new Set(
      [...JSON.stringify(asyncApi.operations).matchAll(/messages\/(\w+)/g)].map(([, name]) => name),
    );
    for (const { messages } of Object.values(asyncApi.channels))
      for (const name of Object.keys(messages)) expect(used, name).toContain(name);
  });

  it('every schema of both documents has an address, and the samples of the reference satisfy them', async () => {
    const names = [openApi, asyncApi].flatMap(({ components }) => Object.keys(components.schemas));
    expect((await listed()).sort()).toEqual(
      [...new Set(names)].map((name) => `/schemas/${name}.json`).sort(),
    );
    const check = await schemas();
    for (const { name, body, answer } of described.toEndpoint) {
      const word = name.slice(0, 1) + name.slice(1).toLowerCase();
      expect(check(`${word}Request`, body), name).toBe(true);
      expect(check(name === 'CHAT' ? 'ChatAnswer' : 'GatewayAnswer', answer), name).toBe(true);
      expect(check(`${word}Request`, { ...body, sessionId: 7 }), name).toContain('/sessionId must be string');
    }
    const events = [...catalogue(new Set(), Date.UTC(2026, 10, 16)), ...described.toPartners];
    for (const { name, sample } of events) {
      const words = name.split(/\W/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
      expect(check(`${words.join('')}Event`, sample), name).toBe(true);
    }
  });

  it('a schema that does not exist is not found, and other sites may read those that do', async () => {
    expect((await test.send({ url: '/schemas/Nothing.json' })).status).toBe(404);
    expect((await test.send({ url: '/schemas/__proto__' })).status).toBe(404);
    const { headers } = await test.send({ url: '/schemas/LoginRequest.json' });
    expect(headers).toMatchObject({
      'content-type': 'application/schema+json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
  });
});
