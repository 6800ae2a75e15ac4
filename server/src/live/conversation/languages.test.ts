import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp } from '../testing/index.ts';

describe('a session in the language of its visitor', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const english = 'Hello! How can I help you today?';
  const german = 'Guten Tag! Wie kann ich Ihnen heute helfen?';
  const both = { greeting: english, furtherLanguages: [{ language: 'de' }] };

  it.each([
    [{ locale: 'de-AT' }, 'de', german],
    [{ languages: ['nl', 'de-CH', 'en'] }, 'de', german],
    [{ locale: 'en-GB', languages: ['de'] }, 'en', english],
    [{ locale: 'fr-FR', languages: ['fr', 'it'] }, 'en', english],
    [{}, 'en', english],
  ])('[LV87] %j begins in %s', async (input, language, greeting) => {
    const { sessionId, wire, ...joined } = await app.talk(await app.avatar(both), input);
    expect(joined).toMatchObject({
      avatar: {
        language,
        greeting,
        hearing: {
          language,
          recogniser: language === 'en' ? 'built-in' : 'browser',
          recognisers: { en: 'built-in', de: 'browser' },
        },
      },
    });
    const sentence = await wire.next('sentence');
    expect(greeting.startsWith(sentence.text)).toBe(true);
    expect(sentence.language).toBe(language);
    const login = app.endpoint.login(sessionId);
    expect(login.locale).toBe('locale' in input ? input.locale : 'en-US');
    expect(login).not.toHaveProperty('language');
  });

  it('[LV87] an English avatar without further languages speaks as before to every visitor', async () => {
    const { wire } = await app.talk(await app.avatar({ greeting: english }), { languages: ['de'] });
    expect(await wire.next('sentence')).not.toHaveProperty('language');
  });

  it('[LV87] the apology is in the language of the session', async () => {
    const avatarId = await app.avatar({ ...both, greeting: '', endpointUrl: null, endpointKey: null });
    const { wire } = await app.talk(avatarId, { locale: 'de' });
    wire.say('Hallo');
    expect(await wire.listen()).toEqual([
      'Entschuldigung, ich konnte gerade keine Antwort bekommen.',
      'Bitte versuchen Sie es noch einmal.',
    ]);
  });
});
