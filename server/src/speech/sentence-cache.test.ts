import { describe, expect, it } from 'vitest';
import { SentenceCache } from './sentence-cache.ts';
import { hear, neverAborted, sentenceOf } from './testing/collect.ts';
import { failureOf } from './voice.contract.ts';
import { abortedFailure, type SpeechPiece, type Voice } from './voice.ts';

const clipBytes = 1_000;

/** A voice that yields this many bytes of sound, and counts how often it was asked. */
function countingVoice(bytes = clipBytes): Voice & { spoken: number } {
  const voice = {
    spoken: 0,
    async *speak(_sentence: unknown, signal: AbortSignal): AsyncGenerator<SpeechPiece> {
      voice.spoken += 1;
      if (signal.aborted) throw abortedFailure();
      yield {
        kind: 'start',
        format: { sampleRate: 16_000 },
        precision: { words: 'exact', visemes: 'exact' },
      };
      yield { kind: 'audio', startMs: 0, durationMs: 100, pcm: new Uint8Array(bytes).fill(7) };
      yield { kind: 'end', durationMs: 100 };
    },
  };
  return voice;
}

const fixed = (markup: string) => sentenceOf(markup, { fixed: true });

describe('the cache of fixed sentences', () => {
  it('[SP40] repeats a fixed sentence without the voice', async () => {
    const voice = countingVoice();
    const caching = new SentenceCache(100_000).caching('v', voice);
    const first = await hear(caching, fixed('Hello.'));
    const second = await hear(caching, fixed('Hello.'));
    expect(voice.spoken).toBe(1);
    expect(second.pieces).toEqual(first.pieces);
  });

  it('[SP40] does not cache other sentences', async () => {
    const voice = countingVoice();
    const caching = new SentenceCache(100_000).caching('v', voice);
    await hear(caching, sentenceOf('Hello.'));
    await hear(caching, sentenceOf('Hello.'));
    expect(voice.spoken).toBe(2);
  });

  it('[SP40] distinguishes voices, words and locales', async () => {
    const voice = countingVoice();
    const cache = new SentenceCache(100_000);
    await hear(cache.caching('v', voice), fixed('Hello.'));
    await hear(cache.caching('w', voice), fixed('Hello.'));
    await hear(cache.caching('v', voice), fixed('<emphasis>Hello.</emphasis>'));
    await hear(cache.caching('v', voice), { ...fixed('Hello.'), locale: 'de' });
    expect(voice.spoken).toBe(4);
  });

  it('[SP40] a receiver that changes the audio does not change the cache', async () => {
    const caching = new SentenceCache(100_000).caching('v', countingVoice());
    for (let round = 0; round < 3; round += 1) {
      const { samples, pieces } = await hear(caching, fixed('Hello.'));
      expect(samples[0]).toBe(0x0707);
      for (const piece of pieces) if (piece.kind === 'audio') piece.pcm.fill(0);
    }
  });

  it('[SP40] an aborted sentence is not kept', async () => {
    const voice = countingVoice();
    const cache = new SentenceCache(100_000);
    const caching = cache.caching('v', voice);
    for await (const piece of caching.speak(fixed('Hello.'), neverAborted)) if (piece.kind === 'audio') break;
    expect(cache.bytes).toBe(0);
    await hear(caching, fixed('Hello.'));
    expect((await failureOf(hear(caching, fixed('Hello.'), AbortSignal.abort()))).stage).toBe('aborted');
  });

  it('[SP41] stays within its bytes, and drops the least recently used sentence', async () => {
    const voice = countingVoice();
    const cache = new SentenceCache(3 * (clipBytes + 1_600));
    const caching = cache.caching('v', voice);
    for (const markup of ['a', 'b', 'c']) await hear(caching, fixed(markup));
    await hear(caching, fixed('a'));
    await hear(caching, fixed('d'));
    expect(cache.bytes).toBeLessThanOrEqual(3 * (clipBytes + 1_600));
    voice.spoken = 0;
    await hear(caching, fixed('a'));
    expect(voice.spoken).toBe(0);
    await hear(caching, fixed('b'));
    expect(voice.spoken).toBe(1);
  });

  it('[SP41] a sentence larger than the cache is not kept', async () => {
    const cache = new SentenceCache(1_000);
    await hear(cache.caching('v', countingVoice(10_000)), fixed('Hello.'));
    expect(cache.bytes).toBe(0);
  });
});
