import { once } from 'node:events';
import { Pool } from 'undici';
import { WebSocket } from 'ws';

export type JoinedSocket = { readonly sessionId: string; readonly socket: WebSocket };

export type Joining = AsyncDisposable & {
  /** Authenticates, opens a socket and says hello; settles with the welcome. */
  join(): Promise<JoinedSocket>;
};

/** Opens sessions the way a client does. */
export function createJoining(
  port: number,
  avatarId: number,
  connections: number,
  { reads }: { reads: boolean },
): Joining {
  const origin = `http://127.0.0.1:${port}`;
  const pool = new Pool(origin, { connections });
  const wish = JSON.stringify({ avatarId: String(avatarId), locale: 'en-US' });
  const headers = { 'content-type': 'application/json' };
  return {
    async join() {
      const answer = await pool.request({
        path: '/client/authenticate',
        method: 'POST',
        headers,
        body: wish,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`a client was not let in: ${answer.statusCode} ${text}`);
      const { sessionId, ticket } = JSON.parse(text) as { sessionId: string; ticket: string };
      const socket = await openSocket(`ws://127.0.0.1:${port}/client/live`);
      socket.send(JSON.stringify({ type: 'hello', versions: [1], sessionId, ticket, reads }));
      await expectWelcome(socket);
      return { sessionId, socket };
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

export async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

async function expectWelcome(socket: WebSocket): Promise<void> {
  const [data] = (await once(socket, 'message')) as [Buffer];
  const frame = JSON.parse(data.toString()) as { type: string };
  if (frame.type !== 'welcome') throw new Error(`instead of a welcome: ${data}`);
}

/** Does something many times, so many of them at once. */
export async function inParallel<T>(count: number, atOnce: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      done.push(await work());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done;
}
