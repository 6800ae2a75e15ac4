import { readFile } from 'node:fs/promises';
import { clipRate, joined, silence } from '../../../e2e/testing/clips.ts';
import { frameMs, frameSamples } from '../../../packages/ears/src/capture/frame.ts';
import { Segmenter } from '../../../packages/ears/src/listening/segmenter.ts';
import { ActivityModel } from '../../../packages/ears/src/recognition/activity-model.ts';
import { patienceMs } from '../../../packages/ears/src/turn/silence-times.ts';
import { startTurnModel } from '../../../packages/ears/src/turn/turn-model.ts';
import { sentenceEnd, verdictOf } from '../../../packages/ears/src/turn/verdict.ts';
import { loadOnnxRuntime } from '../../../server/src/speech/index.ts';
import { openRecogniser } from '../voice-words/recogniser.ts';
import { type Clip, noisy } from './clips.ts';

const activityFile = new URL(
  '../../../node_modules/@ricky0123/vad-web/dist/silero_vad_v5.onnx',
  import.meta.url,
);

export type Decision = {
  readonly clip: Clip;
  /** How often the turn ended before the last sample of speech. */
  readonly premature: number;
  /** From the last sample to the end of the turn; null if there was none after it. */
  readonly delayMs: number | null;
  /** What the model said at each pause. */
  readonly probabilities: readonly number[];
};

export type Rule = 'half a second' | 'model';

/** Decides about clips faster than real time. Checks of the model and recognition take no time here. */
export async function openDecider(turnModelFile: string) {
  const runtime = await loadOnnxRuntime();
  const activity = new ActivityModel(await runtime.open(await readFile(activityFile)), runtime.Tensor);
  const open = (model: Uint8Array<ArrayBuffer>) => runtime.open(Buffer.from(model.buffer));
  // Segments have silence at both ends.
  const recogniser = await openRecogniser(0);
  const probabilityOf = await startTurnModel(await readFile(turnModelFile), open, runtime.Tensor);
  return async (clip: Clip, rule: Rule): Promise<Decision> => {
    const quiet = (ms: number) => (clip.scene === 'noise' ? noisy(silence(ms)) : silence(ms));
    const before = quiet(640);
    const sound = joined([before, clip.sound, quiet(5_000)]);
    const lastSampleMs = ((before.length + clip.sound.length) * 1000) / clipRate;
    activity.reset();
    const segmenter = new Segmenter(patienceMs.normal);
    const ends: number[] = [];
    const probabilities: number[] = [];
    let words: string | null = null;
    for (let at = 0; at + frameSamples <= sound.length; at += frameSamples) {
      const frame = sound.slice(at, at + frameSamples);
      const nowMs = ((at + frameSamples) * 1000) / clipRate;
      const event = segmenter.push(frame, await activity.probabilityOf(frame));
      if (event?.kind === 'end') ends.push(nowMs);
      if (rule === 'half a second') continue;
      if (event?.kind === 'pause') words = await recogniser.recognise(segmenter.audio(), clipRate);
      if (event?.kind !== 'silence') continue;
      const probability = await probabilityOf(segmenter.audioWithSilence());
      probabilities.push(probability);
      segmenter.hold();
      const verdict = verdictOf(probability, event.isLong, sentenceEnd(words));
      if (verdict === 'usual') segmenter.release();
      if (verdict !== 'done') continue;
      segmenter.finish();
      ends.push(nowMs);
    }
    const last = ends.find((end) => end >= lastSampleMs - frameMs);
    return {
      clip,
      premature: ends.filter((end) => end < lastSampleMs - frameMs).length,
      delayMs: last === undefined ? null : last - lastSampleMs,
      probabilities,
    };
  };
}
