import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { Semaphore } from '../../kernel/index.ts';
import { markSounds } from '../pronunciation/marked-sounds.ts';
import { createWordList } from '../pronunciation/word-list.ts';
import { hear, neverAborted, sentenceOf } from '../testing/collect.ts';
import { failureOf } from '../voice.contract.ts';
import { findEspeak, isEspeakName, readVoices } from './espeak-program.ts';
import { espeakInput } from './espeak-sounds.ts';
import { createEspeakVoice } from './espeak-voice.ts';
import { runProgram } from './run-program.ts';

const program = fileURLToPath(new URL('../testing/espeak-stand-in.sh', import.meta.url));
const voiceOf = (voice: string) =>
  createEspeakVoice({ account: 'acc_1', program, voice, programs: new Semaphore({ limit: 1 }) });

describe('espeak-ng', () => {
  it('[SP50] is found with its voices if it is installed', async () => {
    expect(await findEspeak(program)).toEqual({
      program,
      voices: [
        { name: 'de', language: 'de', gender: 'male', about: 'German' },
        { name: 'en-gb', language: 'en-gb', gender: 'female', about: 'English (Great Britain)' },
      ],
    });
    expect(await findEspeak('no-such-program-anywhere')).toBeNull();
    expect(await findEspeak('/bin/false')).toBeNull();
    expect(await findEspeak('/bin/true')).toBeNull();
  });

  it('[SP50] accepts only names that are a language with an optional variant', () => {
    expect(['de', 'en-gb', 'zh-yue', 'en-us+f3', 'roa-valencian'].every(isEspeakName)).toBe(true);
    expect(
      ['', '-w', '../x', '/etc/passwd', 'de;ls', 'de x', 'mb/mb-de1', 'a'.repeat(50)].some(isEspeakName),
    ).toBe(false);
    expect(readVoices('garbage\nmore garbage\n 5  ../x --/M Bad bad')).toEqual([]);
  });

  it('[SP51] takes the visemes from its phonemes if they match the words', async () => {
    const heard = await hear(voiceOf('de'), 'Mama papa.');
    expect(heard.visemes.map(({ viseme }) => viseme).filter((viseme) => viseme !== 'sil')).toEqual(
      expect.arrayContaining(['PP', 'aa']),
    );
    expect(new Set(heard.visemes.map(({ viseme }) => viseme))).toEqual(new Set(['PP', 'aa']));
  });

  it('[SP173] gets stated sounds in its own letters, and no brackets of a text', async () => {
    const text = `[[x]] ${markSounds('Nguyen', 'ˈŋwiən')}, ${markSounds('Zürich', 'ˈtsyːʁɪç')}`;
    expect(espeakInput(text, 'en-us')).toBe(" x  [['Nwi:@n]], [['tsu:r-IC]]");
    expect(espeakInput(text, 'de+f3')).toBe(" x  [['Nwi@n]], [['tsy:rIC]]");
    expect(espeakInput(text, 'pl')).toBe(" x  [['Nwi@n]], [['tsiriC]]");
  });

  it('[SP172] the visemes of stated sounds and of respellings come from what it says', async () => {
    const list = [
      { word: 'Xu', ipa: 'mama' },
      { word: 'Zed', respelling: 'pa ma' },
    ];
    const wordList = createWordList(list, []);
    const heard = await hear(voiceOf('de'), sentenceOf('Xu Zed', { wordList, spokenLanguage: 'de' }));
    expect(new Set(heard.visemes.map(({ viseme }) => viseme))).toEqual(new Set(['PP', 'aa']));
    expect(heard.words.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [3, 6],
    ]);
  });

  it('[SP52] does not get the secrets of the service', async () => {
    vi.stubEnv('SECRET_KEY', 'top-secret-value');
    const printed = await runProgram({
      program: 'env',
      args: [],
      input: '',
      limitMs: 10_000,
      maxBytes: 100_000,
      signal: neverAborted,
    });
    vi.unstubAllEnvs();
    expect(printed.toString()).toContain('PATH=');
    expect(printed.toString()).not.toContain('top-secret-value');
  });

  it.each([
    ['fail', 'voice'],
    ['mute', 'voice'],
    ['flood', 'voice'],
  ])('[SP52] a program that does "%s" is a failure', async (voice, stage) => {
    expect((await failureOf(hear(voiceOf(voice), 'Hello.'))).stage).toBe(stage);
  });

  it('[SP52] a program that hangs is killed', async () => {
    const run = { program, args: ['-v', 'hang'], input: '', maxBytes: 1_000, signal: neverAborted };
    expect((await failureOf(runProgram({ ...run, limitMs: 100 }))).stage).toBe('timeout');
  });

  it('[SP52] a missing program is a failure', async () => {
    const voice = createEspeakVoice({
      account: 'acc_1',
      program: '/no/such/program',
      voice: 'de',
      programs: new Semaphore({ limit: 1 }),
    });
    expect((await failureOf(hear(voice, 'Hello.'))).stage).toBe('voice');
  });

  it('[SP52] an abort kills the program, and the next one can run', async () => {
    const programs = new Semaphore({ limit: 1 });
    const hanging = createEspeakVoice({ account: 'acc_1', program, voice: 'hang', programs });
    const controller = new AbortController();
    const first = hear(hanging, 'Hello.', controller.signal);
    const second = hear(hanging, 'Hello.', controller.signal);
    const third = hear(
      createEspeakVoice({ account: 'acc_1', program, voice: 'de', programs }),
      sentenceOf('Hello.'),
    );
    controller.abort();
    expect((await failureOf(first)).stage).toBe('aborted');
    expect((await failureOf(second)).stage).toBe('aborted');
    expect((await third).durationMs).toBeGreaterThan(0);
  });
});
