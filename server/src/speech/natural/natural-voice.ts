import type { SpeechPool } from '../pool/speech-pool.ts';
import { callerOf, type Placement, UnitPlayer } from '../pool/unit-player.ts';
import { readScript } from '../script/script.ts';
import { captionTimes } from '../units/caption-times.ts';
import { planSpeech } from '../units/plan.ts';
import type { SpeechStep } from '../units/plan-step.ts';
import type { ClauseWord, NaturalKind, NaturalVoiceSpec } from '../units/unit.ts';
import { roundMs } from '../visemes/timed-visemes.ts';
import { abortedFailure, type TimedMark, type Voice } from '../voice.ts';
import { sampleRate } from './wave/frames.ts';

export type NaturalPool = SpeechPool<NaturalKind>;

/** A natural voice: English, by a neural network, with exact times, inside the service. */
export function createNaturalVoice(pool: NaturalPool, voice: NaturalVoiceSpec, account: string): Voice {
  return {
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      yield { kind: 'start', format: { sampleRate }, precision: { words: 'exact', visemes: 'exact' } };
      const plan = planSpeech(readScript(sentence), voice);
      const caller = callerOf(account, sentence);
      const placement = createPlacement();
      yield* new UnitPlayer({ pool, plan, sampleRate, caller, signal, placement }).play();
    },
  };
}

/** Places the clauses of one sentence. A unit reports its times clause by clause, so some captions and marks wait. */
function createPlacement(): Placement<NaturalKind, SpeechStep> {
  let placedUntil = 0;
  let placedMarks = 0;
  const dueMarks = (step: SpeechStep, words: readonly ClauseWord[], nowMs: number): TimedMark[] => {
    const due: TimedMark[] = [];
    for (const { name, at } of step.marks.slice(placedMarks)) {
      const word = words.find(({ to }) => to > at);
      if (word === undefined) break;
      due.push({ name, atMs: roundMs(nowMs + word.startMs) });
    }
    placedMarks += due.length;
    return due;
  };
  return {
    place(step, { visemes, words }, nowMs) {
      const reached = words.at(-1)?.to ?? placedUntil;
      const captions = step.captions.filter(({ from }) => from >= placedUntil && from < reached);
      placedUntil = Math.max(placedUntil, reached);
      return {
        timing: {
          visemes: visemes.map((viseme) => ({ ...viseme, startMs: roundMs(nowMs + viseme.startMs) })),
          words: captionTimes(captions, words, nowMs),
          marks: dueMarks(step, words, nowMs),
        },
        lastWordEndMs: nowMs + (words.at(-1)?.endMs ?? 0),
      };
    },
    finish(step, nowMs) {
      if (step.unit.part === 'beginning') return undefined;
      const marks = step.marks.slice(placedMarks).map(({ name }) => ({ name, atMs: nowMs }));
      placedUntil = 0;
      placedMarks = 0;
      return marks.length === 0 ? undefined : { marks };
    },
  };
}
