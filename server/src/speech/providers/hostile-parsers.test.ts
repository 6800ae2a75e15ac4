import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseForeignJson } from '../../kernel/index.ts';
import { mutatedBytes, mutatedJson, shortestCpuMs, shortStepMs, torn } from '../../testing/fuzz/index.ts';
import { Resampler } from '../pcm/resampler.ts';
import { resampledSliceBytes, sliceBytes } from '../pcm/slices.ts';
import { answering, endure } from '../testing/hostile-sources.ts';
import { tone } from '../testing/tone.ts';
import { readMessage, readMetadata } from './azure-messages.ts';
import { createElevenLabsVoice } from './elevenlabs-voice.ts';
import { jsonLines } from './json-lines.ts';
import { createOpenAiVoice } from './openai-voice.ts';
import { maxSpeechMs } from './sentence-limits.ts';

const text = 'Good morning to you.';
const stepMs = shortStepMs();
/** The sound of one slice, and what the player still held: up to 1.5 s. */
const mostInTurn = sliceBytes + 72_000;
const runs = { numRuns: 300 };

function wavFile(rate: number, sound: Uint8Array, before = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(36);
  head.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt16LE(16, 34);
  return Buffer.concat([head, before, Buffer.from('data\xff\xff\xff\xff', 'latin1'), sound]);
}

const openAi = (body: Iterable<Uint8Array>, type = 'audio/wav') =>
  createOpenAiVoice({
    outbound: answering(body, { 'content-type': type }),
    url: 'http://voice.example',
    key: 'k',
    model: 'm',
    voice: 'v',
  });
const elevenLabs = (body: Iterable<Uint8Array>) =>
  createElevenLabsVoice({
    outbound: answering(body),
    url: 'http://voice.example',
    key: 'k',
    model: 'm',
    voice: 'v',
  });

const sound = tone('good morning', 24_000);
const line = {
  audio_base64: sound.subarray(0, 20_000).toString('base64'),
  alignment: {
    characters: [...text],
    character_start_times_seconds: [...text].map((_, index) => index * 0.06),
    character_end_times_seconds: [...text].map((_, index) => index * 0.06 + 0.06),
  },
  normalized_alignment: null,
};
const metadata = {
  Metadata: [
    {
      Type: 'WordBoundary',
      Data: { Offset: 500_000, Duration: 2_000_000, text: { Text: 'Good', Length: 4 } },
    },
    { Type: 'Viseme', Data: { Offset: 500_000, VisemeId: 19 } },
    { Type: 'Bookmark', Data: { Offset: 900_000, Bookmark: 'm' } },
  ],
};

describe('any answer of a voice server', () => {
  it('[SP70] [SP73] [SP74] as a WAV file becomes a bounded amount of sound, or a failure', async () => {
    const quiet = Buffer.alloc(3_000);
    const samples = [
      ...[8_000, 16_000, 44_100, 192_000].map((rate) => wavFile(rate, sound.subarray(0, 8_000))),
      wavFile(22_050, quiet, Buffer.from('LIST\x04\0\0\0abcd', 'latin1')),
      sound.subarray(0, 4_000),
    ];
    await fc.assert(
      fc.asyncProperty(torn(mutatedBytes(samples)), async (chunks) => {
        const endured = await endure(openAi(chunks), text);
        const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
        expect(endured.durationMs).toBeLessThanOrEqual((bytes / 2 / 8_000) * 1_000 + 20);
        expect(endured.mostInTurn).toBeLessThan(mostInTurn);
      }),
      runs,
    );
  });

  it.each([0, 1, 7, 7_999, 192_001, 0x7fffffff, 0xffffffff])(
    '[SP70] a WAV file of %d samples a second is a failure, and makes no sound',
    async (rate) => {
      const { failure, durationMs } = await endure(openAi([wavFile(rate, Buffer.alloc(16_384))]), text);
      expect(failure?.message).toContain('192,000');
      expect(durationMs).toBe(0);
    },
  );

  it('[SP73] is decoded in slices, each in its own turn of the event loop', async () => {
    const whole = wavFile(8_000, Buffer.alloc(640_000, 1));
    const { mostInTurn: most, failure } = await endure(openAi([whole]), 'x'.repeat(400));
    expect(failure).toBeNull();
    expect(most).toBeLessThan(mostInTurn);
    const base64 = Buffer.from(
      JSON.stringify({ audio_base64: Buffer.alloc(1_500_000, 1).toString('base64') }),
    );
    const labs = await endure(elevenLabs([base64]), 'x'.repeat(400));
    expect(labs.failure).toBeNull();
    expect(labs.durationMs).toBeCloseTo(31_250, 0);
    expect(labs.mostInTurn).toBeLessThan(mostInTurn);
  });

  it.each([8_000, 44_100, 192_000])(
    '[SP73] a slice at %d samples a second is decoded in one short step',
    (rate) => {
      const resampler = new Resampler(rate, 24_000);
      const samples = new Int16Array(resampledSliceBytes / 2).fill(30_000);
      expect(shortestCpuMs(() => resampler.push(samples))).toBeLessThan(stepMs);
    },
  );

  it('[SP70] [SP74] as lines of JSON becomes sound with sensible times, or a failure', async () => {
    const json = fc.array(mutatedJson(line), { maxLength: 3 }).map((lines) => Buffer.from(lines.join('\n')));
    const bytes = mutatedBytes([Buffer.from(`${JSON.stringify(line)}\n\n`)]);
    await fc.assert(
      fc.asyncProperty(torn(fc.oneof(json, bytes)), async (chunks) => {
        const { durationMs, mostInTurn: most } = await endure(elevenLabs(chunks), text);
        expect(durationMs).toBeLessThanOrEqual(maxSpeechMs({ text }) + 1_000);
        expect(most).toBeLessThan(mostInTurn);
      }),
      runs,
    );
  });

  it('[SP70] [SP74] as messages of Azure is read or ignored', () => {
    const head = Buffer.from('X-RequestId:1\r\nPath:audio.metadata\r\n');
    const binary = Buffer.concat([
      Buffer.from([0, head.length]),
      head,
      Buffer.from(JSON.stringify(metadata)),
    ]);
    const messages = mutatedBytes([binary, Buffer.from(`${head}\r\n${JSON.stringify(metadata)}`)]);
    fc.assert(
      fc.property(messages, fc.boolean(), (bytes, isBinary) => {
        const message = readMessage(bytes, isBinary);
        for (const entry of readMetadata(message?.body ?? bytes)) expect(entry.atMs).not.toBeNaN();
      }),
      runs,
    );
    fc.assert(
      fc.property(mutatedJson(metadata), (json) => {
        expect(readMetadata(Buffer.from(json)).length).toBeLessThanOrEqual(5_001);
      }),
      runs,
    );
  });

  const objects = (bytes: number) =>
    `[${Array.from({ length: bytes / 14 }, (_, index) => `{"k${index}":0}`).join(',')}]`;
  const twoMegabytes = 2_000_000;
  it.each<[string, string, number]>([
    ['many small objects', objects(twoMegabytes), 0],
    ['nested lists', '['.repeat(twoMegabytes), 0],
    ['blanks', `${' '.repeat(twoMegabytes)}{}`, 1],
    ['escapes', `{"audio_base64":"${'\\"'.repeat(twoMegabytes / 2)}"}`, 1],
  ])('[SP73] a line of JSON with %s is parsed in one short step', async (_what, json, expected) => {
    const bytes = Buffer.from(json);
    expect(shortestCpuMs(() => parseForeignJson(bytes.toString()))).toBeLessThan(stepMs);
    const read = await Array.fromAsync(jsonLines(slow([bytes]))).catch(() => []);
    expect(read).toHaveLength(expected);
    expect(shortestCpuMs(() => readMetadata(bytes.subarray(0, 262_144)))).toBeLessThan(stepMs);
    const head = Buffer.from(`Path:x\r\n${'\r\n'.repeat(100_000)}`);
    expect(shortestCpuMs(() => readMessage(head, false))).toBeLessThan(stepMs);
  });

  it('[SP73] endless characters are read in short steps, and the sound is still played', async () => {
    const characters = Array.from({ length: 6_000 }, () => 'é'.repeat(100));
    const zeros = characters.map(() => 0);
    const json = JSON.stringify({
      audio_base64: line.audio_base64,
      alignment: { characters, character_start_times_seconds: zeros, character_end_times_seconds: zeros },
    });
    const { failure, pieces } = await endure(elevenLabs([Buffer.from(json)]), text);
    expect(failure).toBeNull();
    const visemes = pieces.flatMap((piece) => (piece.kind === 'timing' ? piece.visemes : []));
    expect(visemes.length).toBeLessThan(500);
  });
});

async function* slow(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
