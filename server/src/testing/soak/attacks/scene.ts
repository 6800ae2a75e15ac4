import { scopeNames } from '@parley/protocol/management';
import { startEndpoint } from '../../../live/testing/endpoint.ts';
import type { Wire } from '../../../live/testing/wire.ts';
import { stateDeadlineMs } from '../../deadlines.ts';
import { enterSession } from '../../load/joining.ts';
import { operatorClient } from '../../running/index.ts';
import type { RunningService } from '../../service.ts';
import type { HonestUsers } from '../hostile-day/honest-users.ts';
import type { AttackScene } from './attack.ts';

/** Gives an attacker an account with a key, an endpoint and an avatar. */
export async function startAttackScene(
  service: RunningService,
  honest: HonestUsers,
): Promise<AttackScene & AsyncDisposable> {
  await using undo = new AsyncDisposableStack();
  const { url } = service;
  const operator = operatorClient(service);
  let reply = 'Yes.';
  const endpoint = undo.use(await startEndpoint({ CHAT: (request) => request.ok({ reply }) }));
  const hostileAccount = await operator.account('Hostile');
  const { key: hostileKey } = await operator.call<{ key: string }>(
    'POST',
    `/v1/accounts/${hostileAccount}/management-keys`,
    { name: 'hostile', scopes: scopeNames },
  );
  const hostileAvatar = await operator.avatar(hostileAccount, {
    name: 'Eve',
    allowSay: true,
    endpointUrl: endpoint.url,
  });

  const wires: Wire[] = [];
  undo.defer(() => {
    for (const wire of wires) wire.cut();
  });
  const enter = async (avatarId: string): Promise<Wire> => {
    const { wire } = await enterSession(url, avatarId);
    wires.push(wire);
    return wire;
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), stateDeadlineMs);
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${hostileKey}` },
        signal: late.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    } finally {
      clearTimeout(timer);
    }
  };
  const kept = undo.move();
  return {
    url,
    port: Number(new URL(url).port),
    publicAvatar: honest.avatar,
    privateAvatar: honest.privateAvatar,
    hostileAccount,
    hostileKey,
    hostileAvatar,
    answerWith: (text) => {
      reply = text;
    },
    enter,
    call,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
