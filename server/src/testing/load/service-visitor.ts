import { type ClientFrame, pingEveryMs, type ServerFrame } from '@parley/protocol';
import type { RawData, WebSocket } from 'ws';
import { nowMicros } from './clock.ts';
import { replyTimes } from './reply-times.ts';
import type { OnFault, Voice } from './visitor.ts';

const question = 'What are your opening hours on Saturday?';

/**
 * Uses the live protocol like the browser SDK with the sound off, for a visitor who reads instantly. A turn is over
 * when the avatar is idle again. `service-voice.test.ts` compares the frames with those of the SDK's client.
 */
export function createServiceVoice(socket: WebSocket, onFault: OnFault): Voice {
  let onAnswer: ((addedMicros: number) => void) | null = null;
  let sentAt = 0;
  let addedMicros = 0;
  let lastId = 0;
  let isPlayed = false;
  const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame));

  const takeFrame = (frame: ServerFrame, text: string, receivedAt: number) => {
    switch (frame.type) {
      case 'sentence': {
        const { arrivedAt, leftAt } = replyTimes(frame.text);
        addedMicros = arrivedAt - sentAt + (receivedAt - leftAt);
        return;
      }
      case 'utterance-end': {
        const { utterance, sentences } = frame;
        send({ type: 'playback', utterance, sentences, done: true });
        isPlayed = true;
        return;
      }
      case 'status': {
        if (!isPlayed || frame.status !== 'IDLE') return;
        const tell = onAnswer;
        onAnswer = null;
        isPlayed = false;
        tell?.(addedMicros);
        return;
      }
      case 'ack':
      case 'event':
      case 'pong':
        return;
      default:
        throw new Error(`not expected in this conversation: ${text}`);
    }
  };

  socket.on('message', (data: RawData) => {
    const receivedAt = nowMicros();
    const text = (data as Buffer).toString();
    try {
      takeFrame(JSON.parse(text) as ServerFrame, text, receivedAt);
    } catch (error) {
      onFault(error as Error);
    }
  });
  socket.on('close', (code, reason) => onFault(new Error(`the service closed a socket: ${code} ${reason}`)));
  socket.on('error', onFault);
  const pings = setInterval(() => send({ type: 'ping' }), pingEveryMs);
  return {
    get waits() {
      return onAnswer !== null;
    },
    ask(tell) {
      onAnswer = tell;
      sentAt = nowMicros();
      lastId += 1;
      send({ type: 'message', text: question, id: lastId });
    },
    [Symbol.dispose]() {
      clearInterval(pings);
      socket.removeAllListeners('close');
      socket.terminate();
    },
  };
}
