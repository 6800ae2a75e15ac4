import type { SpeechPool } from '../pool/speech-pool.ts';
import { callerOf, type PlacedTiming, type Placement, UnitPlayer } from '../pool/unit-player.ts';
import { readScript } from '../script/script.ts';
import { roundMs } from '../visemes/timed-visemes.ts';
import { abortedFailure, type TimedMark, type TimedWord, type Voice } from '../voice.ts';
import { planSpeech, type SpeechStep } from './plan.ts';
import { type FliteKind, type FliteVoiceName, fliteRate, type UnitTiming } from './speech-unit.ts';

export type FlitePool = SpeechPool<FliteKind>;

/** The simple built-in voice: English, with exact times, inside the service. */
export function createFliteVoice(pool: FlitePool, name: FliteVoiceName, account: string): Voice {
  return {
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      yield {
        kind: 'start',
        format: { sampleRate: fliteRate },
        precision: { words: 'exact', visemes: 'exact' },
      };
      const plan = planSpeech(readScript(sentence), name);
      const caller = callerOf(account, sentence);
      yield* new UnitPlayer({ pool, plan, sampleRate: fliteRate, caller, signal, placement }).play();
    },
  };
}

const placement: Placement<FliteKind, SpeechStep> = { place: placeUnit };

function placeUnit({ captions, marks }: SpeechStep, timing: UnitTiming, nowMs: number): PlacedTiming {
  const words: TimedWord[] = [];
  let first = 0;
  for (const { from, to, count } of captions) {
    const spans = timing.words.slice(first, first + count).filter((span) => span !== undefined);
    first += count;
    const startMs = spans[0]?.[0];
    const endMs = spans.at(-1)?.[1];
    if (startMs === undefined || endMs === undefined) continue;
    words.push({ startMs: roundMs(nowMs + startMs), durationMs: roundMs(endMs - startMs), from, to });
  }
  const placed: TimedMark[] = marks.map(({ name, word }) => {
    const atMs = timing.words[word]?.[0] ?? timing.durationMs;
    return { name, atMs: roundMs(nowMs + atMs) };
  });
  const visemes = timing.visemes.map((viseme) => ({ ...viseme, startMs: roundMs(nowMs + viseme.startMs) }));
  const lastEndMs = timing.words.findLast((span) => span !== undefined)?.[1] ?? 0;
  return { timing: { visemes, words, marks: placed }, lastWordEndMs: nowMs + lastEndMs };
}
