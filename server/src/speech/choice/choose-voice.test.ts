import { describe, expect, it } from 'vitest';
import { chooseVoice, defaultVoice, type VoiceChoice, type VoiceInput } from '../index.ts';

const openai = { provider: 'openai', voice: 'alloy', url: 'http://127.0.0.1:8880/v1' };

describe('choosing a voice', () => {
  it.each<[string, VoiceInput, VoiceChoice]>([
    ['nothing', '', defaultVoice],
    ['a name', 'built-in:rms', { provider: 'built-in', voice: 'rms', rate: 1, pitch: 1 }],
    ['the program’s name', 'flite:slt', { provider: 'built-in', voice: 'slt', rate: 1, pitch: 1 }],
    ['a voice that is gone', 'built-in:awb', { provider: 'built-in', voice: 'rms', rate: 1, pitch: 1 }],
    ['a person', 'built-in:mara', { provider: 'built-in', voice: 'mara', rate: 1, pitch: 1 }],
    ['the voice of the face', 'built-in:', defaultVoice],
    ['settings without a provider', { rate: 1.234 }, { ...defaultVoice, rate: 1.23 }],
    ['an own model', 'own:anna+3', { provider: 'own', voice: 'anna+3', rate: 1 }],
    ['the device', 'device', { provider: 'device', voice: '', language: '', rate: 1, pitch: 1 }],
    [
      'a voice of the device',
      { provider: 'device', voice: ' Anna ', language: 'de-at', pitch: 2 },
      { provider: 'device', voice: 'Anna', language: 'de-AT', rate: 1, pitch: 2 },
    ],
    [
      'a language of espeak-ng',
      'espeak-ng:en-gb+f3',
      { provider: 'espeak', voice: 'en-gb+f3', rate: 1, pitch: 1 },
    ],
    [
      'an OpenAI-compatible server',
      openai,
      { ...openai, provider: 'openai', model: 'gpt-4o-mini-tts', rate: 1 },
    ],
    [
      'a region of Azure',
      { provider: 'azure', voice: 'de-DE-KatjaNeural', region: 'westeurope', key: 'k' },
      { provider: 'azure', voice: 'de-DE-KatjaNeural', url: '', region: 'westeurope', rate: 1, pitch: 1 },
    ],
    [
      'ElevenLabs',
      { provider: 'elevenlabs', voice: '21m00Tcm4TlvDq8ikWAM', key: 'k' },
      {
        provider: 'elevenlabs',
        voice: '21m00Tcm4TlvDq8ikWAM',
        url: 'https://api.elevenlabs.io/',
        model: 'eleven_flash_v2_5',
        rate: 1,
      },
    ],
  ])('[SP42] %s', (_what, input, choice) => {
    expect(chooseVoice(defaultVoice, input)).toStrictEqual(choice);
  });

  it('[SP42] settings that are left out stay while the provider stays, and are dropped when it changes', () => {
    const before = chooseVoice(defaultVoice, { ...openai, model: 'kokoro', rate: 1.5 });
    expect(chooseVoice(before, { voice: 'bella' })).toStrictEqual({ ...before, voice: 'bella' });
    expect(chooseVoice(before, 'built-in')).toStrictEqual(defaultVoice);
    expect(() => chooseVoice(chooseVoice(before, 'built-in'), 'openai:alloy')).toThrow(
      'URL of the voice server',
    );
  });

  it('[SP42] a region of Azure takes the place of an address, and the other way round', () => {
    const before = chooseVoice(defaultVoice, { provider: 'azure', voice: 'x', region: 'westeurope' });
    const moved = chooseVoice(before, { url: 'https://a.example/' });
    expect(moved).toMatchObject({ url: 'https://a.example/', region: '' });
    expect(chooseVoice(moved, { region: 'eastus' })).toMatchObject({ url: '', region: 'eastus' });
    expect(chooseVoice(moved, { voice: 'y' })).toMatchObject({ url: 'https://a.example/', voice: 'y' });
  });

  it.each<[VoiceInput, string]>([
    ['nobody:slt', 'no voice provider "nobody"'],
    [':', 'named by its provider'],
    ['\0', 'named by its provider'],
    ['built-in:nobody', 'Choose from: mara, jonas, amara'],
    [{ rate: 0.4 }, 'rate of the voice must be a number from 0.5 to 2'],
    [{ rate: Number.NaN }, 'rate'],
    [{ pitch: 2.1 }, 'pitch'],
    [{ voice: 'rms', pitch: 1.2 }, 'cannot be changed'],
    [{ url: 'https://example.com' }, '"url" is not a setting of the voice "built-in"'],
    [{ key: 'k' }, 'takes no key'],
    [{ provider: 'device', voice: 'a\nb' }, 'one line'],
    [{ provider: 'device', language: 'not a language' }, 'is not a language'],
    ['own:../x', 'An own voice is the name of a model'],
    ['own', 'An own voice is the name of a model'],
    ['espeak:../x', 'espeak-ng is a language'],
    ['espeak', 'espeak-ng is a language'],
    [{ ...openai, url: 'ftp://example.com' }, 'not an http or https URL'],
    [{ ...openai, url: 'http://me:pw@example.com' }, 'user name or password'],
    [{ ...openai, voice: '' }, 'name of the voice'],
    [{ ...openai, voice: 'x'.repeat(129) }, 'at most 128'],
    [{ ...openai, pitch: 1.5 }, '"pitch" is not a setting of the voice "openai"'],
    [{ provider: 'azure', voice: 'x' }, 'needs a region'],
    [{ provider: 'azure', voice: 'x', region: 'west europe' }, 'not an Azure region'],
    [{ provider: 'azure', voice: 'x', region: 'westeurope', url: 'https://a.example' }, 'not both'],
    [{ provider: 'elevenlabs' }, 'id of the voice'],
    [{ provider: 'elevenlabs', voice: '../x' }, 'letters and digits'],
  ])('[SP42] refuses %j', (input, complaint) => {
    expect(() => chooseVoice(defaultVoice, input)).toThrow(complaint);
  });
});
