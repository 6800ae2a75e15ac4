import { once } from 'node:events';
import { Pool, request } from 'undici';
import { WebSocket } from 'ws';
import { Wire } from '../../live/testing/wire.ts';

export type Credentials = { readonly sessionId: string; readonly ticket: string; readonly resume: string };
export type JoinedSocket = { readonly sessionId: string; readonly socket: WebSocket };

export type Joining = AsyncDisposable & {
  /** Authenticates, opens a socket and says hello. Settles with the welcome. */
  join(): Promise<JoinedSocket>;
};

/** The credentials of a new session. Without a pool, the connection is closed afterwards. */
export async function authenticate(
  url: string,
  avatarId: string | number,
  pool?: Pool,
): Promise<Credentials> {
  const answer = await request(`${url}/client/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ avatarId: String(avatarId), locale: 'en-US' }),
    ...(pool === undefined ? { reset: true } : { dispatcher: pool }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`a client was not let in: ${answer.statusCode} ${text}`);
  return JSON.parse(text) as Credentials;
}

/** A session with an attached client that sends any frame. */
export async function enterSession(url: string, avatarId: string, more: { reconnects?: boolean } = {}) {
  const { sessionId, ticket } = await authenticate(url, avatarId);
  return { sessionId, wire: await Wire.enter(url, { sessionId, ticket, ...more }) };
}

/** Opens sessions with the same frames as the browser SDK. */
export function createJoining(
  port: number,
  avatarId: string | number,
  connections: number,
  /** For tests that check every frame. */
  onSocket: (socket: WebSocket) => void = () => {},
): Joining {
  const url = `http://127.0.0.1:${port}`;
  const pool = new Pool(url, { connections });
  return {
    async join() {
      const { sessionId, ticket, resume } = await authenticate(url, avatarId, pool);
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
