import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startLeakCheck } from './leak-check.ts';

const soonMs = 100;

describe('the check for leaks', () => {
  it('passes if everything was closed, even a moment later', async () => {
    const check = startLeakCheck();
    const timer = setInterval(() => {}, 1_000);
    setTimeout(() => clearInterval(timer), 50);
    await check.finish(10_000);
  });

  it('names a timer that does not keep the process alive, and the file that made it', async () => {
    const check = startLeakCheck();
    const timer = setTimeout(() => {}, 1_000_000).unref();
    await expect(check.finish(soonMs)).rejects.toThrow(/Timeout made .*leak-check\.test\.ts/);
    clearTimeout(timer);
    await check.finish(10_000);
  });

  it('names a socket and its server', async () => {
    const check = startLeakCheck();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [accepted] = (await once(server, 'connection')) as [typeof socket];
    await expect(check.finish(soonMs)).rejects.toThrow(
      /TCPSERVERWRAP[\s\S]*TCPWRAP|TCPWRAP[\s\S]*TCPSERVERWRAP/,
    );
    accepted.destroy();
    socket.destroy();
    server.close();
    await check.finish(10_000);
  });

  it.runIf(process.platform === 'linux')('names an open file', async () => {
    const check = startLeakCheck();
    const file = await open(import.meta.filename);
    await expect(check.finish(soonMs)).rejects.toThrow(/descriptor \d+: .*leak-check\.test\.ts/);
    await file.close();
    await check.finish(10_000);
  });

  it('ignores what was open before', async () => {
    const timer = setTimeout(() => {}, 1_000_000).unref();
    await startLeakCheck().finish(soonMs);
    clearTimeout(timer);
  });
});
