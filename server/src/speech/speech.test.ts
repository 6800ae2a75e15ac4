import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outbound } from '../outbound/index.ts';
import { localOutbound } from '../outbound/testing/local-outbound.ts';
import { createSpeech, parseVoiceName, type Speech, type Voice } from './index.ts';
import { hear, sentenceOf } from './testing/collect.ts';
import { quiet } from './testing/flite-under-test.ts';

describe('speech', () => {
  let outbound: Outbound;
  let speech: Speech;
  beforeAll(async () => {
    outbound = localOutbound();
    speech = await createSpeech({ outbound, log: quiet, workers: 1 });
  });
  afterAll(async () => {
    await speech[Symbol.asyncDispose]();
    await outbound[Symbol.asyncDispose]();
  });

  function voice(name: string): Voice {
    const found = speech.voiceFor(name);
    if (found === null) throw new Error(`no voice ${name}`);
    return found;
  }

  it('[SP42] the empty name is the built-in voice', async () => {
    await speech.warm();
    const [unnamed, named] = [await hear(voice(''), 'Hello.'), await hear(voice('flite:slt'), 'Hello.')];
    expect(unnamed.words).toEqual(named.words);
  });

  it('[SP42] every built-in voice is listed and speaks', async () => {
    const builtIn = speech.voices().filter(({ kind }) => kind === 'flite');
    expect(builtIn.map(({ name }) => name)).toEqual(['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal16']);
    for (const { name, language } of builtIn) {
      expect(language).toMatch(/^en-/);
      expect((await hear(voice(name), 'Hello.')).durationMs).toBeGreaterThan(300);
    }
  });

  it.each([
    'flite:nobody',
    'flite',
    'slt',
    'nobody:slt',
    ':',
    'flite:',
    'espeak:',
    `flite:${'x'.repeat(200)}`,
  ])('[SP42] there is no voice %j', (name) => {
    expect(speech.voiceFor(name)).toBeNull();
  });

  it('[SP42] names have a kind and a voice', () => {
    expect(parseVoiceName('')).toEqual({ kind: 'flite', voice: 'slt' });
    expect(parseVoiceName('azure:en-US-JennyNeural')).toEqual({ kind: 'azure', voice: 'en-US-JennyNeural' });
  });

  it('[SP40] a fixed sentence is remembered', async () => {
    const greeting = sentenceOf('Welcome!', { fixed: true });
    const first = await hear(voice(''), greeting);
    const again = await hear(voice(''), greeting);
    // Flite's breath differs from time to time, so equal samples can only be remembered ones.
    expect(again.samples).toEqual(first.samples);
  });
});
