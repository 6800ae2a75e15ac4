import { describe, expect, it } from 'vitest';
import { seededRandom } from '../maths/random.ts';
import { type Behaviour, createBehaviour } from './behaviour.ts';
import type { FaceFrame } from './face-frame.ts';
import { motions } from './gestures.ts';
import { faceModes } from './modes.ts';
import { type Movement, movementFor } from './movement.ts';
import { uncheckedCommands } from './unchecked-commands.ts';

const make = (movement: Movement = 'lively'): Behaviour =>
  createBehaviour({ random: seededRandom(3), movement });

/** Runs from one time to another and returns every frame. */
function run(behaviour: Behaviour, fromMs: number, toMs: number): FaceFrame[] {
  const frames: FaceFrame[] = [];
  for (let nowMs = fromMs; nowMs <= toMs; nowMs += 16) frames.push(behaviour.frame(nowMs));
  return frames;
}
const last = (frames: readonly FaceFrame[]): FaceFrame => frames.at(-1) ?? make().frame(0);
const vowel = (startMs: number, durationMs: number) => ({ viseme: 'aa' as const, startMs, durationMs });
/** The third vowel is stressed. */
const stress = [vowel(0, 80), vowel(200, 80), vowel(400, 300), vowel(800, 80)];
const range = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

describe('what a face does by itself', () => {
  it.for(faceModes)('is finite and within the range of its parts while %s', (mode) => {
    const behaviour = make();
    behaviour.setMode(mode);
    const frames = run(behaviour, 0, 60_000);
    const isWithin = ({ expressions, head, gaze, breath }: (typeof frames)[number]): boolean =>
      Object.values(expressions).every((weight) => weight >= 0 && weight <= 1) &&
      [head.pitch, head.yaw, head.roll, gaze.x, gaze.y].every((value) => Math.abs(value) < 0.7) &&
      Math.abs(breath) <= 1;
    expect(frames.length).toBeGreaterThan(1_000);
    expect(frames.find((frame) => !isWithin(frame))).toBeUndefined();
  });

  it('blinks several times a minute and closes its eyes completely', () => {
    const shut = run(make(), 0, 60_000).map(({ expressions }) => expressions.eyeBlinkLeft ?? 0);
    const blinks = shut.filter((value, i) => value > 0.9 && (shut[i - 1] ?? 0) <= 0.9).length;
    expect(blinks).toBeGreaterThan(8);
    expect(blinks).toBeLessThan(40);
  });

  it('leans in and nods while listening, and looks away while thinking', () => {
    const behaviour = make();
    const idle = last(run(behaviour, 0, 3000));
    behaviour.setMode('listening');
    const listening = run(behaviour, 3016, 15_000);
    expect(last(listening).lean).toBeGreaterThan(idle.lean + 0.3);
    expect(range(listening.map(({ head }) => head.pitch))).toBeGreaterThan(0.06);
    behaviour.setMode('thinking');
    const { gaze, head } = last(run(behaviour, 15_016, 18_000));
    expect(Math.hypot(gaze.x + head.yaw, gaze.y)).toBeGreaterThan(0.2);
  });

  it('[MO11] [MO13] does nothing but blink by itself when it is calm, and speaks and nods on command', () => {
    const behaviour = make('calm');
    const frames = run(behaviour, 0, 20_000);
    expect(range(frames.map(({ head }) => head.yaw))).toBe(0);
    expect(range(frames.map(({ breath }) => breath))).toBe(0);
    expect(Math.max(...frames.map(({ expressions }) => expressions.eyeBlinkLeft ?? 0))).toBeGreaterThan(0.9);
    behaviour.speak([{ viseme: 'aa', startMs: 0, durationMs: 400 }], () => 200);
    behaviour.gesture('nod', 1);
    const spoken = run(behaviour, 20_016, 20_600);
    expect(last(spoken).visemes.aa).toBeGreaterThan(0.5);
    const nod = range(spoken.map(({ head }) => head.pitch));
    expect(nod).toBeGreaterThan(0.05);
    expect(nod).toBeLessThan(0.12);
    behaviour.setMode('listening');
    expect(last(run(behaviour, 20_616, 24_000)).lean).toBeGreaterThan(0.3);
  });

  it('[MO12] [MO13] keeps head and eyes in place when it is still, and speaks and shows moods', () => {
    const behaviour = make('still');
    behaviour.look('left');
    behaviour.setEmotion('happy', 1);
    behaviour.speak(stress, () => 550);
    const frames = faceModes.flatMap((mode, i) => {
      behaviour.setMode(mode);
      for (const gesture of Object.keys(motions) as (keyof typeof motions)[]) behaviour.gesture(gesture, 1);
      return run(behaviour, 5000 * i, 5000 * i + 4984);
    });
    for (const { head, lean, gaze, breath, shoulders } of frames)
      for (const value of [head.pitch, head.yaw, head.roll, lean, gaze.x, gaze.y, breath, shoulders])
        expect(value).toBeCloseTo(0, 10);
    const most = (name: 'eyeBlinkLeft' | 'mouthSmileLeft') =>
      Math.max(...frames.map(({ expressions }) => expressions[name] ?? 0));
    expect(most('eyeBlinkLeft')).toBeGreaterThan(0.9);
    expect(most('mouthSmileLeft')).toBeGreaterThan(0.5);
    const lively = make();
    lively.speak(stress, () => 550);
    expect(last(frames).mouth).toEqual(last(run(lively, 0, 984)).mouth);
  });

  it.for([
    ['lively', false, 'lively'],
    ['lively', true, 'calm'],
    ['calm', true, 'calm'],
    ['still', true, 'still'],
    [undefined, true, 'calm'],
  ] as const)('[MO14] is %s, reduced motion: %s → %s', ([wanted, prefersReduced, shown]) => {
    expect(movementFor(wanted, prefersReduced)).toBe(shown);
  });

  it('does not jump after a pause of the page', () => {
    const behaviour = make();
    run(behaviour, 0, 2000);
    behaviour.setMode('listening');
    expect(behaviour.frame(600_000).lean).toBeLessThan(0.15);
  });

  it('raises brows, head and shoulders on a stressed vowel', () => {
    const behaviour = make('calm');
    let heardMs = 0;
    behaviour.speak(stress, () => heardMs);
    behaviour.frame(0);
    heardMs = 550;
    const stressed = behaviour.frame(550);
    expect(stressed.expressions.browInnerUp).toBeGreaterThan(0.1);
    expect(stressed.shoulders).toBeGreaterThan(0.05);
    heardMs = 900;
    const after = behaviour.frame(900);
    expect(after.expressions.browInnerUp ?? 0).toBeLessThan(0.05);
    expect(after.shoulders).toBeLessThan(0.02);
  });
});

describe('commands from outside', () => {
  it('turn the eyes, the mood and the head', () => {
    const behaviour = make('calm');
    const orders = uncheckedCommands(behaviour);
    orders.look('left');
    orders.setEmotion('happy', 0.8);
    const frame = last(run(behaviour, 0, 3000));
    expect(frame.gaze.x + frame.head.yaw).toBeGreaterThan(0.3);
    expect(frame.expressions.mouthSmileLeft).toBeGreaterThan(0.5);
    orders.look('user');
    orders.setEmotion('neutral', 1);
    expect(last(run(behaviour, 3016, 8000)).expressions.mouthSmileLeft).toBeLessThan(0.3);
  });

  it.for(['', 'nonsense', 'constructor', '__proto__', 'toString'])(
    'do nothing where the word is %j',
    (word) => {
      const [told, untold] = [make('calm'), make('calm')];
      const orders = uncheckedCommands(told);
      orders.setEmotion(word, 1);
      orders.gesture(word, 3);
      orders.look(word);
      expect(last(run(told, 0, 1000))).toEqual(last(run(untold, 0, 1000)));
    },
  );

  it('take an invalid intensity as 1', () => {
    const behaviour = make('calm');
    uncheckedCommands(behaviour).setEmotion('surprised', Number.NaN);
    expect(last(run(behaviour, 0, 3000)).expressions.eyeWide).toBeGreaterThan(0.8);
  });

  it('queue only a limited number of gestures', () => {
    const behaviour = make('calm');
    behaviour.gesture('nod', 1_000_000);
    run(behaviour, 0, 6000);
    const later = run(behaviour, 6016, 8000).map(({ head }) => head.pitch);
    expect(range(later)).toBeLessThan(0.001);
  });
});
