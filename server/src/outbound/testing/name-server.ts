import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type Family = 'A' | 'AAAA';
/** Addresses as bytes; `nothing`: the name has none of this family; `unknown`: there is no such name. */
export type NameAnswer = readonly number[][] | 'nothing' | 'unknown' | 'silence';

export interface NameServer extends AsyncDisposable {
  readonly address: string;
  readonly questions: readonly string[];
}

/** A real name server on loopback. */
export async function startNameServer(
  answer: (name: string, family: Family) => NameAnswer,
): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4', (query, from) => {
    const { name, end } = readName(query);
    const family: Family = query.readUInt16BE(end) === 1 ? 'A' : 'AAAA';
    questions.push(`${family} ${name}`);
    const reply = answer(name, family);
    if (reply === 'silence') return;
    const addresses = typeof reply === 'string' ? [] : reply;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(reply === 'unknown' ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((bytes) =>
      Buffer.from([0xc0, 12, 0, family === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}
