import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlaybackReport } from '../../playback.ts';
import { StandInSynthesis, StandInUtterance } from '../../testing/stand-in-synthesis.ts';
import type { DeviceSpeechStyle, Synthesis } from './device-sentence.ts';
import { chooseDeviceVoice, DeviceVoice } from './device-voice.ts';
import type { Sound } from './sound.ts';
import { VoicePlayer } from './voice-player.ts';

const text = 'Good morning to you.';
const manner: DeviceSpeechStyle = {
  voice: 'Anna',
  language: 'de',
  rate: 1.2,
  pitch: 0.9,
  volume: 0.8,
  marks: [],
  said: [],
};
/** What the service expects: a quarter of a second for each word. */
const words = [...text.matchAll(/\S+/g)].map(({ index, 0: word }, at): [number, number, number, number] => [
  at * 250,
  250,
  index,
  index + word.length,
]);
const visemes = words.map(([startMs, durationMs]): [string, number, number] => ['aa', startMs, durationMs]);

/** The page may play sound, but has none. */
const openSound = {
  isOpen: true,
  get nowMs() {
    return performance.now();
  },
  silence() {},
};

describe('a device that speaks itself', () => {
  let synthesis: StandInSynthesis;
  let changes: boolean[];
  let device: DeviceVoice;
  let player: VoicePlayer;
  let captions: (string | null)[];
  let reports: unknown[];
  let elapsedMs: () => number;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('SpeechSynthesisUtterance', StandInUtterance);
    synthesis = new StandInSynthesis();
    changes = [];
    captions = [];
    reports = [];
    device = new DeviceVoice(() => changes.push(device.canSpeak), synthesis as unknown as Synthesis);
    const report: PlaybackReport = {
      played: (...told) => reports.push(['played', ...told]),
      finished: (...told) => reports.push(['finished', ...told]),
    };
    player = new VoicePlayer(report, () => openSound as unknown as Sound, device, {
      handleCaption: (caption) =>
        captions.push(caption === null ? null : caption.text.slice(0, caption.reached)),
      handleSentenceStart: (_, clock) => {
        elapsedMs = clock;
      },
      handleSentenceEnd: (_, heard) => reports.push(['heard', heard]),
      handleSilence: () => {},
    });
  });
  afterEach(() => {
    device.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const give = (index: number, said = text, isLast = true, spoken = words) => {
    const empty = { utterance: 1, index, rate: 16_000, visemes: [], words: [], marks: [], durationMs: 0 };
    player.sentence({ utterance: 1, index, text: said, markup: said });
    player.speech({
      ...empty,
      words: spoken.filter(([, , , to]) => to <= said.length),
      visemes,
      done: false,
    });
    player.speech({ ...empty, device: manner, done: false });
    player.speech({ ...empty, done: true });
    if (isLast) player.utteranceEnd(1, index + 1);
    vi.advanceTimersByTime(40);
  };
  const utterance = (at: number): StandInUtterance => {
    const spoken = synthesis.spoken[at];
    if (spoken === undefined) throw new Error(`there is no utterance ${at}`);
    return spoken;
  };

  test('speaks in the manner that the service asks for', () => {
    give(0);
    expect(synthesis.spoken).toHaveLength(1);
    expect(utterance(0)).toMatchObject({ text, rate: 1.2, pitch: 0.9, volume: 0.8, lang: 'de-DE' });
    expect(utterance(0).voice?.name).toBe('Anna');
    expect(captions).toEqual([]);
  });

  test('says only what the service counts as words, each at its place', () => {
    give(
      0,
      text,
      true,
      words.filter((_, at) => at !== 1),
    );
    expect(utterance(0).text).toBe('Good         to you.');
  });

  test('says words otherwise where the service says so, and captions show them as they are written', () => {
    manner.said = [[5, 12, 'a longer morning']];
    give(0);
    manner.said = [];
    expect(utterance(0).text).toBe('Good a longer morning to you.');
    utterance(0).onstart?.();
    utterance(0).onboundary?.({ name: 'word', charIndex: 14 });
    vi.advanceTimersByTime(40);
    expect(captions.at(-1)).toBe('Good morning');
    utterance(0).onboundary?.({ name: 'word', charIndex: 22 });
    vi.advanceTimersByTime(40);
    expect(captions.at(-1)).toBe('Good morning to');
  });

  test('captions and mouth follow the words of the device, and the end is reported', () => {
    give(0);
    vi.advanceTimersByTime(500);
    utterance(0).onstart?.();
    utterance(0).onboundary?.({ name: 'word', charIndex: 0 });
    vi.advanceTimersByTime(600);
    // Slower than expected: the estimate waits for the device.
    expect(captions.at(-1)).toBe('Good');
    expect(elapsedMs()).toBeLessThan(250);
    utterance(0).onboundary?.({ name: 'word', charIndex: 5 });
    vi.advanceTimersByTime(40);
    expect(captions.at(-1)).toBe('Good morning');
    expect(elapsedMs()).toBeGreaterThanOrEqual(250);
    // Faster than expected: a word is skipped, and the position never goes back.
    utterance(0).onboundary?.({ name: 'word', charIndex: 16 });
    utterance(0).onboundary?.({ name: 'word', charIndex: 0 });
    vi.advanceTimersByTime(40);
    expect(captions.at(-1)).toBe(text);
    expect(reports).toEqual([]);
    utterance(0).onend?.();
    expect(reports).toEqual([
      ['heard', text],
      ['finished', 1, 1],
    ]);
    expect(captions.at(-1)).toBeNull();
  });

  test('the expected times are used for a device that does not report its words', () => {
    give(0);
    utterance(0).onstart?.();
    vi.advanceTimersByTime(300);
    expect(captions.at(-1)).toBe('Good morning');
    vi.advanceTimersByTime(2_000);
    expect(reports).toEqual([]);
    utterance(0).onend?.();
    expect(reports.at(-1)).toEqual(['finished', 1, 1]);
  });

  test('sentences are passed to the device one by one, and each is reported', () => {
    give(0, 'One.', false);
    give(1, 'Two.');
    expect(synthesis.spoken).toHaveLength(1);
    utterance(0).onstart?.();
    utterance(0).onend?.();
    expect(reports).toEqual([
      ['heard', 'One.'],
      ['played', 1, 1],
    ]);
    vi.advanceTimersByTime(40);
    expect(utterance(1).text).toBe('Two.');
  });

  test('the heard words are known when it is stopped, and nothing follows', () => {
    give(0);
    utterance(0).onstart?.();
    utterance(0).onboundary?.({ name: 'word', charIndex: 5 });
    expect(player.stop()).toBe('Good morning');
    expect(synthesis.cancelled).toBe(1);
    expect(utterance(0).onend).toBeNull();
    vi.advanceTimersByTime(10_000);
    expect(reports).toEqual([['heard', 'Good morning']]);
  });

  test('when muted, it falls silent at once, the captions go on, and the next sentence is silent too', () => {
    give(0, text, false);
    give(1);
    utterance(0).onstart?.();
    utterance(0).onboundary?.({ name: 'word', charIndex: 5 });
    device.silent = true;
    expect(synthesis.cancelled).toBe(1);
    vi.advanceTimersByTime(300);
    expect(captions.at(-1)).toBe('Good morning to');
    vi.advanceTimersByTime(600);
    expect(reports).toEqual([
      ['heard', text],
      ['played', 1, 1],
    ]);
    vi.advanceTimersByTime(1_500);
    expect(reports.at(-1)).toEqual(['finished', 1, 2]);
    expect(synthesis.spoken).toHaveLength(1);
    device.silent = false;
    give(2);
    expect(synthesis.spoken).toHaveLength(2);
  });

  test.each([
    ['refuses', () => utterance(0).onerror?.({ error: 'not-allowed' })],
    ['never starts', () => vi.advanceTimersByTime(4_000)],
  ])('all words are shown if the device %s, and the service is notified', (_, happen) => {
    give(0);
    happen();
    expect(changes).toEqual([false]);
    vi.advanceTimersByTime(1_200);
    expect(captions).toContain(text);
    expect(reports.at(-1)).toEqual(['finished', 1, 1]);
  });

  test('a device that other code on the page silenced is used again', () => {
    give(0);
    utterance(0).onstart?.();
    utterance(0).onerror?.({ error: 'canceled' });
    vi.advanceTimersByTime(1_200);
    expect(reports.at(-1)).toEqual(['finished', 1, 1]);
    expect(changes).toEqual([]);
    expect(device.canSpeak).toBe(true);
  });

  test('a device that never reports the end does not block the conversation', () => {
    give(0);
    utterance(0).onstart?.();
    vi.advanceTimersByTime(60_000);
    expect(reports.at(-1)).toEqual(['finished', 1, 1]);
    expect(synthesis.cancelled).toBe(1);
  });

  test('it can speak only while it has a voice; voices that load late are reported', () => {
    synthesis.setVoices([]);
    expect(device.canSpeak).toBe(false);
    synthesis.setVoices([{ name: 'Anna', lang: 'de-DE', default: true, localService: true }]);
    expect(changes).toEqual([false, true]);
    device.close();
    synthesis.setVoices([]);
    expect(changes).toEqual([false, true]);
    expect(new DeviceVoice(() => {}, undefined).canSpeak).toBe(false);
  });

  test('a click unlocks it once, without speaking', () => {
    device.unlock();
    device.unlock();
    expect(synthesis.spoken.map((spoken) => spoken.text)).toEqual(['']);
  });
});

describe('the choice among the voices of a device', () => {
  const voice = (name: string, lang: string, more: { default?: boolean; localService?: boolean } = {}) => ({
    name,
    lang,
    default: false,
    localService: false,
    ...more,
  });
  const voices = [
    voice('Daniel', 'en-GB', { default: true, localService: true }),
    voice('Distant', 'de-DE'),
    voice('Petra', 'de_DE', { localService: true }),
    voice('Heidi', 'de-CH', { localService: true }),
  ];

  test.each([
    ['by its name', 'daniel', 'de', 'Daniel'],
    ['the language, on the device itself', '', 'de-DE', 'Petra'],
    ['the region', '', 'de-CH', 'Heidi'],
    ['another region of the language', 'Nobody', 'de-AT', 'Petra'],
    ['the default one of the language', '', 'en-US', 'Daniel'],
    ['a language without a voice: the device decides', '', 'sw', undefined],
  ])('%s', (_, name, language, expected) => {
    expect(chooseDeviceVoice(voices, name, language)?.name).toBe(expected);
  });
});
