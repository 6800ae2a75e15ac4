import { vi } from 'vitest';
import { createVoiceWithFallback } from '../../fallback/voice-with-fallback.ts';
import { createVoiceWithSpare, VoiceAssignments } from '../../fallback/voice-with-spare.ts';
import { createNaturalVoice } from '../../natural/natural-voice.ts';
import { naturalSpec } from '../../natural/people/spec.ts';
import { sampleRate } from '../../natural/wave/frames.ts';
import { PieceWriter } from '../../piece-writer.ts';
import { neverAborted, sentenceOf } from '../../testing/collect.ts';
import { quiet } from '../../testing/flite-under-test.ts';
import type { Voice } from '../../voice.ts';
import { SpeechPool } from '../speech-pool.ts';
import { timedThread } from './timed-thread.ts';

export type CrowdPlan = {
  readonly threads: number;
  /** How long a second of sound takes, in seconds, at a moment of the simulated time. */
  factorAt(nowMs: number): number;
  readonly sessions: readonly SessionPlan[];
  readonly untilMs: number;
};

/** A session that starts at some moment. It hears one turn after the other; a sentence is a number of characters. */
export type SessionPlan = {
  readonly atMs: number;
  readonly turns: readonly { readonly pauseMs: number; readonly sentences: readonly number[] }[];
};

/** What a session heard. */
export type Visit = {
  /** The sample rate of each sentence shows which voice spoke it. */
  readonly rates: Set<number>;
  gaps: number;
  worstGapMs: number;
  slowestStartMs: number;
};

export const naturalRate = sampleRate;
const spareRate = 16_000;
/** As in live sessions: how far the sound may be ahead of its playback. */
const aheadMs = 20_000;
const clock = { now: () => Date.now(), monotonicMs: () => performance.now() };

const spare: Voice = {
  async *speak({ text }) {
    const writer = new PieceWriter(spareRate);
    yield {
      kind: 'start',
      format: { sampleRate: spareRate },
      precision: { words: 'exact', visemes: 'exact' },
    };
    yield writer.audio(new Uint8Array(2 * 65 * 16 * text.length));
    yield writer.end();
  },
};

/** Runs a crowd through the real queue, admission and fallback. Only the threads and the time are simulated. */
export async function playCrowd(plan: CrowdPlan): Promise<{ visits: readonly Visit[]; spares: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  try {
    const startMs = performance.now();
    let spares = 0;
    const pool = new SpeechPool({
      setup: async () => ({ folder: '' }),
      entry: new URL('file:///'),
      sampleRate,
      threads: plan.threads,
      limitMs: 10_000,
      startLimitMs: 30_000,
      idleMs: 60_000,
      isNeeded: () => true,
      startThread: (_setup, events) => timedThread(events, () => plan.factorAt(performance.now() - startMs)),
      clock,
      log: quiet,
    });
    const assignments = new VoiceAssignments({
      isFull: (listeners) => pool.load.isFull(listeners),
      onSpare: () => {
        spares += 1;
      },
      clock,
    });
    const main = createNaturalVoice(pool, naturalSpec('mara'), 'acc_1');
    const voice = createVoiceWithFallback({
      main: createVoiceWithSpare(main, spare, assignments),
      fallback: spare,
      firstSoundMs: 4_000,
      breakers: null,
      name: '',
      onFallback({ caller }) {
        if (caller !== undefined) assignments.fellBack(caller);
      },
    });
    const visits = plan.sessions.map((session, index) => attend(session, `session ${index}`, voice));
    while (performance.now() - startMs < plan.untilMs) {
      vi.advanceTimersToNextTimer();
      await new Promise(setImmediate);
    }
    await pool[Symbol.asyncDispose]();
    return { visits, spares };
  } finally {
    vi.useRealTimers();
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, Math.max(0, ms)));

function attend({ atMs, turns }: SessionPlan, caller: string, voice: Voice): Visit {
  const visit: Visit = { rates: new Set(), gaps: 0, worstGapMs: 0, slowestStartMs: 0 };
  let playedUntilMs = 0;
  const hear = async (characters: number, isFirst: boolean) => {
    const askedMs = performance.now();
    const soundLeftMs = Math.max(0, playedUntilMs - askedMs);
    let isStart = isFirst;
    const sentence = sentenceOf(words(characters), { caller, soundLeftMs });
    for await (const piece of voice.speak(sentence, neverAborted)) {
      if (piece.kind === 'start') visit.rates.add(piece.format.sampleRate);
      if (piece.kind !== 'audio') continue;
      const nowMs = performance.now();
      if (isStart) visit.slowestStartMs = Math.max(visit.slowestStartMs, nowMs - askedMs);
      else if (nowMs > playedUntilMs) {
        visit.gaps += 1;
        visit.worstGapMs = Math.max(visit.worstGapMs, nowMs - playedUntilMs);
      }
      isStart = false;
      playedUntilMs = Math.max(nowMs, playedUntilMs) + piece.durationMs;
      await wait(playedUntilMs - nowMs - aheadMs);
    }
  };
  const talk = async () => {
    await wait(atMs);
    for (const { pauseMs, sentences } of turns) {
      for (const [index, characters] of sentences.entries()) await hear(characters, index === 0);
      await wait(playedUntilMs - performance.now() + pauseMs);
    }
  };
  void talk().catch(() => undefined);
  return visit;
}

/** Half of it is a clause. */
const words = (characters: number): string => {
  const half = 'x'.repeat(Math.floor(characters / 2));
  return `${half}, ${half}`;
};
