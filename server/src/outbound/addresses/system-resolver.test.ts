import { describe, expect, it } from 'vitest';
import { type NameAnswer, startNameServer } from '../testing/name-server.ts';
import { SystemLookups } from './system-lookups.ts';
import { createSystemResolver, type Resolve } from './system-resolver.ts';

const ipv4 = [[93, 184, 216, 34]];
const ipv6 = [[0x2a, 0, ...Array<number>(13).fill(0), 1]];
const signal = new AbortController().signal;

async function ask(
  answers: { A: NameAnswer; AAAA: NameAnswer },
  options: { lookup?: Resolve; askSystem?: boolean } = {},
) {
  await using server = await startNameServer((_name, family) => answers[family]);
  const { askSystem = false, lookup = async () => ['10.9.9.9'] } = options;
  const resolve = createSystemResolver({
    askSystem,
    servers: [server.address],
    lookup: (host) => lookup(host, signal),
  });
  return await resolve('api.example', signal, 'acc_1');
}

describe('looking up a name', () => {
  it('[OB24] gives the addresses of both families', async () => {
    expect(await ask({ A: ipv4, AAAA: ipv6 })).toEqual(['93.184.216.34', '2a00::1']);
  });

  it.each([
    [{ A: ipv4, AAAA: 'nothing' }, ['93.184.216.34']],
    [{ A: 'nothing', AAAA: ipv6 }, ['2a00::1']],
    [{ A: ipv4, AAAA: 'silence' }, ['93.184.216.34']],
    [{ A: 'silence', AAAA: ipv6 }, ['2a00::1']],
  ] as const)('[OB24] %j does not wait for the family that is missing', async (answers, expected) => {
    expect(await ask(answers)).toEqual(expected);
  });

  it('[OB24] an unknown name is a failure, and the system is not asked', async () => {
    let asked = 0;
    const lookup = async () => {
      asked++;
      return ['10.9.9.9'];
    };
    await expect(ask({ A: 'unknown', AAAA: 'unknown' }, { lookup })).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
    expect(asked).toBe(0);
  });

  it('[OB24] if private targets are allowed, the system is asked for names that DNS does not know', async () => {
    expect(await ask({ A: 'unknown', AAAA: 'unknown' }, { askSystem: true })).toEqual(['10.9.9.9']);
    expect(await ask({ A: ipv4, AAAA: 'nothing' }, { askSystem: true })).toEqual(['93.184.216.34']);
  });

  it('[OB24] a failure of both is reported as DNS gave it', async () => {
    const lookup = () => Promise.reject(new Error('system'));
    await expect(ask({ A: 'unknown', AAAA: 'unknown' }, { askSystem: true, lookup })).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });

  it('[OB24] the system is asked for two names at once, and for none without a waiting caller', async () => {
    await using server = await startNameServer(() => 'unknown');
    const running: { host: string; finish: () => void }[] = [];
    const lookup = (host: string) =>
      new Promise<readonly string[]>((resolve) =>
        running.push({ host, finish: () => resolve(['10.0.0.1']) }),
      );
    const lookups = new SystemLookups(1_000_000);
    const resolve = createSystemResolver({ askSystem: true, servers: [server.address], lookup, lookups });
    const controller = new AbortController();
    const first = [resolve('a.example', signal, 'acc_1'), resolve('b.example', signal, 'acc_2')];
    while (running.length < 2) await new Promise(setImmediate);
    const aborted = resolve('c.example', controller.signal, 'acc_3');
    while (server.questions.length < 6) await new Promise(setImmediate);
    const last = resolve('d.example', signal, 'acc_4');
    while (server.questions.length < 8) await new Promise(setImmediate);
    controller.abort();
    for (const { finish } of running) finish();
    await Promise.all(first);
    await expect(aborted).rejects.toMatchObject({ code: 'ENOTFOUND' });
    while (running.length < 3) await new Promise(setImmediate);
    running[2]?.finish();
    expect(await last).toEqual(['10.0.0.1']);
    expect(running.map(({ host }) => host).toSorted()).toEqual(['a.example', 'b.example', 'd.example']);
  });
});
