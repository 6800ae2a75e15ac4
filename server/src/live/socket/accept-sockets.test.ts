import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { liveScene } from '../testing/index.ts';

const { app, avatarId } = await liveScene();

describe('upgrades', () => {
  const upgrade = (path: string, host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(app.url);
      const socket = connect(Number(port), '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
      socket.on('error', reject);
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
    });

  it('to another path or host are refused', async () => {
    expect(await upgrade('/elsewhere', new URL(app.url).host)).toBe('HTTP/1.1 404 Not Found');
    expect(await upgrade('/client/live', 'evil.example')).toBe('HTTP/1.1 421 Misdirected Request');
  });

  it('that are reset while they are being refused do not harm the service', async () => {
    const { port } = new URL(app.url);
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        const path = index % 2 === 0 ? '/elsewhere' : '/client/live';
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: ${new URL(app.url).host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        );
        socket.resetAndDestroy();
        await once(socket, 'close');
      }),
    );
    await app.enter(await app.join(avatarId));
  });
});
