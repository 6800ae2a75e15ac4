import { createLiveClient } from '@parley/client';
import { expect, it } from 'vitest';
import { startReceiver } from '../../outbound/testing/receiver.ts';
import { freePort, seededDataFolder, startService, stateDeadlineMs } from '../../testing/index.ts';
import { operatorClient } from '../../testing/running/index.ts';
import { startEndpoint, until } from '../testing/index.ts';

it('[LV24] [LV53] [LV133] after kill -9 a session still uses the endpoint, key and webhook with which it began, and waits for a person', async () => {
  await using folder = await seededDataFolder('killed-process');
  await using began = await startEndpoint();
  await using other = await startEndpoint();
  await using oldHook = await startReceiver((response) => response.end());
  await using newHook = await startReceiver((response) => response.end());
  const env = { PORT: String(await freePort()) };
  const start = () => startService({ dataDir: folder.path, env });
  await using services = new AsyncDisposableStack();
  let service = services.use(await start());
  const killAndStart = async () => {
    await service.kill('SIGKILL');
    service = services.use(await start());
  };

  const post = async (path: string, body: object) =>
    (await operatorClient(service).call<{ id: string }>('POST', `/v1/accounts${path}`, body)).id;
  const account = await post('', { name: 'Kept', email: 'kept@example.com' });
  const webhook = (name: string, url: string) => post(`/${account}/webhooks`, { name, url });
  const avatarId = await post(`/${account}/avatars`, {
    name: 'Ada',
    greeting: '',
    endpointUrl: began.url,
    endpointKey: 'old-key',
    webhookId: await webhook('Old', oldHook.url),
    transcript: true,
    personButton: true,
  });

  await using client = createLiveClient({ url: service.url, avatarId, returnWithinMs: stateDeadlineMs });
  await client.connect();
  const sessionId = client.sessionId ?? '';
  await began.next('LOGIN', sessionId);
  await operatorClient(service).call('PATCH', `/v1/accounts/${account}/avatars/${avatarId}`, {
    endpointUrl: other.url,
    endpointKey: 'new-key',
    webhookId: await webhook('New', newHook.url),
  });

  const requestOf = async () =>
    (
      await operatorClient(service).call<{ personRequest: { reason: string } | null }>(
        'GET',
        `/v1/accounts/${account}/sessions/${sessionId}`,
      )
    ).personRequest;
  client.requestPerson('It is broken.');
  const request = await until('the request is stored', requestOf);

  const back = new Promise<void>((resolve) => {
    client.on('connection', (change) => change.state === 'connected' && change.resumed && resolve());
  });
  await killAndStart();
  expect(await requestOf()).toEqual(request);
  await back;
  client.sendMessage('hello');
  await began.next('CHAT', sessionId);

  // The endpoint gets the LOGOUT and does not acknowledge it before the second kill.
  began.script.LOGOUT = () => {};
  await client.hangUp();
  await began.next('LOGOUT', sessionId);
  began.script.LOGOUT = (request) => request.ok();
  await killAndStart();
  await began.next('LOGOUT', sessionId);

  expect(began.actions(sessionId)).toEqual(['LOGIN', 'CHAT', 'LOGOUT', 'LOGOUT']);
  const keys = began.of(sessionId).map(({ headers }) => headers.authorization);
  expect(new Set(keys)).toEqual(new Set(['Bearer old-key']));
  expect(other.received).toEqual([]);
  await until('the transcript is published', () =>
    oldHook.requests.some(({ body }) => body.includes('session:conversation') && body.includes(sessionId)),
  );
  expect(newHook.requests).toEqual([]);
});
