import { pingEveryMs } from '@parley/protocol';
import type { RawData, WebSocket } from 'ws';
import { replyTimes } from '../live/reply-times.ts';
import { nowMicros } from '../load/clock.ts';
import type { OnFault, Voice } from './voice.ts';

const ping = JSON.stringify({ type: 'ping' });

const question = 'What are your opening hours on Saturday?';
const quiet = /^{"type":"(ack|pong)"/;
const whole = /"utterance":(\d+).*"last":true/;

/** Speaks the service's wire as our own client without face and voice does: it reads, and plays nothing. */
export function createServiceVoice(socket: WebSocket, onFault: OnFault): Voice {
  let onAnswer: ((addedMicros: number) => void) | null = null;
  let sentAt = 0;
  let addedMicros = 0;
  let asked = 0;
  let seen = 0;
  let got = 0;

  const takeFrame = (text: string) => {
    const receivedAt = nowMicros();
    if (text.startsWith('{"type":"sentence"')) {
      const { arrivedAt, leftAt } = replyTimes(text);
      addedMicros = arrivedAt - sentAt + (receivedAt - leftAt);
      const [, utterance] = whole.exec(text) ?? [];
      if (utterance === undefined) return;
      got = Number(utterance);
      // What came whole says, too, that the avatar is idle.
      seen += 1;
      const tell = onAnswer;
      onAnswer = null;
      tell?.(addedMicros);
    } else if (text.startsWith('{"type":"status"')) {
      seen += 1;
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
      asked += 1;
      const shows = { status: 'THINKING', seen };
      socket.send(JSON.stringify({ type: 'message', text: question, id: asked, got, shows }));
    },
    [Symbol.dispose]() {
      clearInterval(pings);
      socket.removeAllListeners('close');
      socket.terminate();
    },
  };
}
