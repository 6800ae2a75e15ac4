import { createLiveClient, type WebSocketClass } from '@parley/client';
import type { ClientFrame, ServerFrame } from '@parley/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { LiveApp, until } from '../../live/testing/index.ts';
import { createJoining, openConversation } from './joining.ts';
import { createServiceVisitor } from './service-visitor.ts';

let app: LiveApp;
let avatarId: number;
beforeAll(async () => {
  app = await LiveApp.start();
  avatarId = await app.avatar();
  app.endpoint.script.CHAT = (request) =>
    request.ok({ reply: 'Your question came at 1 and my answer left at 2.' });
});
afterAll(() => app[Symbol.asyncDispose]());

type Frame = ClientFrame | ServerFrame;

/** A summary of a frame: its type, its fields and, for a status, its value. */
const shapeOf = (frame: Frame): string =>
  frame.type === 'status' ? `status ${frame.status}` : `${frame.type} {${Object.keys(frame).sort()}}`;

class Recording {
  readonly frames: string[] = [];

  note(direction: '>' | '<', data: unknown): void {
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.type !== 'ping' && frame.type !== 'pong') this.frames.push(`${direction} ${shapeOf(frame)}`);
  }

  /** Both directions of a socket, from its first frame on. */
  attach(socket: WebSocket): void {
    const { send } = socket;
    socket.send = (data: unknown) => {
      this.note('>', data);
      send.call(socket, String(data), {});
    };
    socket.prependListener('message', (data) => this.note('<', data));
  }

  async turnIsOver(): Promise<void> {
    const isIdle = () => this.frames.filter((frame) => frame === '< status IDLE').length >= 2;
    await until(
      'the second message of the transcript',
      () => isIdle() && this.frames.at(-1)?.startsWith('< event'),
    );
  }
}

/** The client, created and started in the same way as in the SDK's call. */
async function recordClient(): Promise<string[]> {
  const recording = new Recording();
  class Recorded extends WebSocket {
    constructor(url: string) {
      super(url);
      recording.attach(this);
    }
  }
  const client = createLiveClient({
    url: app.url,
    avatarId,
    events: true,
    readyAtOnce: false,
    WebSocket: Recorded as unknown as WebSocketClass,
  });
  await client.connect();
  client.reportLoad(1);
  client.open();
  await until('the avatar is idle', () => client.status === 'IDLE');
  client.sendMessage('What are your opening hours on Saturday?');
  await recording.turnIsOver();
  client.detach();
  return recording.frames;
}

async function recordBench(): Promise<string[]> {
  const recording = new Recording();
  await using joining = createJoining(Number(new URL(app.url).port), avatarId, 1, (socket) =>
    recording.attach(socket),
  );
  const { socket } = await joining.join();
  const faults: Error[] = [];
  using visitor = createServiceVisitor(socket, (fault) => faults.push(fault));
  openConversation(socket);
  await until('the avatar is idle', () => recording.frames.includes('< status IDLE'));
  await new Promise<number>((resolve) => visitor.ask(resolve));
  await recording.turnIsOver();
  expect(faults).toEqual([]);
  return recording.frames;
}

it('a turn of the benchmark has the same frames, in the same order, as one of the SDK’s client', async () => {
  const [ours, theirs] = [await recordBench(), await recordClient()];
  expect(ours).toEqual(theirs);
  expect(ours.slice(-10).map((frame) => frame.replace(/ \{.*/, ''))).toEqual([
    '> message',
    '< ack',
    '< status THINKING',
    '< event',
    '< status TALKING',
    '< sentence',
    '< utterance-end',
    '> playback',
    '< status IDLE',
    '< event',
  ]);
});
