import type { RawData, WebSocket } from 'ws';
import { nowMicros } from './clock.ts';

/** One client of one session. */
export type Visitor = Disposable & {
  /** Whether a question is in flight. */
  readonly waits: boolean;
  /** Asks a question. The callback gets the time that was added in both directions, in microseconds. */
  ask(onAnswer: (addedMicros: number) => void): void;
};

export type OnFault = (fault: Error) => void;

export const question = 'What are your opening hours on Saturday?';

export type VisitorOptions = {
  readonly socket: WebSocket;
  readonly onFault: OnFault;
  sendQuestion(): void;
  /** Takes a message from the server. Returns the added time if the turn is over with it. */
  take(text: string, sentAt: number, receivedAt: number): number | null;
  onDispose?(): void;
};

/** A visitor on an open socket. Everything that is wrong is a fault. */
export function createVisitor({ socket, onFault, sendQuestion, take, onDispose }: VisitorOptions): Visitor {
  let onAnswer: ((addedMicros: number) => void) | null = null;
  let sentAt = 0;
  socket.on('message', (data: RawData) => {
    const receivedAt = nowMicros();
    try {
      const addedMicros = take((data as Buffer).toString(), sentAt, receivedAt);
      if (addedMicros === null) return;
      const answered = onAnswer;
      onAnswer = null;
      answered?.(addedMicros);
    } catch (error) {
      onFault(error as Error);
    }
  });
  socket.on('close', (code, reason) => onFault(new Error(`the server closed a socket: ${code} ${reason}`)));
  socket.on('error', onFault);
  return {
    get waits() {
      return onAnswer !== null;
    },
    ask(answered) {
      onAnswer = answered;
      sentAt = nowMicros();
      sendQuestion();
    },
    [Symbol.dispose]() {
      onDispose?.();
      socket.removeAllListeners('close');
      socket.terminate();
    },
  };
}
