import { once } from 'node:events';
import { Pool } from 'undici';
import { WebSocket } from 'ws';

type Joined = { readonly sessionId: string; readonly ticket: string; readonly resume: string };
export type JoinedSocket = { readonly sessionId: string; readonly socket: WebSocket };

export type Joining = AsyncDisposable & {
  /** Authenticates, opens a socket and says hello. Settles with the welcome. */
  join(): Promise<JoinedSocket>;
};

/** Opens sessions with the same frames as the browser SDK. */
export function createJoining(
  port: number,
  avatarId: number,
  connections: number,
  /** For tests that check every frame. */
  onSocket: (socket: WebSocket) => void = () => {},
): Joining {
  const origin = `http://127.0.0.1:${port}`;
  const pool = new Pool(origin, { connections });
  const input = JSON.stringify({ avatarId: String(avatarId), locale: 'en-US' });
  const headers = { 'content-type': 'application/json' };
  return {
    async join() {
      const answer = await pool.request({
        path: '/client/authenticate',
        method: 'POST',
        headers,
        body: input,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`a client was not let in: ${answer.statusCode} ${text}`);
      const { sessionId, ticket, resume } = JSON.parse(text) as Joined;
      const socket = await openSocket(`ws://127.0.0.1:${port}/client/live`);
      onSocket(socket);
      socket.send(JSON.stringify({ type: 'hello', versions: [1], sessionId, ticket, resume, events: true }));
      await expectWelcome(socket);
      return { sessionId, socket };
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

/** What the SDK sends when its face has loaded and the visitor begins. */
export function openConversation(socket: WebSocket): void {
  socket.send(JSON.stringify({ type: 'load', progress: 1 }));
  socket.send(JSON.stringify({ type: 'open' }));
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

/** Runs `work` many times, `atOnce` of them at the same time. */
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
