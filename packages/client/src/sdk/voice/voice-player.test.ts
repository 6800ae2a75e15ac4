import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceVoice } from './device-voice.ts';
import { VoicePlayer } from './voice-player.ts';

describe('words that are shown without sound', () => {
  let happened: string[];
  let player: VoicePlayer;
  const sentence = (index: number, text: string) =>
    player.sentence({ utterance: 1, index, text, markup: text });

  beforeEach(() => {
    vi.useFakeTimers();
    happened = [];
    const report = { played() {}, finished: () => void happened.push('finished') };
    player = new VoicePlayer(report, () => null, new DeviceVoice(() => undefined), {
      handleCaption() {},
      handleSentenceStart: (entry) => void happened.push(entry.sentence.text),
      handleSentenceEnd() {},
      handleSilence() {},
    });
  });
  afterEach(() => {
    player.dispose();
    vi.useRealTimers();
  });

  test('a tag takes effect when the sentences before it have been spoken', async () => {
    player.cue(() => happened.push('first'), 0);
    sentence(0, 'One.');
    player.cue(() => happened.push('second'), 0);
    sentence(1, 'Two.');
    player.utteranceEnd(1, 2);
    expect(happened).toEqual(['first', 'One.']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(happened).toEqual(['first', 'One.', 'second', 'Two.', 'finished']);
  });

  test('a tag after an interruption takes no effect', async () => {
    sentence(0, 'One.');
    player.cue(() => happened.push('nod'), 0);
    player.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(happened).toEqual(['One.']);
  });

  test('a pause delays the sentence after it', async () => {
    sentence(0, 'One.');
    player.cue(() => undefined, 3_000);
    sentence(1, 'Two.');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(happened).toEqual(['One.']);
    await vi.advanceTimersByTimeAsync(500);
    expect(happened).toEqual(['One.', 'Two.']);
  });
});
