import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { testApp } from '../app/index.ts';
import { stopInTime } from './stop-in-time.ts';

describe('a stop', () => {
  it('that hangs is reported, with what is open', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    await expect(stopInTime('The server', new Promise(() => {}), 50)).rejects.toThrow(
      /^The server did not stop within 0\.05 s\. Open at that time:[\s\S]*TCPSERVERWRAP made .*stop-in-time\.test\.ts/,
    );
    server.close();
  });

  it('of the app under test has a time limit', async () => {
    const test = await testApp({ stopWithinMs: 50 });
    const closing = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    test.app.server.addHook('onClose', async () => {
      await closing.promise;
      finished.resolve();
    });
    await expect(test[Symbol.asyncDispose]()).rejects.toThrow(/^The app did not stop within/);
    closing.resolve();
    await finished.promise;
  });

  it('that fails is reported as such', async () => {
    await expect(stopInTime('The server', Promise.reject(new Error('no disk')), 50)).rejects.toThrow(
      'no disk',
    );
  });
});
