import { pingEveryMs } from '@parley/protocol';
import type { RawData, WebSocket } from 'ws';
import { replyTimes } from '../live/reply-times.ts';
import { nowMicros } from '../load/clock.ts';
import type { OnFault, Voice } from './voice.ts';

const ping = JSON.stringify({ type: 'ping' });
const question = JSON.stringify({ type: 'message', text: 'What are your opening hours on Saturday?' });

const quiet = /^{"type":"(status|pong)"/;

/** Speaks the service's wire as a client without face and voice does: what arrives counts as heard at once. */
export function createServiceVoice(socket: WebSocket, onFault: OnFault): Voice {
  let onAnswer: ((addedMicros: number) => void) | null = null;
  let sentAt = 0;
  let addedMicros = 0;

  const takeFrame = (text: string) => {
    const receivedAt = nowMicros();
    if (text.startsWith('{"type":"sentence"')) {
      const { arrivedAt, leftAt } = replyTimes(text);
      addedMicros = arrivedAt - sentAt + (receivedAt - leftAt);
    } else if (text.startsWith('{"type":"utterance-end"')) {
      const { utterance, sentences } = JSON.parse(text) as { utterance: number; sentences: number };
      socket.send(JSON.stringify({ type: 'playback', utterance, sentences, done: true }));
      const tell = onAnswer;
      onAnswer = null;
      tell?.(addedMicros);
    } else if (!quiet.test(text)) {
      throw new Error(`not expected in a quiet talk: ${text}`);
    }
  };

  socket.on('message', (data: RawData) => {
    try {
      takeFrame((data as Buffer).toString());
    } catch (error) {
      onFault(error as Error);
    }
  });
  socket.on('close', (code, reason) => onFault(new Error(`the service closed a socket: ${code} ${reason}`)));
  socket.on('error', onFault);
  socket.send(JSON.stringify({ type: 'open' }));
  const pings = setInterval(() => socket.send(ping), pingEveryMs);
  return {
    get waits() {
      return onAnswer !== null;
    },
    ask(tell) {
      onAnswer = tell;
      sentAt = nowMicros();
      socket.send(question);
    },
    [Symbol.dispose]() {
      clearInterval(pings);
      socket.removeAllListeners('close');
      socket.terminate();
    },
  };
}
