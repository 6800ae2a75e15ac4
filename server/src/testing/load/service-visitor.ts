import { type ClientFrame, pingEveryMs, type ServerFrame } from '@parley/protocol';
import type { WebSocket } from 'ws';
import { replyTimes } from './reply-times.ts';
import { createVisitor, type OnFault, question, type Visitor } from './visitor.ts';

/**
 * Uses the live protocol like the browser SDK with the sound off, for a visitor who reads instantly. A turn is over
 * when the avatar is idle again. `service-visitor.test.ts` compares the frames with those of the SDK's client.
 */
export function createServiceVisitor(socket: WebSocket, onFault: OnFault): Visitor {
  let addedMicros = 0;
  let lastId = 0;
  let isPlayed = false;
  const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame));
  const pings = setInterval(() => send({ type: 'ping' }), pingEveryMs);

  return createVisitor({
    socket,
    onFault,
    sendQuestion() {
      lastId += 1;
      send({ type: 'message', text: question, id: lastId });
    },
    take(text, sentAt, receivedAt) {
      const frame = JSON.parse(text) as ServerFrame;
      switch (frame.type) {
        case 'sentence': {
          const { arrivedAt, leftAt } = replyTimes(frame.text);
          addedMicros = arrivedAt - sentAt + (receivedAt - leftAt);
          return null;
        }
        case 'utterance-end': {
          const { utterance, sentences } = frame;
          send({ type: 'playback', utterance, sentences, done: true });
          isPlayed = true;
          return null;
        }
        case 'status': {
          if (!isPlayed || frame.status !== 'IDLE') return null;
          isPlayed = false;
          return addedMicros;
        }
        case 'ack':
        case 'event':
        case 'people':
        case 'pong':
          return null;
        default:
          throw new Error(`not expected in this conversation: ${text}`);
      }
    },
    onDispose: () => clearInterval(pings),
  });
}
