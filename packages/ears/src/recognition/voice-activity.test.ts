import { describe, expect, it } from 'vitest';
import type { ActivityMessage, ActivityRequest } from './messages.ts';
import { VoiceActivity } from './voice-activity.ts';

function activity() {
  const heard: string[] = [];
  const microphones: number[] = [];
  const worker = Object.assign(new EventTarget(), {
    postMessage: (request: ActivityRequest) => {
      if (request.kind === 'listen') microphones.push(request.microphone);
    },
    terminate: () => heard.push('terminated'),
  });
  const voice = new VoiceActivity(
    worker as unknown as Worker,
    (_frame, _probability, atMs) => heard.push(`frame ${atMs}`),
    () => heard.push('end'),
    () => heard.push('crash'),
  );
  const report = (data: ActivityMessage) => worker.dispatchEvent(new MessageEvent('message', { data }));
  /** The worker reports a frame and the end of the newest microphone but `back`. */
  const tell = (back = 0) => {
    const microphone = microphones.at(-1 - back) ?? 0;
    report({ kind: 'frame', frame: new Float32Array(512), probability: 1, index: 0, microphone });
    report({ kind: 'end', microphone });
  };
  const listen = (sinceMs: number) => voice.listenTo({ frames: new MessageChannel().port1, sinceMs });
  const crash = () => worker.dispatchEvent(new Event('error'));
  return { voice, heard, listen, tell, crash };
}

describe('the sound of one microphone after another', () => {
  it('[EA73] the end of an earlier one does not end the next one', () => {
    const { heard, listen, tell } = activity();
    listen(10);
    tell();
    listen(20);
    tell(1);
    expect(heard).toEqual(['frame 10', 'end']);
    tell();
    expect(heard).toEqual(['frame 10', 'end', 'frame 20', 'end']);
  });

  it('[EA73] nothing is reported of one that was paused', () => {
    const { voice, heard, listen, tell } = activity();
    listen(10);
    voice.pause();
    tell();
    expect(heard).toEqual([]);
  });
});

it('[EA72] a crash of its worker is told, and rejects what it was asked and is asked', async () => {
  const { voice, heard, crash } = activity();
  const before = voice.turnProbability(new Float32Array(8));
  crash();
  await expect(before).rejects.toThrow();
  await expect(voice.turnProbability(new Float32Array(8))).rejects.toThrow();
  await expect(voice.loadTurnModel(new ArrayBuffer(8))).rejects.toThrow();
  expect([heard, voice.hasCrashed]).toEqual([['terminated', 'crash'], true]);
});
