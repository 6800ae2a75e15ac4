import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseFault, type ResponseHead } from './response-head.ts';
import { ResponseReader } from './response-reader.ts';
import { startRawServer } from './testing/receiver.ts';

type Read = {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  ended: boolean;
  clean: boolean;
};

/** Reads answers to one request, given in pieces. */
function read(pieces: readonly Buffer[], { method = 'GET', closes = true } = {}): Read {
  let head: ResponseHead | undefined;
  const body: Buffer[] = [];
  let ended = false;
  let clean = false;
  const reader = new ResponseReader({
    onHead: (given) => {
      expect(head).toBeUndefined();
      head = given;
    },
    // What is given is only lent: a copy shows whether more than that was used.
    onData: (part) => body.push(Buffer.from(part)),
    onEnd: (isClean) => {
      expect(ended).toBe(false);
      ended = true;
      clean = isClean;
    },
  });
  reader.expect(method);
  for (const piece of pieces) {
    const lent = Buffer.from(piece);
    if (!ended) reader.push(lent);
    lent.fill(0);
  }
  if (closes) reader.close();
  return {
    status: head?.status ?? 0,
    headers: head?.headers.all() ?? {},
    body: Buffer.concat(body).toString('latin1'),
    ended,
    clean,
  };
}

const bytes = (text: string) => Buffer.from(text, 'latin1');
const whole = (text: string, options = {}) => read([bytes(text)], options);

const cutAt = (all: Buffer, places: readonly number[]): Buffer[] => {
  const cuts = [...new Set(places.map((place) => place % (all.length + 1)))].sort((a, b) => a - b);
  return [...cuts, all.length].map((end, index) => all.subarray(index === 0 ? 0 : cuts[index - 1], end));
};

const chunked = (parts: readonly string[], ending = '0\r\n\r\n') =>
  parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('') + ending;

describe('an answer', () => {
  it.each([
    ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'ok'],
    ['no reason', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok', 'ok'],
    ['nothing', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', ''],
    ['no content', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', ''],
    ['not modified', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', ''],
    ['chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n${chunked(['ab', 'c'])}`, 'abc'],
    ['extensions', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\n\r\n', 'ok'],
    ['trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nA: b\r\n\r\n', 'ok'],
    ['its end', 'HTTP/1.1 200 OK\r\n\r\nok', 'ok'],
    ['an old server', 'HTTP/1.0 200 OK\r\n\r\nok', 'ok'],
    [
      'news before it',
      'HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      'ok',
    ],
  ])('[OB25] with %s', (_name, text, body) => {
    expect(whole(text)).toMatchObject({ body, ended: true, clean: true });
  });

  it('[OB25] to HEAD has no body, whatever its length says', () => {
    const answer = whole('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n', { method: 'HEAD' });
    expect(answer).toMatchObject({ body: '', ended: true });
  });

  it('[OB25] with long rows of spaces is read in one pass', () => {
    const spaces = ' '.repeat(16_000);
    const text = (inner: string) => `HTTP/1.1 200 OK\r\nX: ${inner}\r\nContent-Length: 0\r\n\r\n`;
    const took = (inner: string) => {
      const begin = process.cpuUsage();
      for (let i = 0; i < 20; i++) whole(text(inner));
      const { user, system } = process.cpuUsage(begin);
      return user + system;
    };
    expect(whole(text(`a${spaces}b`)).headers.x).toBe(`a${spaces}b`);
    took('a'.repeat(16_000));
    expect(took(`a${spaces}b`)).toBeLessThan(200 * (took('a'.repeat(16_000)) + 1_000));
  });

  it('[OB25] its headers have lower-case names; one that comes twice is a list', () => {
    const { headers } = whole(
      'HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nX: \t b \r\nset-cookie: c\r\n__proto__: d\r\nContent-Length: 0\r\n\r\n',
    );
    expect(headers).toEqual({
      'set-cookie': ['a', 'c'],
      x: 'b',
      ['__proto__']: 'd',
      'content-length': '0',
    });
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200 OK\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a line that is no header', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok'],
    ['a folded line', 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\nok'],
    ['a bare line feed', 'HTTP/1.1 200 OK\r\nX: a\nContent-Length: 2\r\n\r\nok'],
    ['a NUL', 'HTTP/1.1 200 OK\r\nX: a\0\r\nContent-Length: 2\r\n\r\nok'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['another encoding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['a chunk without size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nok\r\n'],
    ['a chunk that is longer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\noka\r\n0\r\n\r\n'],
    [
      'a size with a bare line feed',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\nok\r\n0\r\n\r\n',
    ],
    ['a length with a wide space', 'HTTP/1.1 200 OK\r\nContent-Length: 2\xa0\r\n\r\nok'],
    [
      'a chunk size with a bare line end behind it',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a\rb\r\nok\r\n0\r\n\r\n',
    ],
    ['another protocol from here on', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n'],
  ])('[OB25] with %s is none', (_name, text) => {
    expect(() => whole(text)).toThrow(expect.objectContaining({ kind: 'not-http' }));
  });

  it.each([
    ['a head', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`],
    ['the line of a chunk', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(5_000)}`],
    ['trailers', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'A: b\r\n'.repeat(5_000)}`],
  ])('[OB25] %s without end', (_name, text) => {
    const pieces = cutAt(bytes(text), [9_000, 18_000]);
    expect(() => read(pieces)).toThrow(expect.objectContaining({ kind: 'head-too-large' }));
  });

  it('[OB25] bytes behind it are told, and not read as the next one', () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    expect(whole(answer + answer)).toMatchObject({ body: 'ok', ended: true, clean: false });
  });

  it('[OB25] that breaks off is not at its end', () => {
    expect(whole('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok')).toMatchObject({ ended: false });
    expect(whole('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok')).toMatchObject({
      ended: false,
    });
  });

  it('[OB25] nobody asked for is none', () => {
    const reader = new ResponseReader({ onHead: () => {}, onData: () => {}, onEnd: () => {} });
    expect(() => reader.push(bytes('HTTP/1.1 408 Timeout\r\n\r\n'))).toThrow(ResponseFault);
  });
});

describe('any answer', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', 'B', '9', ' ', '\t', '\xe9', ';', ':', ',', '"'),
    maxLength: 12,
  });
  const name = fc.string({ unit: fc.constantFrom('a', 'X', '-', '7', '_'), minLength: 1, maxLength: 8 });
  const answer = fc
    .record({
      status: fc.integer({ min: 200, max: 599 }),
      headers: fc.array(fc.tuple(name, words), { maxLength: 6 }),
      parts: fc.array(
        fc.string({ unit: fc.constantFrom('x', '\r', '\n', '0', '\xff'), minLength: 1, maxLength: 40 }),
      ),
      framing: fc.constantFrom('length', 'chunked', 'close'),
    })
    .map(({ status, headers, parts, framing }) => {
      const lines = headers.map(([header, value]) => `x${header}: ${value}`);
      const body = parts.join('');
      if (framing === 'length') lines.push(`content-length: ${body.length}`);
      if (framing === 'chunked') lines.push('transfer-encoding: chunked');
      const hasBody = status !== 204 && status !== 304;
      const sent = framing === 'chunked' ? chunked(parts) : body;
      const head = [`HTTP/1.1 ${status} Some words`, ...lines].join('\r\n');
      return { status, body: hasBody ? body : '', text: `${head}\r\n\r\n${hasBody ? sent : ''}` };
    });

  it('[OB25] is the same in whatever pieces it comes', () => {
    fc.assert(
      fc.property(answer, fc.array(fc.nat(), { maxLength: 8 }), ({ status, body, text }, cuts) => {
        const all = bytes(text);
        const inPieces = read(cutAt(all, cuts));
        expect(inPieces).toMatchObject({ status, body, ended: true, clean: true });
        expect(inPieces).toEqual(read([all]));
        expect(read([...all].map((byte) => Buffer.from([byte])))).toEqual(inPieces);
      }),
      { numRuns: 500 },
    );
  });

  it("[OB25] that is read here is the same to Node's own client, however it was damaged", async () => {
    let text = '';
    await using server = await startRawServer((socket) => {
      socket.once('data', () => socket.end(bytes(text)));
    });
    const readByNode = async (): Promise<Pick<Read, 'status' | 'body'> | null> => {
      const request = get(server.url, { agent: false });
      const failed = once(request, 'error').then(() => null);
      const answered = once(request, 'response').then(async ([response]: IncomingMessage[]) => {
        const parts = (await response?.toArray().catch(() => null)) as Buffer[] | null;
        return parts && { status: response?.statusCode ?? 0, body: Buffer.concat(parts).toString('latin1') };
      });
      return await Promise.race([answered, failed]);
    };
    const damage = fc.record({
      place: fc.nat(),
      by: fc.constantFrom('', '\n', '\r', ' ', ':', '0', 'f', ';'),
    });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(answer, fc.option(damage), async (given, harm) => {
        const place = harm === null ? 0 : harm.place % given.text.length;
        text =
          harm === null ? given.text : given.text.slice(0, place) + harm.by + given.text.slice(place + 1);
        let ours: Read | null = null;
        try {
          ours = whole(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ResponseFault);
        }
        if (ours === null || !ours.ended || !ours.clean) return;
        accepted += 1;
        expect(await readByNode()).toEqual({ status: ours.status, body: ours.body });
      }),
      { numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
