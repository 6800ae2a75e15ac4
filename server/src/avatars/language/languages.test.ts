import { describe, expect, it } from 'vitest';
import { defaultVoice } from '../../speech/index.ts';
import { type BeforeChange, newAvatar, valuesOf } from '../avatar-values.ts';
import { avatarIn, bestLanguage, voicesByLanguage } from './avatar-in-language.ts';

const rules = {
  addressProblem: () => null,
  voiceProblem: () => null,
  hearingProblem: (recogniser: string) => (recogniser === 'own:gone' ? 'It is gone.' : null),
};
const row = (language: string, more: object = {}) => ({
  language,
  voice: '',
  hearing: '',
  greeting: '',
  ...more,
});
const german = { greeting: 'Guten Tag! Wie kann ich Ihnen heute helfen?' };

describe('the language of an avatar', () => {
  const change = (before: BeforeChange, input: Parameters<typeof valuesOf>[1]) => ({
    ...before,
    ...valuesOf(before, input, rules),
  });

  it('sets greeting and hearing, there and back', () => {
    const inGerman = change(newAvatar, { language: 'de' });
    expect(inGerman).toMatchObject({ ...german, hearing: { recogniser: 'browser', language: 'de' } });
    expect(change(inGerman, { language: 'en' })).toMatchObject({
      greeting: 'Hello! How can I help you today?',
      hearing: { recogniser: 'built-in', language: 'en', server: null },
    });
  });

  it('leaves what the owner has chosen, before or in the same change', () => {
    const own = change(newAvatar, { greeting: 'Moin!', hearing: { recogniser: 'none' } });
    expect(change(own, { language: 'de' })).toMatchObject({
      greeting: 'Moin!',
      hearing: { recogniser: 'none', language: 'en' },
    });
    expect(
      change(newAvatar, { language: 'de', greeting: 'Moin!', hearing: { recogniser: 'none' } }),
    ).toMatchObject({
      greeting: 'Moin!',
      hearing: { recogniser: 'none', language: 'de' },
    });
  });

  it.each([
    [{ furtherLanguages: [{ language: 'tlh' }] }, /no language "tlh"/],
    [{ furtherLanguages: [{ language: 'de' }, { language: 'de' }] }, /German is there twice/],
    [{ furtherLanguages: [{ language: 'en' }] }, /English is there twice, or is the avatar’s own/],
    [{ furtherLanguages: [{ language: 'de', voice: 'azure:de-DE-KatjaNeural' }] }, /German: .*region/],
    [{ furtherLanguages: [{ language: 'de', voice: 'elevenlabs:abc' }] }, /German: .*own voice/],
    [{ furtherLanguages: [{ language: 'de', hearing: 'built-in' }] }, /German: .*English only/],
    [{ furtherLanguages: [{ language: 'de', hearing: 'server' }] }, /German: .*URL/],
    [{ furtherLanguages: [{ language: 'de', hearing: 'own:gone' }] }, /German: It is gone/],
    [{ furtherLanguages: Array.from({ length: 21 }, () => ({ language: 'de' })) }, /at most 20/],
  ])('refuses %j', (input, reason) => {
    expect(() => valuesOf(newAvatar, input, rules)).toThrow(reason);
  });

  it('refuses to become the language of one of its rows', () => {
    const before = { ...newAvatar, furtherLanguages: [row('de')] };
    expect(() => valuesOf(before, { language: 'de' }, rules)).toThrow(/Remove its row/);
    expect(
      change(before, { language: 'de', furtherLanguages: [{ language: 'en' }] }).furtherLanguages,
    ).toEqual([row('en')]);
  });
});

describe('an avatar in a language', () => {
  const avatar = {
    ...newAvatar,
    greeting: 'Welcome!',
    apology: 'Oh no.',
    fallbackReply: 'Later.',
    filler: 'Hm.',
    furtherLanguages: [row('de', { greeting: 'Willkommen!' }), row('fr', { hearing: 'own:kroko' })],
  };

  it.each([
    [['de-AT', 'en'], 'de'],
    [['nl', 'fr-CA'], 'fr'],
    [['EN_us', 'de'], 'en'],
    [['ja'], 'en'],
    [[], 'en'],
  ])('begins for %j in %s', (wanted, language) => {
    expect(bestLanguage(wanted, avatar)).toBe(language);
  });

  it('says what its owner has written in its own language, and what is usual in others', () => {
    expect(avatarIn(avatar, 'en-GB')).toEqual(avatar);
    expect(avatarIn(avatar, 'de-AT')).toMatchObject({
      greeting: 'Willkommen!',
      apology: expect.stringContaining('Entschuldigung'),
      fallbackReply: '',
      filler: 'Einen Moment, bitte.',
      hearing: { recogniser: 'browser', language: 'de' },
    });
    expect(avatarIn(avatar, 'fr').hearing.recogniser).toBe('own:kroko');
    expect(avatarIn({ ...avatar, greeting: '' }, 'fr').greeting).toBe('');
    expect(avatarIn(avatar, 'ko')).toEqual(avatar);
  });

  it('hears with its own recogniser the language that it was chosen for', () => {
    const hearing = { recogniser: 'own:kroko', language: 'es-MX', server: null } as const;
    expect(avatarIn({ ...avatar, hearing }, 'es').hearing).toEqual(hearing);
    expect(avatarIn({ ...avatar, hearing }, 'it').hearing.recogniser).toBe('browser');
  });

  it('hears other languages with its transcription server', () => {
    const server = { url: 'https://ears.example.com/v1', model: 'whisper-1' };
    const hearing = { recogniser: 'server', language: 'en', server } as const;
    expect(avatarIn({ ...avatar, hearing }, 'de').hearing).toEqual({ ...hearing, language: 'de' });
  });

  it('has a filler only if its own language has one', () => {
    expect(avatarIn({ ...avatar, filler: '' }, 'en').filler).toBe('');
    expect(avatarIn({ ...avatar, filler: '' }, 'de').filler).toBe('');
    const inGerman = { ...avatar, language: 'de', filler: '', apology: '', furtherLanguages: [] } as const;
    expect(avatarIn(inGerman, 'de')).toMatchObject({
      filler: 'Einen Moment, bitte.',
      apology: expect.stringContaining('Entschuldigung'),
    });
  });

  it('has the voices of its rows, as long as they can be used', () => {
    const voices = voicesByLanguage({
      voice: defaultVoice,
      furtherLanguages: [row('de', { voice: 'pico:de-DE' }), row('fr'), row('es', { voice: 'azure:x' })],
    });
    expect([...voices]).toEqual([['de', { provider: 'pico', voice: 'de-DE', rate: 1, pitch: 1 }]]);
  });
});
