import { expect, it } from 'vitest';
import { frameSamples } from '../capture/frame.ts';
import { RecogniserCheck, type SpeechDetector } from './recogniser-check.ts';

const loud = () => new Float32Array(frameSamples).fill(0.2);
const quiet = () => new Float32Array(frameSamples);
const secondFrames = 31;

function checking(probability: number, canLoad = true) {
  const events: string[] = [];
  const check = new RecogniserCheck({
    async openDetector(onFrame): Promise<SpeechDetector> {
      events.push('loaded');
      if (!canLoad) throw new Error('no worker');
      return { push: () => onFrame(probability), close: () => events.push('closed') };
    },
    handleDeaf: () => events.push('deaf'),
  });
  const hear = async (seconds: number, frame: () => Float32Array) => {
    for (let at = 0; at < seconds * secondFrames; at++) {
      check.handleFrame(frame());
      await Promise.resolve();
    }
  };
  return { check, events, hear };
}

it('[EA50] a recogniser without words in five seconds of speech is noticed once', async () => {
  const { events, hear } = checking(0.9);
  await hear(4.5, loud);
  expect(events).toEqual(['loaded']);
  await hear(10, quiet);
  expect(events).toEqual(['loaded']);
  await hear(10, loud);
  expect(events).toEqual(['loaded', 'closed', 'deaf']);
});

it('[EA50] noise that is not speech proves nothing', async () => {
  const { events, hear } = checking(0.2);
  await hear(30, loud);
  expect(events).toEqual(['loaded']);
});

it('[EA50] words or an error end the check, and no detector is loaded for a recogniser that works', async () => {
  const { check, events, hear } = checking(0.9);
  await hear(1, loud);
  check.close();
  await hear(20, loud);
  expect(events).toEqual([]);
});

it('[EA50] without a detector nothing is said', async () => {
  const { events, hear } = checking(0.9, false);
  await hear(20, loud);
  expect(events).toEqual(['loaded']);
});
