import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { testApp } from '../../testing/app/index.ts';
import type { Route } from '../route.ts';
import { answersOf } from './answers-of.ts';

const route = (part: Partial<Route>): Route => ({
  method: 'GET',
  path: '/thing',
  access: { kind: 'open' },
  document: { tag: 'Things', summary: 'A thing', answers: { 200: { description: 'It' } } },
  handle: () => null,
  ...part,
});

it('[HT22] a route lists what the server answers for it', () => {
  expect(Object.keys(answersOf(route({})))).toEqual(['200', '400', '408', '421', '431', '500', '503']);
  const access = { kind: 'account', role: 'member', scope: null } as const;
  const call = route({
    method: 'POST',
    path: '/v1/accounts/:account/things',
    access: { kind: 'management', access },
  });
  expect(Object.keys(answersOf(call))).toEqual(
    '200 400 401 403 404 408 409 412 413 421 422 429 431 500 503'.split(' '),
  );
});

it('[HT22] what a route says of a status comes before what is said for all', () => {
  const schema = Type.Object({ mine: Type.String() });
  const answers = { 400: { description: 'mine', schema } };
  const own = route({ document: { tag: 'Things', summary: 'A thing', answers } });
  expect(answersOf(own)[400]).toEqual({ description: 'mine', schema });
});

it('[HT22] a test app that answers with a status that is not listed fails its test file', async () => {
  const test = await testApp();
  const [listed] = test.app.routes.filter(({ path }) => path === '/readyz');
  if (listed?.document == null) throw new Error('the route is gone');
  Object.assign(listed, {
    handle: (_: unknown, reply: { code(status: number): { send(): void } }) => reply.code(418).send(),
  });
  expect(await test.send({ url: '/readyz' })).toMatchObject({ status: 418 });
  await expect(test[Symbol.asyncDispose]()).rejects.toThrow('GET /readyz 418');
});
