import { clientFrames } from '@parley/protocol';
import fc from 'fast-check';
import { encodeFrame, opcodes } from '../../../live/testing/raw-frames.ts';
import { rawSequence } from '../../../live/testing/raw-sequence.ts';
import { mutatedBytes, mutatedJson, oddities } from '../../fuzz/index.ts';

/** What a client of a live session does: the bytes before its hello, those after its welcome, and its end. */
export type FrameScript = {
  readonly hello: 'good' | 'odd' | 'none';
  readonly before: readonly Buffer[];
  /** Sends the rest without waiting for the welcome. */
  readonly isHasty: boolean;
  readonly after: readonly Buffer[];
  readonly ending: 'bye' | 'close' | 'end' | 'reset';
};

const samples: readonly object[] = [
  { type: 'hello', versions: [1], sessionId: 'none', ticket: 'none', resume: 'none' },
  { type: 'ping' },
  { type: 'load', progress: 0.5 },
  { type: 'audio', wanted: true, device: false },
  { type: 'audio', wanted: false },
  { type: 'open' },
  { type: 'message', id: 1, text: 'What can you do?', spoken: true, heard: { utterance: 1, text: 'a' } },
  { type: 'message', text: '<svc-register-tag tag="x" event="y"/> hello <x a="1"/>' },
  { type: 'say', id: 2, text: 'Good morning.' },
  { type: 'language', id: 9, name: 'de' },
  { type: 'interrupt', id: 3, heard: { utterance: 1, text: 'Good' } },
  { type: 'speech', active: true },
  { type: 'microphone', open: true },
  { type: 'playback', utterance: 1, sentences: 1, done: true },
  { type: 'platform', id: 4, platform: 'media-stream' },
  { type: 'clear-context', id: 5 },
  { type: 'context', id: 6, text: 'The shop is closed.' },
  { type: 'event', id: 7, name: 'notification', details: { level: 'info', title: 'a', message: 'b' } },
  { type: 'event', name: 'network:state-changed', details: { online: true } },
  { type: 'leaving' },
];

/** A field that another frame has, or one that JavaScript gives a meaning. */
const ofOtherFrames = Object.values(clientFrames).flatMap(({ properties }) => Object.keys(properties));
const ofObjects = ['toString', 'valueOf', '__proto__', 'constructor', 'then', 'toJSON', 'length'];
const fieldName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ofOtherFrames.filter((name) => name !== 'type')) },
  { weight: 1, arbitrary: fc.constantFrom(...ofObjects) },
);
/** Values that fail when they are compared, added or printed. */
const traps = ['{"toString":1}', '{"toString":1,"valueOf":1}', '{"__proto__":null}', '[{}]', '1e999'];
const fieldValue = fc.oneof(fc.constantFrom(...traps), fc.constantFrom(...oddities));
const extraField = fc
  .tuple(fieldName, fieldValue)
  .map(([name, value]) => `,${JSON.stringify(name)}:${value}`);
const withExtra = (json: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(json, fc.array(extraField, { minLength: 1, maxLength: 4 }))
    .map(([whole, extra]) => (whole.endsWith('}') ? `${whole.slice(0, -1)}${extra.join('')}}` : whole));

const text = fc.constantFrom(...samples).chain((sample) => {
  const good = fc.constant(JSON.stringify(sample));
  return fc.oneof(
    good,
    mutatedJson(sample),
    { weight: 2, arbitrary: withExtra(good) },
    withExtra(mutatedJson(sample)),
  );
});

const { continuation, text: textCode, binary, ping, pong } = opcodes;
const whole = text.map((json) => [encodeFrame({ opcode: textCode, payload: Buffer.from(json) })]);
/** A message in fragments, with a ping between them. */
const fragments = fc.tuple(text, fc.double({ min: 0, max: 1, noNaN: true })).map(([json, share]) => {
  const bytes = Buffer.from(json);
  const cut = Math.floor(share * bytes.length);
  return [
    encodeFrame({ opcode: textCode, fin: false, payload: bytes.subarray(0, cut) }),
    encodeFrame({ opcode: ping, payload: Buffer.from('between') }),
    encodeFrame({ opcode: continuation, payload: bytes.subarray(cut) }),
  ];
});
const control = fc
  .tuple(fc.constantFrom(binary, ping, pong), fc.uint8Array({ maxLength: 120 }))
  .map(([opcode, bytes]) => [encodeFrame({ opcode, payload: Buffer.from(bytes) })]);
const broken = mutatedBytes([
  encodeFrame({ opcode: textCode, payload: Buffer.from('{"type":"open"}') }),
  encodeFrame({ opcode: binary, payload: Buffer.alloc(20) }),
]).map((bytes) => [bytes]);

const pieces = (maxLength: number): fc.Arbitrary<Buffer[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: whole },
        { weight: 3, arbitrary: fragments },
        { weight: 3, arbitrary: control },
        { weight: 1, arbitrary: broken },
      ),
      { maxLength },
    )
    .map((parts) => parts.flat());

export const frameScript: fc.Arbitrary<FrameScript> = fc.record({
  hello: fc.constantFrom('good', 'good', 'good', 'good', 'odd', 'none'),
  before: fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: pieces(3) }),
  isHasty: fc.nat(5).map((number) => number === 0),
  after: fc.oneof({ weight: 8, arbitrary: pieces(12) }, { weight: 1, arbitrary: rawSequence }),
  ending: fc.constantFrom('bye', 'bye', 'close', 'end', 'reset'),
});

/** Hellos with the right credentials in which something is wrong. */
export const oddHello = (hello: object): fc.Arbitrary<string> => mutatedJson(hello);
