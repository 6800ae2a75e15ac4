import { describe, expect, it } from 'vitest';
import type { AvatarInput } from '../avatar.ts';
import {
  changeVoiceAndHearing,
  defaultVoiceAndHearing,
  type VoiceAndHearing,
  type VoiceAndHearingChanges,
} from './voice-and-hearing.ts';

const rules = {
  addressProblem: (url: string) => (url.includes('forbidden') ? 'That address is not allowed.' : null),
  voiceProblem: ({ provider }: { provider: string }) =>
    provider === 'espeak' ? 'It is not installed.' : null,
  hearingProblem: (recogniser: string) => (recogniser === 'own:gone' ? 'It is gone.' : null),
};
const change = (input: AvatarInput, before: VoiceAndHearing = defaultVoiceAndHearing) =>
  changeVoiceAndHearing(before, input, rules);
const after = (
  { voiceKey, hearingKey, ...changes }: VoiceAndHearingChanges,
  before: VoiceAndHearing = defaultVoiceAndHearing,
): VoiceAndHearing => ({
  ...before,
  ...changes,
  hasVoiceKey: voiceKey === undefined ? before.hasVoiceKey : voiceKey !== null,
  hasHearingKey: hearingKey === undefined ? before.hasHearingKey : hearingKey !== null,
});

describe('hearing', () => {
  const server = { url: 'https://ears.example/v1', key: 'k' };

  it('is English by the built-in recogniser, until it is changed', () => {
    expect(defaultVoiceAndHearing.hearing).toStrictEqual({
      recogniser: 'built-in',
      language: 'en',
      server: null,
    });
    expect(change({ name: 'x' })).toStrictEqual({});
  });

  it('changes only what is named', () => {
    const first = change({ hearing: { recogniser: 'server', language: 'pt-br', server } });
    expect(first).toStrictEqual({
      hearing: {
        recogniser: 'server',
        language: 'pt-BR',
        server: { url: 'https://ears.example/v1', model: 'whisper-1' },
      },
      hearingKey: 'k',
    });
    const second = change({ hearing: { language: 'es', server: { model: 'large' } } }, after(first));
    expect(second).toStrictEqual({
      hearing: {
        ...first.hearing,
        language: 'es',
        server: { url: 'https://ears.example/v1', model: 'large' },
      },
      hearingKey: undefined,
    });
  });

  it('a key is not sent to another server', () => {
    const before = after(change({ hearing: { recogniser: 'server', server } }));
    const moved = (url: string) => change({ hearing: { server: { url } } }, before).hearingKey;
    const needed = expect.objectContaining({ code: 'secret_needed', field: 'hearing.server.key' });
    expect(moved('https://ears.example/other')).toBeUndefined();
    expect(() => moved('https://ears.example:8443/v1')).toThrow(needed);
    expect(() => moved('https://other.example/v1')).toThrow(needed);
    expect(() => moved('http://ears.example/v1')).toThrow(needed);
    expect(change({ hearing: { server: null, recogniser: 'browser' } }, before).hearingKey).toBeNull();
  });

  it.each<[NonNullable<AvatarInput['hearing']>, string]>([
    [{ recogniser: 'ear' }, 'one of built-in, browser, server, none'],
    [{ language: 'de' }, 'understands English only'],
    [{ language: 'not a language', recogniser: 'browser' }, 'is not a language'],
    [{ language: '', recogniser: 'browser' }, 'is not a language'],
    [{ recogniser: 'server' }, 'needs the URL'],
    [{ recogniser: 'server', server: { model: 'x' } }, 'URL of the transcription server is missing'],
    [{ server: { url: 'ears' } }, 'not an http or https URL'],
    [{ server: { url: 'https://forbidden.example' } }, 'not allowed'],
    [{ server: { url: 'https://ears.example', model: 'a b' } }, 'model'],
  ])('refuses %j', (input, complaint) => {
    expect(() => change({ hearing: input })).toThrow(complaint);
  });
});

describe('the voice', () => {
  const eleven = { provider: 'elevenlabs', voice: 'id', key: 'secret' };

  it('a key stays with its provider and address, and must be given again for another one', () => {
    const before = after(change({ voice: eleven }));
    expect(before.hasVoiceKey).toBe(true);
    expect(change({ voice: { voice: 'other' } }, before).voiceKey).toBeUndefined();
    const needed = expect.objectContaining({ code: 'secret_needed', field: 'voice.key' });
    expect(() => change({ voice: { url: 'https://proxy.example' } }, before)).toThrow(needed);
    expect(() => change({ voice: { key: null } }, before)).toThrow('needs a key');
    expect(change({ voice: 'built-in' }, before).voiceKey).toBeNull();
    const server = { provider: 'openai', voice: 'alloy', url: 'https://voice.example/v1' };
    expect(() => change({ voice: server }, before)).toThrow(needed);
    expect(change({ voice: { ...server, key: null } }, before).voiceKey).toBeNull();
  });

  it('another region of Azure is another destination', () => {
    const azure = { provider: 'azure', voice: 'x', region: 'westeurope', key: 'k' };
    const before = after(change({ voice: azure }));
    expect(() => change({ voice: { region: 'eastus' } }, before)).toThrow('another origin');
  });

  it.each<[NonNullable<AvatarInput['voice']>, string]>([
    [{ provider: 'elevenlabs', voice: 'id' }, 'needs a key'],
    [{ ...eleven, url: 'https://forbidden.example' }, 'not allowed'],
    ['espeak:de', 'not installed'],
  ])('refuses %j', (input, complaint) => {
    expect(() => change({ voice: input })).toThrow(complaint);
  });
});
