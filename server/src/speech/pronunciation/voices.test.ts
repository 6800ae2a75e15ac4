import { afterAll, describe, expect, it } from 'vitest';
import { createDeviceVoice } from '../fallback/device-voice.ts';
import { createFliteVoice, fliteRules } from '../flite/flite-voice.ts';
import { naturalRules } from '../natural/natural-voice.ts';
import { naturalSpec } from '../natural/people/spec.ts';
import { createPicoVoice } from '../pico/pico-voice.ts';
import { picoFolderUnderTest, picoUnderTest } from '../pico/testing/pico-under-test.ts';
import { readScript, type ScriptItem } from '../script/script.ts';
import { hear, sentenceOf } from '../testing/collect.ts';
import { fliteUnderTest } from '../testing/flite-under-test.ts';
import { planSpeech } from '../units/plan.ts';
import { withWordList } from './with-word-list.ts';
import { createWordList } from './word-list.ts';

type Entry = { word: string; respelling?: string; ipa?: string };
const listOf = (entry: Entry) => createWordList([entry], []);
const scriptOf = (markup: string, entry?: Entry) =>
  readScript(sentenceOf(markup, { wordList: entry === undefined ? null : listOf(entry) }));

/** Threads make the same samples of the same plan. */
describe.each([
  ['natural', (script: ScriptItem[]) => planSpeech(script, naturalSpec('mara'), naturalRules)],
  ['simple', (script: ScriptItem[]) => planSpeech(script, 'slt' as const, fliteRules)],
])('the %s voice with a list', (_, planOf) => {
  const plan = (markup: string, entry?: Entry) => planOf(scriptOf(markup, entry));

  it('[SP172] says the same where no word is listed', () => {
    const text =
      'Hello there, it costs $3.50, <sub alias="World Wide Web">WWW</sub>-like and <b>m</b>ore. (Yes!)';
    expect(plan(text, { word: 'Nguyen', ipa: 'wɪn' })).toEqual(plan(text));
  });

  it('[SP172] says sounds like a phoneme element', () => {
    expect(plan('Ask Nguyen, please.', { word: 'Nguyen', ipa: 'wɪn' })).toEqual(
      plan('Ask <phoneme alphabet="ipa" ph="wɪn">Nguyen</phoneme>, please.'),
    );
  });

  it('[SP172] says a respelling as if it were written', () => {
    const unitsOf = (steps: ReturnType<typeof plan>) =>
      steps.map((step) => (step.kind === 'speech' ? step.unit : step));
    expect(unitsOf(plan('Use SQL, now.', { word: 'SQL', respelling: 'see quell' }))).toEqual(
      unitsOf(plan('Use see quell, now.')),
    );
  });
});

describe('the times of listed words', () => {
  const pool = fliteUnderTest();
  afterAll(() => pool[Symbol.asyncDispose]());
  const plain = createFliteVoice(pool, 'slt', 'acc_1');

  it('[SP172] a respelling of several words has their whole time at the written word', async () => {
    const listed = withWordList(plain, listOf({ word: 'SQL', respelling: 'see quell' }), 'en');
    const said = await hear(plain, sentenceOf('Use see quell now.'));
    const heard = await hear(listed, sentenceOf('Use SQL now.'));
    expect(heard.visemes).toEqual(said.visemes);
    expect(heard.words.map(({ written }) => written)).toEqual(['Use', 'SQL', 'now.']);
    const [, see, quell] = said.words;
    expect(heard.words[1]?.startMs).toBe(see?.startMs);
    const endMs = (quell?.startMs ?? 0) + (quell?.durationMs ?? 0);
    expect(heard.words[1]?.durationMs).toBeCloseTo(endMs - (see?.startMs ?? 0), 1);
  });
});

describe.skipIf(picoFolderUnderTest === null)('a voice for another language with a list', () => {
  const pool = picoUnderTest();
  afterAll(() => pool[Symbol.asyncDispose]());

  it.each(['de-DE', 'en-GB', 'es-ES', 'fr-FR', 'it-IT'] as const)(
    '[SP173] %s says the sounds, and nothing of the letters',
    async (name) => {
      const voice = createPicoVoice(pool, name, 'acc_1');
      const withSounds = (ipa: string) => withWordList(voice, listOf({ word: 'Xxxx', ipa }), name);
      const short = await hear(withSounds('ma'), sentenceOf('Xxxx.'));
      const long = await hear(withSounds('maˈmama'), sentenceOf('Xxxx.'));
      const written = await hear(voice, sentenceOf('Xxxx.'));
      expect(short.durationMs).toBeLessThan(long.durationMs);
      expect(short.durationMs).toBeLessThan(written.durationMs);
      expect(new Set(long.visemes.map(({ viseme }) => viseme))).toEqual(new Set(['sil', 'PP', 'aa']));
      expect(long.words.map((word) => word.written)).toEqual(['Xxxx', '.']);
    },
  );
});

describe('a voice of the visitor’s device with a list', () => {
  it('[SP173] gets respellings, with the positions of the written words', async () => {
    const choice = { provider: 'device', voice: '', language: 'it', rate: 1, pitch: 1 } as const;
    const list = createWordList(
      [
        { word: 'Nguyen', respelling: 'win' },
        { word: 'key', ipa: 'ˈkjave' },
      ],
      [],
    );
    const voice = withWordList(
      createDeviceVoice(choice, { speak: () => Promise.reject() as never }),
      list,
      'it',
    );
    const { pieces, words } = await hear(voice, sentenceOf('Ask Nguyen, key now', { deviceSpeaks: true }));
    expect(pieces.find(({ kind }) => kind === 'device')).toMatchObject({
      said: [
        { from: 4, to: 11, text: 'win,' },
        { from: 12, to: 15, text: 'chiave' },
      ],
    });
    expect(words.map(({ written }) => written)).toEqual(['Ask', 'Nguyen,', 'key', 'now']);
  });
});
