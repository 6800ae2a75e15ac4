import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lookPresetNames } from '@parley/face/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sherpaRoom } from '../custom-models/testing/sherpa-stand-in.ts';
import type { OutboundClient } from '../outbound/index.ts';
import { localOutbound } from '../outbound/testing/local-outbound.ts';
import { addCustomVoice } from './custom/index.ts';
import {
  chooseVoice,
  createSpeech,
  defaultVoice,
  type Sentence,
  type Speech,
  type Voice,
  type VoiceChoice,
  type VoiceInput,
} from './index.ts';
import { picoFolderUnderTest } from './pico/testing/pico-under-test.ts';
import { hear, sentenceOf } from './testing/collect.ts';
import { quiet } from './testing/flite-under-test.ts';

describe('speech', () => {
  let outbound: OutboundClient;
  let speech: Speech;
  beforeAll(async () => {
    outbound = localOutbound();
    speech = await createSpeech({ outbound, log: quiet, espeakProgram: null, workers: 1 });
  });
  afterAll(async () => {
    await speech[Symbol.asyncDispose]();
    await outbound[Symbol.asyncDispose]();
  });

  const chosen = (input: VoiceInput) => chooseVoice(defaultVoice, input);
  function voice(input: VoiceInput): Voice {
    const found = speech.voiceFor('acc_1', chosen(input));
    if (found === null) throw new Error('no such voice');
    return found;
  }

  it('[SP42] the empty name is a built-in voice', async () => {
    const [unnamed, named] = [await hear(voice(''), 'Hello.'), await hear(voice('built-in:slt'), 'Hello.')];
    expect(unnamed.words).toEqual(named.words);
  });

  it('[SP42] [SP115] every built-in voice is listed and speaks', async () => {
    const builtIn = speech.voices().filter(({ provider }) => provider === 'built-in');
    expect(builtIn.map(({ voice }) => voice)).toEqual([...lookPresetNames, 'slt', 'rms']);
    for (const { voice: name, language } of builtIn) {
      expect(language).toMatch(/^en-/);
      expect((await hear(voice(`built-in:${name}`), 'Hello.')).durationMs).toBeGreaterThan(300);
    }
  });

  it('[SP43] rate and pitch of the setting apply, and the markup is relative to them', async () => {
    const text = 'The train to the coast leaves in a quarter of an hour.';
    const usual = (await hear(voice(''), text)).durationMs;
    const fast = (await hear(voice({ rate: 2 }), text)).durationMs;
    const slowedAgain = await hear(voice({ rate: 2 }), `<prosody rate="50%">${text}</prosody>`);
    expect(fast / usual).toBeGreaterThan(0.4);
    expect(fast / usual).toBeLessThan(0.65);
    expect(slowedAgain.durationMs / usual).toBeGreaterThan(0.9);
    expect(slowedAgain.durationMs / usual).toBeLessThan(1.1);
  });

  it('[SP42] there is no voice for a provider without the key it needs, or for the visitor’s device', () => {
    const has = (input: VoiceInput, key: string | null) =>
      speech.voiceFor('acc_1', chosen(input), key) !== null;
    expect(has({ provider: 'openai', voice: 'alloy', url: 'https://voice.example.com/v1' }, null)).toBe(true);
    expect(has('elevenlabs:id', null)).toBe(false);
    expect(has('elevenlabs:id', 'k')).toBe(true);
    const azure = { provider: 'azure', voice: 'en-US-JennyNeural', region: 'westeurope' };
    expect(has(azure, null)).toBe(false);
    expect(has(azure, 'k')).toBe(true);
    expect(has('device', null)).toBe(false);
  });

  it('[SP50] the voices of an installed program are available, other voices are not', async () => {
    const espeakProgram = fileURLToPath(new URL('./testing/espeak-stand-in.sh', import.meta.url));
    const input = chosen('espeak:de');
    await using withProgram = await createSpeech({ outbound, log: quiet, espeakProgram });
    expect(withProgram.voices().map(({ voice }) => voice)).toContain('de');
    const german = withProgram.voiceFor('acc_1', input);
    if (german === null) throw new Error('no such voice');
    expect((await hear(german, 'Guten Tag.')).durationMs).toBeGreaterThan(300);
    expect(withProgram.problemWith(input)).toBeNull();
    expect(withProgram.problemWith(chosen('espeak:de+f3'))).toBeNull();
    expect(withProgram.problemWith(chosen('espeak:xx-none'))).toContain('no voice "xx-none"');
    await using without = await createSpeech({ outbound, log: quiet, espeakProgram: '/no/such/program' });
    expect(without.voiceFor('acc_1', input)).toBeNull();
    expect(without.problemWith(input)).toContain('not installed');
    expect(without.voices().every(({ provider }) => provider === 'built-in')).toBe(true);
  });

  it('[SP161] a German reply of an English voice: the operator’s model, else the device, else espeak-ng', async () => {
    await using room = await sherpaRoom();
    const { voiceFolder, folder } = room;
    const espeakProgram = fileURLToPath(new URL('./testing/espeak-stand-in.sh', import.meta.url));
    await using speech = await createSpeech({ outbound, log: quiet, espeakProgram, voiceFolder });
    const rateOf = async (text: string) =>
      (await hear(speech.reliableVoice('acc_1', chosen('built-in:slt')), text)).pieces.find(
        ({ kind }) => kind === 'start' || kind === 'unread',
      );
    const text = 'Guten Tag, wie kann ich Ihnen helfen?';
    expect(await rateOf('How can I help you?')).toMatchObject({ format: { sampleRate: 16_000 } });
    expect(await rateOf(text)).toMatchObject({ format: { sampleRate: 22_050 } });
    const german = sentenceOf(text, { deviceSpeaks: true, deviceLanguages: ['en', 'de'] });
    const { pieces } = await hear(speech.reliableVoice('acc_1', chosen('built-in:slt')), german);
    expect(pieces).toContainEqual(expect.objectContaining({ kind: 'device', language: 'de' }));
    await addCustomVoice({ voiceFolder, source: folder, name: 'anna', language: 'de' });
    expect((await hear(speech.reliableVoice('acc_1', chosen('built-in:slt')), text)).durationMs).toBeCloseTo(
      60 * text.length,
      -2,
    );
  });

  it('[SP161] [SP163] each voice of the order is used when those before it are missing', async () => {
    const espeakProgram = fileURLToPath(new URL('./testing/espeak-stand-in.sh', import.meta.url));
    const german = { ...sentenceOf('Guten Tag, wie kann ich Ihnen helfen?'), language: 'de' };
    const device = { ...german, deviceSpeaks: true, deviceLanguages: ['de'] };
    const kindOf = async (from: Speech, sentence: Sentence) => {
      const { pieces, sampleRate } = await hear(
        from.reliableVoice('acc_1', chosen('built-in:slt')),
        sentence,
      );
      const odd = pieces.find(({ kind }) => kind === 'device' || kind === 'unread');
      return odd?.kind ?? sampleRate;
    };
    await using room = await sherpaRoom();
    const { voiceFolder, folder } = room;
    await using without = await createSpeech({ outbound, log: quiet, espeakProgram: null, voiceFolder });
    expect(await kindOf(without, german)).toBe('unread');
    await using withProgram = await createSpeech({ outbound, log: quiet, espeakProgram, voiceFolder });
    expect(await kindOf(withProgram, german)).toBe(22_050);
    if (picoFolderUnderTest !== null) {
      const pico = dirname(dirname(picoFolderUnderTest));
      await using withPico = await createSpeech({ outbound, log: quiet, espeakProgram, voiceFolder: pico });
      expect(await kindOf(withPico, german)).toBe(16_000);
      expect(await kindOf(withPico, device)).toBe('device');
    }
    expect(await kindOf(withProgram, device)).toBe('device');
    await addCustomVoice({ voiceFolder, source: folder, name: 'anna', language: 'de' });
    expect(await kindOf(withProgram, device)).toBe(22_050);
  });

  it('[SP164] a voice that was chosen for a language speaks it, also beside a voice for many languages', async () => {
    const espeakProgram = fileURLToPath(new URL('./testing/espeak-stand-in.sh', import.meta.url));
    await using withProgram = await createSpeech({ outbound, log: quiet, espeakProgram });
    const rateOf = async (own: VoiceInput, other: ReadonlyMap<string, VoiceChoice>, text: string) =>
      (
        await hear(withProgram.reliableVoice('acc_1', chosen(own), null, { chosen: other }), text)
      ).pieces.find(({ kind }) => kind === 'start' || kind === 'device' || kind === 'unread');
    const device = new Map([['de', chosen('espeak:de')]]);
    const text = 'Guten Tag, wie kann ich Ihnen helfen?';
    expect(await rateOf('built-in:slt', device, text)).toMatchObject({ format: { sampleRate: 22_050 } });
    const english = new Map([['en', chosen('espeak:en-gb')]]);
    expect(await rateOf('built-in:slt', english, 'How can I help you?')).toMatchObject({
      format: { sampleRate: 22_050 },
    });
  });

  it('[SP164] an English voice of Azure does not read German, a multilingual one does', async () => {
    const azure = (voice: string) => chosen({ provider: 'azure', voice, region: 'westeurope' });
    const german = sentenceOf('Guten Tag, wie kann ich Ihnen helfen?');
    const heard = async (voice: string) =>
      (await hear(speech.reliableVoice('acc_1', azure(voice), null), german)).pieces.map(({ kind }) => kind);
    expect(await heard('en-US-JennyNeural')).toContain('unread');
    expect(await heard('en-US-JennyNeural')).not.toContain('failure');
    expect(await heard('en-US-JennyMultilingualNeural')).toContain('failure');
  });

  it('[SP40] a fixed sentence is cached', async () => {
    const greeting = sentenceOf('Welcome!', { fixed: true });
    const first = await hear(voice(''), greeting);
    const again = await hear(voice(''), greeting);
    // Flite's breath differs from time to time, so equal samples must come from the cache.
    expect(again.samples).toEqual(first.samples);
  });
});
