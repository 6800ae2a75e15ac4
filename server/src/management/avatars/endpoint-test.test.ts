import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EndpointTest } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testChange } from '../../testing/index.ts';
import { type DashboardScene, dashboardScene, type Person, type Things } from '../testing/dashboard-scene.ts';

type Body = { action: string; sessionId: string; authToken?: string };
let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
let behave: (body: Body, response: ServerResponse) => void;
const seen: { authorization: string | undefined; body: Body }[] = [];
const endpoint = createServer((request: IncomingMessage, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  request.on('end', () => {
    const body = JSON.parse(text) as Body;
    seen.push({ authorization: request.headers.authorization, body });
    behave(body, response);
  });
});
const url = () => `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/agent`;
const say = (response: ServerResponse, body: unknown, status = 200, type = 'application/json') =>
  response
    .writeHead(status, { 'content-type': type })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
const ok = ({ sessionId }: Body) => ({ sessionId, status: 'OK', statusMessage: 'fine' });

beforeAll(async () => {
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  await testChange(scene.sql, (change) =>
    scene.app.avatars.update(
      change,
      { accountId: ours.accountId, id: Number(ours.avatar) },
      { endpointUrl: url(), endpointKey: 'endpoint-secret' },
    ),
  );
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  endpoint.close();
});
const run = async (body: object = {}) => {
  seen.length = 0;
  const parts = { account: ours.accountId, avatar: ours.avatar };
  const answer = await scene.ask(ours.memberPerson, 'avatars.testEndpoint', { parts, body });
  return { ...answer, result: answer.body as EndpointTest };
};

describe('Test endpoint', () => {
  it('plays LOGIN, CHAT and LOGOUT and shows what passed on the wire, without secrets', async () => {
    behave = (body, response) =>
      say(response, { ...ok(body), ...(body.action === 'CHAT' ? { reply: 'Hi!' } : {}) });
    const { result, text } = await run({ message: 'Good morning' });
    expect(result.passed).toBe(true);
    expect(result.steps.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['LOGIN', 'ok'],
      ['CHAT', 'ok'],
      ['LOGOUT', 'ok'],
    ]);
    const [login, chat] = result.steps;
    expect(JSON.parse(chat?.request?.body ?? '{}')).toMatchObject({
      action: 'CHAT',
      message: 'Good morning',
    });
    expect(JSON.parse(chat?.answer?.body ?? '{}')).toMatchObject({ reply: 'Hi!' });
    expect(chat?.totalMs).toEqual(expect.any(Number));
    expect(seen.map(({ authorization }) => authorization)).toEqual(Array(3).fill('Bearer endpoint-secret'));
    const authToken = seen[0]?.body.authToken ?? 'missing';
    expect(login?.request?.headers.Authorization).toBe('Bearer [hidden]');
    expect(text).not.toContain('endpoint-secret');
    expect(text).not.toContain(authToken);
  });

  it('says what is wrong with an answer', async () => {
    behave = (body, response) =>
      say(response, body.action === 'CHAT' ? { sessionId: 'another', status: 'OK', reply: 5 } : ok(body));
    const { result } = await run();
    expect(result.passed).toBe(false);
    const chat = result.steps[1];
    expect(chat?.outcome).toBe('failed');
    expect(chat?.problems.join(' ')).toMatch(/sessionId/);
    expect(chat?.problems.join(' ')).toMatch(/text in "statusMessage"/);
    expect(chat?.problems.join(' ')).toMatch(/text in "reply"/);
    expect(result.steps[2]?.outcome).toBe('ok');
  });

  it('reads a streamed answer, and names an empty one', async () => {
    behave = (body, response) => {
      if (body.action !== 'CHAT') return say(response, ok(body));
      const events = [{ reply: 'One. ' }, { reply: 'Two.' }, ok(body)];
      return say(
        response,
        events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
        200,
        'text/event-stream',
      );
    };
    const { result } = await run();
    expect(result.passed).toBe(true);
    expect(result.steps[1]?.answer?.body).toContain('Two.');
    behave = (body, response) => say(response, { ...ok(body), reply: '' });
    expect((await run()).result.steps[1]?.advice.join(' ')).toMatch(/reply is empty/);
  });

  it('stops after a LOGIN that is refused or never arrives', async () => {
    behave = (_body, response) => say(response, { error: 'wrong key' }, 401);
    const { result } = await run();
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'skipped']);
    expect(result.steps[0]?.answer?.status).toBe(401);
    const gone = await run({ endpointUrl: 'http://127.0.0.1:9/' });
    expect(gone.result.steps[0]).toMatchObject({ outcome: 'failed', answer: null });
    expect(gone.result.steps[0]?.problems.join(' ')).toMatch(
      /^Could not reach your endpoint\. 127\.0\.0\.1:9 refused/,
    );
  });

  it('does not send a stored key to an address that was only typed in, and calls no forbidden address', async () => {
    behave = (body, response) => say(response, { ...ok(body), reply: 'x' });
    await run({ endpointUrl: `${url()}/other` });
    expect(seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined, undefined]);
    const forbidden = await run({ endpointUrl: 'http://169.254.169.254/latest' });
    expect([forbidden.status, forbidden.body]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'invalid', field: 'endpointUrl' }) },
    ]);
  });
});
