import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceVoice } from './device-voice.ts';
import { VoicePlayer } from './voice-player.ts';

describe('words that are shown without sound', () => {
  let told: string[];
  let player: VoicePlayer;
  const sentence = (index: number, text: string) =>
    player.sentence({ utterance: 1, index, text, markup: text });

  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
    const report = { played() {}, finished: () => void told.push('finished') };
    player = new VoicePlayer(report, () => null, new DeviceVoice(() => undefined), {
      handleCaption() {},
      handleSentenceStart: (entry) => void told.push(entry.sentence.text),
      handleSentenceEnd() {},
      handleSilence() {},
    });
  });
  afterEach(() => {
    player.dispose();
    vi.useRealTimers();
  });

  test('a tag takes effect when the sentences before it have been spoken', async () => {
    player.cue(() => told.push('first'), 0);
    sentence(0, 'One.');
    player.cue(() => told.push('second'), 0);
    sentence(1, 'Two.');
    player.utteranceEnd(1, 2);
    expect(told).toEqual(['first', 'One.']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(['first', 'One.', 'second', 'Two.', 'finished']);
  });

  test('a tag after an interruption takes no effect', async () => {
    sentence(0, 'One.');
    player.cue(() => told.push('nod'), 0);
    player.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(['One.']);
  });

  test('a pause delays the sentence after it', async () => {
    sentence(0, 'One.');
    player.cue(() => undefined, 3_000);
    sentence(1, 'Two.');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(told).toEqual(['One.']);
    await vi.advanceTimersByTimeAsync(500);
    expect(told).toEqual(['One.', 'Two.']);
  });
});
