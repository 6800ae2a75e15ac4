import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { createLiveClient } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { startEndpoint } from '../../live/testing/endpoint.ts';
import { until } from '../../live/testing/until.ts';
import { type RunningService, seededDataFolder, startService, temporaryFolder } from '../index.ts';
import { type OperatorClient, operatorClient } from '../running/index.ts';
import { ArchivedDatabase } from './archived-database.ts';

const run = promisify(execFile);

type Named = { readonly id: string; readonly name: string };

/** The avatars of the first account, and what a person does with them. */
const managed = async (service: RunningService) => {
  const operator: OperatorClient = operatorClient(service);
  const { items: accounts } = await operator.call<{ items: Named[] }>('GET', '/v1/accounts');
  const avatars = `/v1/accounts/${accounts[0]?.id}/avatars`;
  return {
    create: (name: string, endpointUrl: string) =>
      operator.call<Named>('POST', avatars, {
        name,
        endpointUrl,
        endpointKey: `key-of-${name}`,
        greeting: '',
      }),
    remove: (id: string) => operator.call('DELETE', `${avatars}/${id}`),
    names: async () => {
      const { items } = await operator.call<{ items: Named[] }>('GET', avatars);
      return items.map(({ name }) => name);
    },
    session: (id: string) =>
      operator.call<{ state: string; transcript: { message: string }[] }>(
        'GET',
        `/v1/accounts/${accounts[0]?.id}/sessions/${id}`,
      ),
  };
};

/** Asks one question and hangs up. Returns the id of the session. */
const talk = async (url: string, avatarId: string, question: string): Promise<string> => {
  const client = createLiveClient({ url, avatarId });
  const said: string[] = [];
  client.on('sentence', ({ text }) => said.push(text));
  await client.connect();
  client.sendMessage(question);
  await until('an answer', () => said.includes(`You said ${question}.`));
  const { sessionId } = client;
  await client.hangUp();
  return sessionId ?? '';
};

describe('a backup', () => {
  it('with the archived log restores the service to the moment before a mistake', async () => {
    await using endpoint = await startEndpoint();
    await using database = await ArchivedDatabase.start();
    const env = { SECRET_KEY: randomBytes(32).toString('base64') };
    let sessionId = '';
    let keptId = '';
    {
      await using service = await startService({ env: { ...env, DATABASE_URL: database.url } });
      const manage = await managed(service);
      ({ id: keptId } = await manage.create('Kept', endpoint.url));
      await database.backUp();
      await manage.create('Later', endpoint.url);
      sessionId = await talk(service.url, keptId, 'Remember me');
      await until('the transcript', async () => (await manage.session(sessionId)).transcript.length === 2);
      await database.nameMoment('before the mistake');
      await manage.remove(keptId);
      await manage.create('TooLate', endpoint.url);
      await service.stop();
    }
    await database.lose();

    await using restored = await database.restore('before the mistake');
    await using _folder = restored.folder;
    await using service = await startService({ env: { ...env, DATABASE_URL: restored.url } });
    const manage = await managed(service);
    const names = await manage.names();
    expect(names).toContain('Kept');
    expect(names).toContain('Later');
    expect(names).not.toContain('TooLate');
    const { transcript } = await manage.session(sessionId);
    expect(transcript.map(({ message }) => message)).toEqual(['Remember me', 'You said Remember me.']);
    const again = await talk(service.url, keptId, 'Back again');
    expect(endpoint.of(again, 'LOGIN')[0]?.headers.authorization).toBe('Bearer key-of-Kept');
    await service.stop();
    await restored.stop();
  });

  it('of a stopped service’s data folder is a complete service', async () => {
    await using endpoint = await startEndpoint();
    await using folder = await seededDataFolder('original');
    await using copy = await temporaryFolder('copy');
    {
      await using service = await startService({ dataDir: folder.path });
      await (await managed(service)).create('Kept', endpoint.url);
      await service.stop();
    }
    await run('cp', ['-a', `${folder.path}/.`, copy.path]);
    await using service = await startService({ dataDir: copy.path });
    const manage = await managed(service);
    expect(await manage.names()).toContain('Kept');
    await service.stop();
  });
});
