import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Answer, createAnswerReader } from './answer-reader.ts';

export type CheckedRequest = {
  readonly bytes: Buffer;
  /** Taken when the request leaves and handed to `check` with its answer. */
  readonly mark?: () => number;
  /** Checks every answer. Returns what is wrong with it, or null. */
  readonly check: (answer: Answer, mark: number) => string | null;
};

export type Slice = { readonly requests: number; readonly elapsedMs: number };

export type Connections = Disposable & {
  /** Keeps one request in flight on each connection for this long, and waits for the last answers. */
  run(request: CheckedRequest, durationMs: number): Promise<Slice>;
};

/**
 * Keep-alive connections that send the same bytes and check every answer. They do little else on purpose: a load
 * generator that costs more than the server under test would hide the difference between two servers.
 */
export async function openConnections(port: number, count: number): Promise<Connections> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)));
  return {
    async run(request, durationMs) {
      using _awake = stayAwake();
      const begin = performance.now();
      const end = begin + durationMs;
      const counts = await Promise.all(connections.map((connection) => connection.repeat(request, end)));
      return { requests: counts.reduce((sum, each) => sum + each, 0), elapsedMs: performance.now() - begin };
    },
    [Symbol.dispose]() {
      for (const connection of connections) connection.socket.destroy();
    },
  };
}

/**
 * Keeps this process from sleeping while it measures. On loopback the writer pays for waking a sleeping reader. On a
 * virtual machine this costs more than a whole answer. A slightly slower server would find the reader asleep more often
 * and would look much slower than it is.
 */
function stayAwake(): Disposable {
  let turn = setImmediate(function again() {
    turn = setImmediate(again);
  });
  return { [Symbol.dispose]: () => clearImmediate(turn) };
}

type KeptConnection = {
  readonly socket: Socket;
  repeat(request: CheckedRequest, end: number): Promise<number>;
};

async function openConnection(port: number): Promise<KeptConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let onAnswer: (answer: Answer) => void = () => {};
  let fault: Error | null = null;
  let onFault: (error: Error) => void = () => {};
  const fail = (error: Error) => {
    fault ??= error;
    onFault(fault);
  };
  const read = createAnswerReader((answer) => onAnswer(answer));
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed a connection')));

  return {
    socket,
    repeat: (request, end) =>
      new Promise((resolve, reject) => {
        let requests = 0;
        let mark = 0;
        const send = () => {
          mark = request.mark?.() ?? 0;
          socket.write(request.bytes);
        };
        onFault = reject;
        onAnswer = (answer) => {
          const wrong = request.check(answer, mark);
          if (wrong !== null) {
            reject(new Error(`${wrong}: ${answer.status} ${answer.body.toString().slice(0, 2_000)}`));
            return;
          }
          requests += 1;
          if (performance.now() < end) send();
          else resolve(requests);
        };
        // It may have been closed between two slices.
        if (fault === null) send();
        else reject(fault);
      }),
  };
}
