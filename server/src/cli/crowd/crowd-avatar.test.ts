import { createManagementClient } from '@parley/protocol/management/client';
import { expect, it } from 'vitest';
import { endpointKey, error, startEndpoint } from '../../conformance/testing/good-endpoint.ts';
import { startService } from '../../testing/index.ts';
import { commandLine } from '../testing/command-line.ts';

it('[CW7] [CW10] a crowd has live sessions with an avatar, and a turn with an apology has failed', async () => {
  let isBroken = false;
  await using endpoint = await startEndpoint({
    beforeReply: async (body) => (isBroken ? error(500, body, 'Broken today.') : null),
  });
  await using service = await startService();
  const { run } = commandLine(() => service.dataDir);
  const operator = createManagementClient({ url: service.url, token: service.operatorToken });
  const { id: account } = await operator.call('accounts.create', {
    body: { name: 'Shop', email: 'a@example.com' },
  });
  const body = { name: 'Ada', endpointUrl: endpoint.url, endpointKey };
  const { id: avatar } = await operator.call('avatars.create', { params: { account }, body });
  const words = [
    'crowd',
    '--avatar',
    avatar,
    '--account',
    account,
    '--rate',
    '3',
    '--seconds',
    '2',
    '--json',
  ];
  const crowd = async () => JSON.parse((await run(words)).stdout);

  expect(await crowd()).toMatchObject({
    subject: `avatar ${avatar} at ${service.url}`,
    steps: [{ rate: 3, turns: 6, failures: 0 }],
  });
  const live = () => operator.call('sessions.list', { params: { account }, query: { avatar } });
  const { items } = await live();
  expect(items.length).toBeGreaterThan(1);
  expect(items.every(({ endedAt }) => endedAt !== null)).toBe(true);

  isBroken = true;
  expect(await crowd()).toMatchObject({
    verdict: 'untried',
    problem: 'The brain gave no answer, and the avatar apologised.',
  });

  const elsewhere = { ...body, endpointUrl: 'https://talk.example.com/' };
  const { id: other } = await operator.call('avatars.create', { params: { account }, body: elsewhere });
  const refused = await run(['crowd', '--avatar', other, '--account', account]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toBe(
    'https://talk.example.com is on another machine. If it is yours and may be put under load, add --i-own-this-endpoint.\n',
  );
});
