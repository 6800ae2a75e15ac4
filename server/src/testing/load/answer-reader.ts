export type Answer = { readonly status: number; readonly body: Buffer };

const headEnd = Buffer.from('\r\n\r\n');
const lengthHeader = 'content-length: ';
const statusStart = 'HTTP/1.1 '.length;

/** Cuts the bytes of one connection into answers. It requires a content-length, which all servers under test send. */
export function createAnswerReader(onAnswer: (answer: Answer) => void): (chunk: Buffer) => void {
  let pending: Buffer | null = null;
  return (chunk) => {
    let bytes = pending === null ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const bodyStart = bytes.indexOf(headEnd) + headEnd.length;
      if (bodyStart < headEnd.length) break;
      const head = bytes.toString('latin1', 0, bodyStart);
      const lengthAt = head.indexOf(lengthHeader);
      if (lengthAt === -1) throw new Error(`an answer without content-length: ${head}`);
      const end = bodyStart + Number.parseInt(head.slice(lengthAt + lengthHeader.length), 10);
      if (bytes.length < end) break;
      const status = Number(head.slice(statusStart, statusStart + 3));
      const body = bytes.subarray(bodyStart, end);
      bytes = bytes.subarray(end);
      onAnswer({ status, body });
    }
    pending = bytes.length === 0 ? null : bytes;
  };
}
