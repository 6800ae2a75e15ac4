import type { WebSocket } from 'ws';
import { contained } from '../../kernel/index.ts';
import { Channel } from '../channel.ts';
import { abortedFailure, SpeechFailure } from '../voice.ts';
import { type AzureMessage, readMessage } from './azure-messages.ts';
import { lateFailure } from './provider-failure.ts';
import { maxSentenceMs } from './sentence-limits.ts';

/** The service's messages for one sentence, until it says that it is done. */
export type AzureTurn = AsyncIterable<AzureMessage>;

export type TurnOptions = {
  readonly socket: WebSocket;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** The service is done, and the socket can serve another sentence. */
  onDone(): void;
};

const silenceMs = 30_000;
/** A long sentence has a thousand visemes, and each may arrive in its own message. */
const maxMessages = 10_000;
const maxBytes = 32 * 1_024 * 1_024;
/** While this much is unread, the socket is paused. */
const pauseAtBytes = 262_144;

/** Reads one sentence's messages from a socket, no faster than they are consumed and no more than a sentence has. */
export function readTurn({ socket, requestId, signal, onDone }: TurnOptions): AzureTurn {
  let messages = 0;
  let bytes = 0;
  let unreadBytes = 0;

  const fail = (failure: SpeechFailure) => {
    turn.fail(failure);
    socket.terminate();
  };
  const onAbort = () => {
    socket.terminate();
    turn.abort(abortedFailure());
  };
  const onClose = () => turn.fail(new SpeechFailure('provider', 'The voice server closed the connection.'));
  const onSilence = () => {
    // While the socket is paused, the silence is not the server's fault.
    if (socket.isPaused) silence.refresh();
    else fail(lateFailure());
  };
  const handleMessage = (data: unknown, isBinary: boolean) => {
    const content = bytesOf(data);
    messages += 1;
    bytes += content.length;
    if (messages > maxMessages || bytes > maxBytes) {
      fail(new SpeechFailure('provider', 'The voice server sent far more than a sentence has.'));
      return;
    }
    const message = readMessage(content, isBinary);
    if (message === undefined || message.requestId !== requestId) return;
    if (message.path === 'turn.end') {
      socket.resume();
      onDone();
      turn.end();
      return;
    }
    silence.refresh();
    unreadBytes += content.length;
    if (unreadBytes > pauseAtBytes) socket.pause();
    turn.push(message);
  };
  const onMessage = contained(handleMessage, () =>
    fail(new SpeechFailure('provider', 'The voice server sent a message that could not be read.')),
  );
  const turn = new Channel<AzureMessage>({
    onLeave: () => socket.terminate(),
    onClose: () => {
      clearTimeout(silence);
      clearTimeout(late);
      signal.removeEventListener('abort', onAbort);
      socket.off('message', onMessage).off('close', onClose);
    },
    onRead: ({ messageBytes }) => {
      unreadBytes -= messageBytes;
      if (socket.isPaused && unreadBytes <= pauseAtBytes) socket.resume();
    },
  });
  const silence = setTimeout(onSilence, silenceMs).unref();
  const late = setTimeout(() => fail(lateFailure()), maxSentenceMs).unref();
  signal.addEventListener('abort', onAbort, { once: true });
  socket.on('message', onMessage).on('close', onClose);
  return turn;
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : new Uint8Array();
}
