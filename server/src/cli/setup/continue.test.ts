import { createManagementClient, listAll, type ManagementClient } from '@parley/protocol/management/client';
import { callRoutes } from '@parley/protocol/management/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../testing/index.ts';
import { parseYaml } from '../yaml/yaml-file.ts';
import { exportSetup } from './export.ts';
import { fillIn } from './placeholders.ts';
import { planSetup } from './plan-setup.ts';
import { checkSetup, formatSetup } from './setup-file.ts';
import { exampleFile, exampleSecrets } from './testing/example-file.ts';

class Killed extends Error {}

describe('an apply that is killed', () => {
  let service: RunningService;
  let client: ManagementClient;
  const yaml = parseYaml(exampleFile, 'example');
  const file = checkSetup(fillIn(yaml.content, exampleSecrets), yaml);

  beforeAll(async () => {
    service = await startService();
    client = createManagementClient({ url: service.url, token: service.operatorToken });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const makeAccount = async (): Promise<string> => {
    const body = { name: 'Empty', email: 'boss@example.com' };
    return (await client.call('accounts.create', { body })).id;
  };
  const run = async (by: ManagementClient, account: string): Promise<number> => {
    const { steps } = await planSetup(by, account, file, false);
    for (const step of steps) await step.run();
    return steps.length;
  };
  /** Is killed at the change of this number: before it is sent, or after it is made and before its answer arrives. */
  const killedAt = (number: number, moment: 'before' | 'after'): ManagementClient => {
    let changes = 0;
    return {
      async call(name, options) {
        const isChange = callRoutes[name].kind !== 'read' && options?.dryRun !== true;
        if (isChange) changes += 1;
        if (isChange && changes === number && moment === 'before') throw new Killed();
        const answer = await client.call(name, options);
        if (isChange && changes === number) throw new Killed();
        return answer;
      },
    };
  };
  const contentOf = async (account: string) => {
    const params = { account };
    const names = async <T>(found: Promise<T[]>) => (await found).length;
    return {
      webhooks: await names(listAll(client, 'webhooks.list', { params })),
      avatars: await names(listAll(client, 'avatars.list', { params })),
      keys: await names(listAll(client, 'keys.list', { params })),
      invitations: await names(listAll(client, 'invitations.list', { params })),
    };
  };

  it.each(['before', 'after'] as const)('%s any of its changes continues without doubles', async (moment) => {
    const account = await makeAccount();
    let kills = 0;
    for (;;) {
      // Each run makes one more change before it is killed.
      const ended = await run(killedAt(moment === 'before' ? 2 : 1, moment), account).catch(
        (error: unknown) => {
          if (error instanceof Killed) return null;
          throw error;
        },
      );
      if (ended !== null) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThanOrEqual(moment === 'before' ? 7 : 8);
    expect(await contentOf(account)).toEqual({ webhooks: 2, avatars: 3, keys: 1, invitations: 1 });
    expect(formatSetup((await exportSetup(client, account)).setup)).toBe(exampleFile);
  });

  it('does not take a thing that was renamed for the one to create', async () => {
    const account = await makeAccount();
    const twins = { avatars: [{ name: 'Twin' }, { name: 'Twin' }] };
    const apply = async () => {
      const { steps } = await planSetup(client, account, twins, false);
      for (const step of steps) await step.run();
    };
    const avatars = () => listAll(client, 'avatars.list', { params: { account } });
    await apply();
    const [first, second] = (await avatars()).map(({ id }) => id);
    await client.call('avatars.update', {
      params: { account, avatar: second ?? '' },
      body: { name: 'Renamed' },
    });
    await apply();
    expect((await avatars()).map(({ name }) => name)).toEqual(['Renamed', 'Twin', 'Twin']);
    // The other twin is the first one now.
    await client.call('avatars.delete', { params: { account, avatar: first ?? '' } });
    await apply();
    expect((await avatars()).map(({ name }) => name)).toEqual(['Renamed', 'Twin', 'Twin']);
  });

  it('two at the same instant create everything once', async () => {
    const account = await makeAccount();
    const plans = await Promise.all([
      planSetup(client, account, file, false),
      planSetup(client, account, file, false),
    ]);
    const creations = plans.map(({ steps }) => steps.filter(({ action }) => action === 'create'));
    for (const [index, step] of (creations[0] ?? []).entries()) {
      const secrets = await Promise.all([step.run(), creations[1]?.[index]?.run()]);
      expect(secrets[0]).toBe(secrets[1]);
    }
    expect(await contentOf(account)).toEqual({ webhooks: 2, avatars: 3, keys: 1, invitations: 1 });
  });
});
