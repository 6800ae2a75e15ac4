import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outbound } from '../outbound/index.ts';
import { localOutbound } from '../outbound/testing/local-outbound.ts';
import { createSpeech, parseVoiceName, type Speech, type Voice, type VoiceSettings } from './index.ts';
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

  it('[SP42] a provider needs what it cannot do without', () => {
    const has = (name: string, settings: VoiceSettings) => speech.voiceFor(name, settings) !== null;
    expect(has('openai:alloy', {})).toBe(false);
    expect(has('openai:alloy', { url: 'https://voice.example.com/v1' })).toBe(true);
    expect(has('elevenlabs:id', {})).toBe(false);
    expect(has('elevenlabs:id', { key: 'k' })).toBe(true);
    expect(has('azure:en-US-JennyNeural', { key: 'k' })).toBe(false);
    expect(has('azure:en-US-JennyNeural', { region: 'westeurope' })).toBe(false);
    expect(has('azure:en-US-JennyNeural', { key: 'k', region: 'westeurope' })).toBe(true);
  });

  it('[SP50] voices of a program that is installed are there, of others not', async () => {
    const espeakProgram = fileURLToPath(new URL('./testing/espeak-stand-in.sh', import.meta.url));
    await using withProgram = await createSpeech({ outbound, log: quiet, espeakProgram });
    expect(withProgram.voices().map(({ name }) => name)).toContain('espeak:de');
    const german = withProgram.voiceFor('espeak:de');
    if (german === null) throw new Error('no such voice');
    expect((await hear(german, 'Guten Tag.')).durationMs).toBeGreaterThan(300);
    expect(withProgram.voiceFor('espeak:../x')).toBeNull();
    await using without = await createSpeech({ outbound, log: quiet, espeakProgram: '/no/such/program' });
    expect(without.voiceFor('espeak:de')).toBeNull();
    expect(without.voices().every(({ kind }) => kind === 'flite')).toBe(true);
  });

  it('[SP40] a fixed sentence is remembered', async () => {
    const greeting = sentenceOf('Welcome!', { fixed: true });
    const first = await hear(voice(''), greeting);
    const again = await hear(voice(''), greeting);
    // Flite's breath differs from time to time, so equal samples can only be remembered ones.
    expect(Buffer.from(again.samples.buffer).equals(Buffer.from(first.samples.buffer))).toBe(true);
  });
});
