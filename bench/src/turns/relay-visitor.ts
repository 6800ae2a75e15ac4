import type { RawData, WebSocket } from 'ws';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';
import { replyTimes } from '../../../server/src/testing/load/reply-times.ts';
import type { OnFault, Voice } from '../../../server/src/testing/load/visitor.ts';

const question = 'What are your opening hours on Saturday?';

/** A client of the relay: a frame is the text of a message or of a reply. */
export function createRelayVoice(socket: WebSocket, onFault: OnFault): Voice {
  let onAnswer: ((addedMicros: number) => void) | null = null;
  let sentAt = 0;

  socket.on('message', (data: RawData) => {
    const receivedAt = nowMicros();
    try {
      const { arrivedAt, leftAt } = replyTimes((data as Buffer).toString());
      const tell = onAnswer;
      onAnswer = null;
      tell?.(arrivedAt - sentAt + (receivedAt - leftAt));
    } catch (error) {
      onFault(error as Error);
    }
  });
  socket.on('close', () => onFault(new Error('the relay closed a socket')));
  socket.on('error', onFault);
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
      socket.removeAllListeners('close');
      socket.terminate();
    },
  };
}
