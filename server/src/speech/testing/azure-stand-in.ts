import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readMarkup } from '@parley/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { letterDurationMs, silentSound, tone } from './tone.ts';

export type AzureStandIn = AsyncDisposable & {
  readonly url: string;
  /** The received messages. */
  readonly received: { readonly path: string; readonly body: string }[];
  readonly keys: string[];
  readonly open: ReadonlySet<WebSocket>;
};

export type AzureBehaviour = {
  /** What to do instead of speaking. */
  readonly instead?: (socket: WebSocket, requestId: string) => void;
  readonly visemes?: boolean;
};

const sampleRate = 24_000;
const ticks = (ms: number) => Math.round(ms * 10_000);

/** A server with the protocol of Azure's speech service, as far as our client uses it. */
export async function startAzure({ instead, visemes = true }: AzureBehaviour = {}): Promise<AzureStandIn> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const received: { path: string; body: string }[] = [];
  const keys: string[] = [];
  const open = new Set<WebSocket>();
  server.on('connection', (socket, request) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    keys.push(String(request.headers['ocp-apim-subscription-key']));
    socket.on('message', (data) => {
      const [head = '', body = ''] = String(data).split('\r\n\r\n');
      const header = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
      received.push({ path: header('Path'), body });
      if (header('Path') !== 'ssml') return;
      if (instead === undefined) speak(socket, header('X-RequestId'), body, visemes);
      else instead(socket, header('X-RequestId'));
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    keys,
    open,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

function speak(socket: WebSocket, requestId: string, ssml: string, hasVisemes: boolean): void {
  const { sound, metadata } = perform(ssml, hasVisemes);
  sendText(socket, 'turn.start', requestId, {});
  const pieces = Math.max(1, Math.ceil(sound.length / 14_400));
  for (let piece = 0; piece < pieces; piece += 1) {
    const untilMs = ((piece + 1) * 14_400) / 48;
    const due = metadata.filter(
      ({ Data }) => Data.Offset >= ticks(untilMs - 300) && Data.Offset < ticks(untilMs),
    );
    if (due.length > 0) sendText(socket, 'audio.metadata', requestId, { Metadata: due });
    sendSound(socket, requestId, sound.subarray(piece * 14_400, (piece + 1) * 14_400));
  }
  const late = metadata.filter(({ Data }) => Data.Offset >= ticks((pieces * 14_400) / 48));
  if (late.length > 0) sendText(socket, 'audio.metadata', requestId, { Metadata: late });
  sendText(socket, 'turn.end', requestId, {});
}

type Metadata = {
  readonly Type: string;
  readonly Data: { readonly Offset: number } & Readonly<Record<string, unknown>>;
};

function perform(ssml: string, hasVisemes: boolean): { sound: Buffer; metadata: Metadata[] } {
  const sounds: Buffer[] = [];
  const metadata: Metadata[] = [];
  let atMs = 0;
  const note = (Type: string, offsetMs: number, data: Record<string, unknown>) =>
    metadata.push({ Type, Data: { Offset: ticks(offsetMs), ...data } });
  // Our own reader can read Azure's markup, except for the name of marks.
  for (const segment of readMarkup(ssml.replaceAll('<bookmark mark=', '<mark name='))) {
    if (segment.kind === 'mark') note('Bookmark', atMs, { Bookmark: segment.name });
    if (segment.kind === 'break') {
      note('Viseme', atMs, { VisemeId: 0 });
      sounds.push(silentSound(segment.ms, sampleRate));
      atMs += segment.ms;
    }
    if (segment.kind !== 'speech') continue;
    const text = segment.text.trim();
    const letterMs = letterDurationMs / segment.style.rate;
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}']+/gu)) {
      const start = atMs + index * letterMs;
      note('WordBoundary', start, {
        Duration: ticks(word.length * letterMs),
        text: { Text: word, Length: word.length },
      });
      if (!hasVisemes) continue;
      for (const [place, letter] of [...word].entries()) {
        note('Viseme', start + place * letterMs, { VisemeId: letter.charCodeAt(0) % 22 });
      }
      note('Viseme', start + word.length * letterMs, { VisemeId: 0 });
    }
    const sound = tone(text, sampleRate, segment.style.rate, segment.style.volume);
    sounds.push(sound);
    atMs += sound.length / 48;
  }
  metadata.sort((left, right) => left.Data.Offset - right.Data.Offset);
  return { sound: Buffer.concat(sounds), metadata };
}

export function sendText(socket: WebSocket, path: string, requestId: string, body: unknown): void {
  const head = `X-RequestId:${requestId}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}`;
  socket.send(`${head}\r\n\r\n${JSON.stringify(body)}`);
}

export function sendSound(socket: WebSocket, requestId: string, sound: Uint8Array): void {
  const head = Buffer.from(`X-RequestId:${requestId}\r\nContent-Type:audio/x-wav\r\nPath:audio\r\n`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(head.length);
  socket.send(Buffer.concat([length, head, sound]));
}
