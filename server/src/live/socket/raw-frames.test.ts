import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, liveScene, opcodes, type RawFrame, rawSequence, sendRaw } from '../testing/index.ts';

const { app, avatarId } = await liveScene();
const port = Number(new URL(app.url).port);
const { continuation, text, close, ping, pong } = opcodes;

const send = (frames: readonly RawFrame[]) => sendRaw(port, frames.map(encodeFrame));
const bytes = (...values: number[]) => Buffer.from(values);
const closing = (code: number, reason = Buffer.alloc(0)): RawFrame => ({
  opcode: close,
  payload: Buffer.concat([bytes(code >> 8, code & 255), reason]),
});
const hello = Buffer.from('{"type":"hello","versions":[999],"sessionId":"none"}');
const badUtf8 = bytes(0xce, 0xba, 0xed, 0xa0, 0x80);

describe('frames that the protocol forbids', () => {
  it.each<[string, RawFrame[], number]>([
    ...[1, 2, 3, 4, 5, 6, 7].map((reserved): [string, RawFrame[], number] => [
      `reserved bits ${reserved}`,
      [{ opcode: text, reserved, payload: hello }],
      1002,
    ]),
    ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode): [string, RawFrame[], number] => [
      `opcode ${opcode}`,
      [{ opcode }],
      1002,
    ]),
    ['a frame without a mask', [{ opcode: text, payload: hello, masked: false }], 1002],
    ['a ping in fragments', [{ opcode: ping, fin: false }], 1002],
    ['a ping of 126 bytes', [{ opcode: ping, payload: Buffer.alloc(126) }], 1002],
    ['a close in fragments', [{ opcode: close, fin: false }], 1002],
    ['a continuation of nothing', [{ opcode: continuation, payload: hello }], 1002],
    [
      'a new message inside of one',
      [
        { opcode: text, fin: false, payload: hello },
        { opcode: text, payload: hello },
      ],
      1002,
    ],
    ['bad UTF-8', [{ opcode: text, payload: badUtf8 }], 1007],
    [
      'bad UTF-8 across fragments',
      [
        { opcode: text, fin: false, payload: badUtf8.subarray(0, 3) },
        { opcode: continuation, payload: badUtf8.subarray(3) },
      ],
      1007,
    ],
    ['a length of 1 GB', [{ opcode: text, saysLength: 1n << 30n }], 1009],
    ['a length over 2^53', [{ opcode: text, saysLength: 1n << 60n }], 1009],
    ['a negative length', [{ opcode: text, saysLength: -1n }], 1009],
    [
      'fragments that are too large together',
      Array.from({ length: 40 }, (_, index) => ({
        opcode: index === 0 ? text : continuation,
        fin: false,
        payload: Buffer.alloc(60_000, 'a'),
      })),
      1009,
    ],
    ['a close with one byte', [{ opcode: close, payload: bytes(3) }], 1002],
    ['a close whose reason is bad UTF-8', [closing(1000, badUtf8)], 1007],
    ...[0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65535].map(
      (code): [string, RawFrame[], number] => [`the close code ${code}`, [closing(code)], 1002],
    ),
  ])('[LV80] %s: the socket is closed', async (_what, frames, code) => {
    expect((await send(frames)).closeCode).toBe(code);
  });
});

describe('frames that the protocol allows', () => {
  it('[LV80] pings are answered with their own bytes, between fragments too; pongs are ignored', async () => {
    const payloads = [Buffer.alloc(0), Buffer.from('hello'), Buffer.alloc(125, 0xfe)];
    const { pongs, texts } = await send([
      { opcode: pong, payload: Buffer.from('unasked') },
      { opcode: text, fin: false, payload: hello.subarray(0, 5) },
      ...payloads.map((payload) => ({ opcode: ping, payload })),
      { opcode: continuation, fin: false },
      { opcode: continuation, payload: hello.subarray(5) },
    ]);
    expect(pongs).toEqual(payloads);
    expect(texts.join()).toContain('unsupported_version');
  });

  it('[LV80] a hello that comes byte by byte is a hello', async () => {
    const whole = encodeFrame({ opcode: text, payload: hello });
    const { texts } = await sendRaw(
      port,
      [...whole].map((byte) => bytes(byte)),
    );
    expect(texts.join()).toContain('unsupported_version');
  });

  it.each([1000, 1001, 1003, 1007, 1011, 3000, 3999, 4000, 4999])(
    '[LV80] the close code %d is answered with the same',
    async (code) => {
      expect((await send([closing(code, Buffer.from('bye'))])).closeCode).toBe(code);
    },
  );
});

it('[LV80] no sequence of frames harms the service', async () => {
  await fc.assert(
    fc.asyncProperty(rawSequence, async (pieces) => {
      await sendRaw(port, pieces);
    }),
    { numRuns: 300 },
  );
  expect(app.test.logged.filter(({ level }) => level === 'error')).toEqual([]);
  await app.enter(await app.join(avatarId));
});
