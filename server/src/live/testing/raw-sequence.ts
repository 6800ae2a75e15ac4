import fc from 'fast-check';
import { encodeFrame, type RawFrame } from './raw-frames.ts';

const frameTexts = [
  '{"type":"hello","versions":[1],"sessionId":"none","ticket":"none"}',
  '{"type":"hello"}',
  '{"type":"ping"}',
  '{"type":"message","text":"hi"}',
  '[]',
  'null',
  '"',
];

const payload = fc.oneof(
  fc.constantFrom(...frameTexts).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
  fc.integer({ min: 0, max: 70_000 }).map((size) => Buffer.alloc(size, 'a')),
);

const mostly = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const frame: fc.Arbitrary<Buffer> = fc
  .record({
    fin: mostly(true, fc.constant(false)),
    reserved: mostly(0, fc.integer({ min: 0, max: 7 })),
    opcode: fc.oneof(fc.constantFrom(0, 1, 2, 8, 9, 10), fc.integer({ min: 0, max: 15 })),
    payload,
    masked: mostly(true, fc.constant(false)),
    saysLength: mostly<bigint | undefined>(undefined, fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })),
  })
  .map(({ saysLength, ...rest }) =>
    encodeFrame(saysLength === undefined ? rest : ({ ...rest, saysLength } as RawFrame)),
  );

/** Pieces of bytes for a WebSocket: good and bad frames, cut anywhere, and bytes that are not frames. */
export const rawSequence: fc.Arbitrary<Buffer[]> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 8, arbitrary: frame }, { weight: 1, arbitrary: payload }), { maxLength: 8 }),
    fc.array(fc.nat(), { maxLength: 4 }),
  )
  .map(([frames, cuts]) => {
    const all = Buffer.concat(frames);
    const places = [0, ...cuts.map((cut) => cut % (all.length + 1)).sort((a, b) => a - b), all.length];
    return places.slice(1).map((end, index) => all.subarray(places[index], end));
  });
