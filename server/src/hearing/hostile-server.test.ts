import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outbound } from '../outbound/index.ts';
import { mutatedBytes, mutatedJson, shortestCpuMs, shortStepMs } from '../testing/fuzz/index.ts';
import { HearingFailure } from './hearing-failure.ts';
import { readRecording } from './recording.ts';
import { wav } from './testing/wav.ts';
import { createTranscription } from './transcription.ts';

const stepMs = shortStepMs();
const maxTextBytes = 8_192;
const { signal } = new AbortController();

/** A client that receives this body for every request. */
const answering = (body: Buffer): Outbound => ({
  request: async () => ({ status: 200, headers: {}, body, cut: false }),
  stream: () => Promise.reject(new Error('only requests')),
  openWebSocket: () => Promise.reject(new Error('only requests')),
  checkUrl: () => ({ ok: true }) as ReturnType<Outbound['checkUrl']>,
});

const hear = (body: Buffer): Promise<string> =>
  createTranscription({ outbound: { forAccount: () => answering(body) } }).transcribe(
    { accountId: 'acc_1', url: 'https://ears.example', model: 'm', key: 'k' },
    wav([1]),
    'en',
    signal,
  );

describe('any answer of a transcription server', () => {
  it('[HE10] becomes a short text or a failure', async () => {
    const sample = { text: 'Good day. 😀', segments: [{ id: 0, start: 0, text: 'Good day.' }] };
    const bodies = fc.oneof(
      mutatedJson(sample).map((json) => Buffer.from(json)),
      mutatedBytes([Buffer.from(JSON.stringify(sample))]),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const text = await hear(body).catch((error: unknown) => {
          expect(error).toBeInstanceOf(HearingFailure);
          return '';
        });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxTextBytes);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\0');
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['more words than anybody says', JSON.stringify({ text: 'word '.repeat(2_000) }), /far more words/],
    ['many objects', `{"text":"a","x":[${'{"a":0},'.repeat(25_000)}0]}`, /too many parts/],
  ])('[HE10] %s are a failure', async (_what, json, detail) => {
    await expect(hear(Buffer.from(json))).rejects.toMatchObject({ detail: expect.stringMatching(detail) });
  });

  it('[HE1] [HE10] a recording with any header is read in one short step', () => {
    fc.assert(
      fc.property(mutatedBytes([wav(Array(1_000).fill(7))]), (bytes) => {
        try {
          expect(readRecording(bytes).length).toBe(bytes.length);
        } catch {
          // Refused.
        }
      }),
    );
    const longest = wav(Array(480_000).fill(7));
    expect(shortestCpuMs(() => readRecording(longest))).toBeLessThan(stepMs);
  });
});
