import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { maxTurnSamples } from '@parley/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sherpaRoom } from '../../custom-models/testing/sherpa-stand-in.ts';
import { HearingFailure } from '../hearing-failure.ts';
import { addCustomRecogniser } from './add-custom-recogniser.ts';
import { customRecognisers } from './custom-recognisers.ts';
import { HearingEngine } from './hearing-engine.ts';

const seconds = (count: number, loudness = 0.1) => new Float32Array(count * 16_000).fill(loudness);
const crashing = seconds(1, 0.99);
const refused = seconds(1, 0.9);
const never = new AbortController().signal;
const pleaseType = 'Could not understand you just now. Please type instead.';

describe('hearing with an own recogniser', () => {
  let room: Awaited<ReturnType<typeof sherpaRoom>>;
  let engine: HearingEngine;
  beforeAll(async () => {
    room = await sherpaRoom();
    const files = ['encoder.onnx', 'decoder.onnx', 'joiner.onnx'];
    for (const [name, kind] of [
      ['stream', 'streaming'],
      ['whole', 'whole'],
    ] as const) {
      const source = await room.recogniser(name, files, kind);
      const { voiceFolder } = room;
      await addCustomRecogniser({ voiceFolder, source, name, language: 'de', testSound: seconds(1) });
    }
  });
  afterAll(() => room[Symbol.asyncDispose]());
  beforeEach(() => {
    engine = new HearingEngine(room.voiceFolder);
  });
  afterEach(() => engine[Symbol.asyncDispose]());

  it.each(['stream', 'whole'])('[HE32] gives the words as they come (%s)', async (name) => {
    using turn = engine.openTurn('acc_1', name);
    using other = engine.openTurn('acc_2', name);
    expect(await turn.hear(seconds(1), false, never)).toBe('eins');
    expect(await other.hear(seconds(2), false, never)).toBe('eins zwei');
    expect(await turn.hear(seconds(1), false, never)).toBe('eins zwei');
    expect(await turn.hear(seconds(1), true, never)).toBe('eins zwei drei');
    await expect(turn.hear(seconds(1), true, never)).rejects.toThrow(HearingFailure);
  });

  it('[HE33] a crash fails the turns that it loses, tells their visitors to type, and the next turn is heard', async () => {
    using lost = engine.openTurn('acc_1', 'stream');
    await lost.hear(seconds(1), false, never);
    using crash = engine.openTurn('acc_2', 'stream');
    await expect(crash.hear(crashing, false, never)).rejects.toThrow(pleaseType);
    await expect(lost.hear(seconds(1), true, never)).rejects.toThrow(pleaseType);
    using next = engine.openTurn('acc_1', 'stream');
    expect(await next.hear(seconds(2), true, never)).toBe('eins zwei');
  });

  it('[HE33] a model that hangs is ended, and the next turn is heard', async () => {
    await using impatient = new HearingEngine(room.voiceFolder, 2_000);
    using hung = impatient.openTurn('acc_1', 'whole');
    await expect(hung.hear(seconds(1, 0.8), true, never)).rejects.toMatchObject({ stage: 'timeout' });
    using next = impatient.openTurn('acc_1', 'whole');
    expect(await next.hear(seconds(1), true, never)).toBe('eins');
  });

  it('[HE33] a turn that the model refuses leaves the other turns alone', async () => {
    using good = engine.openTurn('acc_1', 'stream');
    await good.hear(seconds(1), false, never);
    using bad = engine.openTurn('acc_2', 'stream');
    await expect(bad.hear(refused, false, never)).rejects.toMatchObject({
      detail: 'The model failed: refused as asked',
    });
    expect(await good.hear(seconds(1), true, never)).toBe('eins zwei');
  });

  it('[HE33] a process that has grown is replaced, and the turns that wait are heard', async () => {
    for (let times = 0; times < 3; times++) {
      const turns = ['acc_1', 'acc_2', 'acc_3'].map((account) => engine.openTurn(account, 'whole'));
      const heard = turns.map((turn) => turn.hear(seconds(1, 0.7), true, never));
      expect(await Promise.all(heard)).toEqual(['eins', 'eins', 'eins']);
    }
  });

  it('[HE33] a model that crashes again and again is left alone for a while', async () => {
    for (let times = 0; times < 3; times++) {
      using turn = engine.openTurn('acc_1', 'whole');
      await expect(turn.hear(crashing, true, never)).rejects.toThrow(HearingFailure);
    }
    using turn = engine.openTurn('acc_1', 'whole');
    await expect(turn.hear(seconds(1), true, never)).rejects.toMatchObject({
      detail: expect.stringContaining('has failed 3 times'),
    });
    using other = engine.openTurn('acc_1', 'stream');
    expect(await other.hear(seconds(1), true, never)).toBe('eins');
  });

  it('[HE34] a turn has at most half a minute of sound', async () => {
    using turn = engine.openTurn('acc_1', 'stream');
    await turn.hear(new Float32Array(maxTurnSamples), false, never);
    await expect(turn.hear(new Float32Array(1), true, never)).rejects.toMatchObject({
      detail: 'The turn is too long.',
    });
  });

  it('[HE34] one account cannot open all turns', () => {
    const opened = [];
    try {
      for (let turns = 0; turns < 50; turns++) opened.push(engine.openTurn('acc_1', 'stream'));
      expect(() => engine.openTurn('acc_1', 'stream')).toThrow(pleaseType);
      opened.push(engine.openTurn('acc_2', 'stream'));
    } finally {
      for (const turn of opened) turn[Symbol.dispose]();
    }
    engine.openTurn('acc_1', 'stream')[Symbol.dispose]();
  });

  it('[HE34] turns without sound for a minute give way to others', async () => {
    let now = 0;
    const clock = { now: () => 0, monotonicMs: () => now };
    await using patient = new HearingEngine(room.voiceFolder, undefined, clock);
    const idle = Array.from({ length: 49 }, () => patient.openTurn('acc_1', 'stream'));
    using speaking = patient.openTurn('acc_1', 'stream');
    now = 61_000;
    speaking.add(seconds(1));
    using next = patient.openTurn('acc_1', 'stream');
    expect(await next.hear(seconds(1), true, never)).toBe('eins');
    expect(await speaking.hear(seconds(1), true, never)).toBe('eins zwei');
    for (const turn of idle) expect(() => turn.add(seconds(1))).toThrow(HearingFailure);
  });

  it.each([
    ['frames without samples', 0, 2],
    ['a sample now and then', 1, 3],
  ])('[HE34] turns that are kept open with %s give way to others', async (_what, samples, steps) => {
    let now = 0;
    const clock = { now: () => 0, monotonicMs: () => now };
    await using patient = new HearingEngine(room.voiceFolder, undefined, clock);
    const kept = Array.from({ length: 50 }, () => patient.openTurn('acc_1', 'stream'));
    for (let step = 1; step < steps; step++) {
      now += 40_000;
      expect(() => patient.openTurn('acc_1', 'stream')).toThrow(HearingFailure);
      for (const turn of kept) turn.add(new Float32Array(samples));
    }
    now += 40_000;
    using next = patient.openTurn('acc_1', 'stream');
    expect(await next.hear(seconds(1), true, never)).toBe('eins');
    for (const turn of kept) expect(() => turn.add(seconds(1))).toThrow(HearingFailure);
  });

  it('[HE34] frames without sound take no memory, and sound sample by sample no more than in one piece', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const usedBytes = () => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    using turn = engine.openTurn('acc_1', 'stream');
    const sample = new Float32Array(1);
    const before = usedBytes();
    for (let frames = 0; frames < 400_000; frames++) turn.add(new Float32Array(0));
    for (let frames = 0; frames < 100_000; frames++) turn.add(sample);
    expect(usedBytes() - before).toBeLessThan(4_000_000);
  });

  it('[HE33] [HE31] a turn after a model was replaced is heard by the new one, whatever the one before did', async () => {
    const replace = async () => {
      const source = await room.recogniser(
        `stream-${Math.random()}`,
        ['encoder.onnx', 'decoder.onnx', 'joiner.onnx'],
        'streaming',
      );
      const { voiceFolder } = room;
      await addCustomRecogniser({
        voiceFolder,
        source,
        name: 'stream',
        language: 'de',
        testSound: seconds(1),
      });
    };
    using lost = engine.openTurn('acc_1', 'stream');
    await lost.hear(seconds(1), false, never);
    for (let times = 0; times < 3; times++) {
      using turn = engine.openTurn('acc_2', 'stream');
      await expect(turn.hear(crashing, true, never)).rejects.toThrow(HearingFailure);
    }
    await replace();
    using next = engine.openTurn('acc_1', 'stream');
    expect(await next.hear(seconds(2), false, never)).toBe('eins zwei');
    await replace();
    await expect(next.hear(seconds(1), true, never)).rejects.toThrow(pleaseType);
    using last = engine.openTurn('acc_1', 'stream');
    expect(await last.hear(seconds(1), true, never)).toBe('eins');
  });

  it('[HE34] a visitor who leaves does not wait, and a removed model is named', async () => {
    using turn = engine.openTurn('acc_1', 'stream');
    await expect(turn.hear(seconds(1), true, AbortSignal.abort())).rejects.toMatchObject({
      stage: 'aborted',
    });
    await customRecognisers.remove(room.voiceFolder, 'whole');
    expect(() => engine.openTurn('acc_1', 'whole')).toThrow(HearingFailure);
    expect(engine.problemWith('own:whole')).toContain('There is no own recogniser "whole" on this machine.');
    expect(['own:stream', 'server'].map((name) => engine.problemWith(name))).toEqual([null, null]);
  });
});
