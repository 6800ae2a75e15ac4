import { strict as assert } from 'node:assert';
import { createLiveClient } from '@parley/client';
import { startEndpoint } from '../../../live/testing/endpoint.ts';
import { until } from '../../../live/testing/until.ts';
import { startReceiver } from '../../../outbound/testing/receiver.ts';
import { operatorClient, signInByLink } from '../../running/index.ts';
import type { RunningService } from '../../service.ts';

export type HonestUsers = AsyncDisposable & {
  readonly avatar: string;
  readonly privateAvatar: string;
  /** What they do repeatedly. Each use resolves with its duration in milliseconds and fails if it is not served. */
  readonly uses: Readonly<Record<string, () => Promise<number>>>;
};

export const ownerEmail = 'owner@localhost';

/** An account with an avatar, an endpoint and a webhook, its visitors, a program with a key and a person at the dashboard. */
export async function startHonestUsers(service: RunningService): Promise<HonestUsers> {
  await using undo = new AsyncDisposableStack();
  const { url } = service;
  const operator = operatorClient(service);
  const endpoint = undo.use(await startEndpoint());
  const onConnected = new Map<string, () => void>();
  const receiver = undo.use(
    await startReceiver((response, { body }) => {
      response.end();
      const { details } = JSON.parse(body) as { details: { session_id: string; state?: string } };
      if (details.state === 'connected') onConnected.get(details.session_id)?.();
    }),
  );

  const account = await operator.firstAccount();
  const { id: webhookId } = await operator.webhook(account, 'honest', receiver.url);
  const settings = { endpointUrl: endpoint.url, webhookId };
  const avatar = await operator.avatar(account, { name: 'Ada', ...settings });
  const privateAvatar = await operator.avatar(account, { name: 'Bo', private: true, ...settings });
  const key = await operator.key(account, ['read_session_state']);
  const link = await operator.call<{ url: string }>('POST', '/v1/sign-in-links', { email: ownerEmail });
  const cookie = await signInByLink(url, link.url);

  const standing = createLiveClient({ url, avatarId: avatar });
  undo.defer(() => standing.detach());
  await standing.connect();

  const get = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(url + path, { headers });
    assert.equal(answer.status, 200, `${path}: ${await answer.text()}`);
  };
  const visit = async (): Promise<number> => {
    const client = createLiveClient({ url, avatarId: avatar });
    const answered = new Promise<void>((resolve, reject) => {
      client.on('sentence', () => resolve());
      client.on('end', ({ reason }) => reject(new Error(`a session ended: ${reason}`)));
    });
    answered.catch(() => {});
    const ms = await timed(async () => {
      await client.connect();
      client.sendMessage('Hello');
      await answered;
    });
    await client.hangUp();
    return ms;
  };
  /** From the connection of a visitor to the event at the webhook. */
  const hearOfVisitor = async (): Promise<number> => {
    const client = createLiveClient({ url, avatarId: avatar });
    const arrived = Promise.withResolvers<void>();
    client.on('joined', () => onConnected.set(client.sessionId ?? '', arrived.resolve));
    await client.connect();
    const ms = await timed(() => until('the webhook gets the event', () => arrived.promise.then(() => true)));
    onConnected.delete(client.sessionId ?? '');
    await client.hangUp();
    return ms;
  };
  const query = `/session/query?sessionId=${standing.sessionId}&fields=avatarStatus,avatarId`;
  const kept = undo.move();
  return {
    avatar,
    privateAvatar,
    uses: {
      'API query': () => timed(() => get(query, { 'x-api-key': key })),
      dashboard: () => timed(() => get(`/v1/accounts/${account}/sessions?limit=20`, { cookie })),
      'join and turn': visit,
      webhook: hearOfVisitor,
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}
