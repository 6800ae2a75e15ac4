import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hear, loudness } from '../testing/collect.ts';
import { expectOrder } from '../voice.contract.ts';
import { createPicoVoice } from './pico-voice.ts';
import { type PicoVoiceName, picoVoiceNames } from './pico-voices.ts';
import { picoFolderUnderTest, picoUnderTest } from './testing/pico-under-test.ts';

const texts: Readonly<Record<PicoVoiceName, string>> = {
  'de-DE': 'Guten Tag, wie kann ich Ihnen heute helfen?',
  'en-GB': 'Good day, how can I help you today?',
  'es-ES': 'Hola, ¿en qué puedo ayudarle hoy?',
  'fr-FR': 'Bonjour, comment puis-je vous aider ?',
  'it-IT': 'Buongiorno, come posso aiutarla oggi?',
};

describe.skipIf(picoFolderUnderTest === null)('the simple voices for other languages', () => {
  const deps = new AsyncDisposableStack();
  let pool: ReturnType<typeof picoUnderTest>;
  beforeAll(() => {
    pool = deps.use(picoUnderTest());
  });
  afterAll(() => deps.disposeAsync());
  const voiceOf = (name: PicoVoiceName) => createPicoVoice(pool, name, 'acc_1');

  it.each(picoVoiceNames)('[SP150] %s speaks its language, with a time for each word', async (name) => {
    const heard = await hear(voiceOf(name), texts[name]);
    expect(heard.precision).toEqual({ words: 'estimated', visemes: 'estimated' });
    expect(heard.words.map(({ written }) => written)).toEqual(texts[name].split(' '));
    expect(loudness(heard)).toBeGreaterThan(2_000);
    expect(loudness(heard)).toBeLessThan(6_000);
    expectOrder(heard);
  });

  it('[SP140] a text in another language is not spoken', async () => {
    const { pieces, durationMs } = await hear(voiceOf('de-DE'), texts['en-GB']);
    expect(pieces[1]).toEqual({
      kind: 'unread',
      message: 'The voice reads German, and this text is in English. It was not spoken.',
    });
    expect(durationMs).toBe(0);
  });

  it('[SP150] a number takes the time of its words', async () => {
    const { words } = await hear(voiceOf('de-DE'), 'Das sind 2.750 und mehr');
    const [, short, number] = words.map(({ durationMs }) => durationMs);
    expect(number).toBeGreaterThan(3 * (short ?? 0));
  });

  it('[SP151] each word has its own rate, pitch and loudness, and letters are spelled', async () => {
    const plain = await hear(voiceOf('de-DE'), 'Guten Tag zusammen');
    const slow = await hear(voiceOf('de-DE'), 'Guten Tag <prosody rate="50%">zusammen</prosody>');
    const spelled = await hear(voiceOf('de-DE'), '<say-as interpret-as="characters">ABC</say-as>');
    const word = await hear(voiceOf('de-DE'), 'ab');
    expect(slow.durationMs).toBeGreaterThan(plain.durationMs * 1.2);
    expect(slow.durationMs).toBeLessThan(plain.durationMs * 1.8);
    expect(spelled.durationMs).toBeGreaterThan(word.durationMs * 1.5);
  });
});
