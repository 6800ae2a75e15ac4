import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if it came in chunks. Only the runtime's own refusals do, and they have no body. */
  readonly body: string;
};

export type RawExchange = {
  readonly answers: readonly RawAnswer[];
  /** Whether the service ended the connection, rather than keeping it for the next request. */
  readonly closed: boolean;
  readonly error: string | null;
};

/**
 * Sends bytes unchanged and collects the answers: the given number, or all until the connection ends. A connection that
 * ends without an answer is reported in the result, not thrown.
 */
export const rawExchange = (
  port: number,
  pieces: readonly (string | Buffer)[],
  { answers: wanted = Number.POSITIVE_INFINITY, halfClose = false } = {},
): Promise<RawExchange> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = Buffer.alloc(0);
    let error: string | null = null;
    let over = false;
    const finish = (closed: boolean) => {
      if (over) return;
      over = true;
      socket.destroy();
      resolve({ answers: split(received), closed, error });
    };
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data]);
      if (split(received).length >= wanted) finish(false);
    });
    socket.on('error', (problem: NodeJS.ErrnoException) => {
      error = problem.code ?? problem.message;
    });
    socket.on('close', () => finish(true));
    for (const piece of pieces) socket.write(piece);
    if (halfClose) socket.end();
  });

const split = (bytes: Buffer): RawAnswer[] => {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const bodyStart = headEnd + 4;
    const chunked = headers['transfer-encoding'] === 'chunked';
    const lastChunk = chunked ? rest.indexOf('0\r\n\r\n', bodyStart) : 0;
    if (lastChunk === -1) return answers;
    const bodyEnd = chunked ? lastChunk + 5 : bodyStart + Number(headers['content-length'] ?? 0);
    if (rest.length < bodyEnd) return answers;
    const body = chunked ? '' : rest.subarray(bodyStart, bodyEnd).toString('utf8');
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body });
    rest = rest.subarray(bodyEnd);
  }
};
