import type { Turn } from '@parley/protocol/management';

export type PhaseName = 'wait' | 'brain' | 'sentence' | 'sound';
export type Phase = { readonly name: PhaseName; readonly fromMs: number; readonly lengthMs: number };

const marks: readonly (readonly [PhaseName, (turn: Turn) => number | null])[] = [
  ['wait', ({ sentAt }) => sentAt],
  ['brain', ({ firstByteAt }) => firstByteAt],
  ['sentence', ({ firstSentenceAt }) => firstSentenceAt],
  ['sound', ({ firstAudioAt }) => firstAudioAt],
];

/** Splits a turn into consecutive phases. If a mark was not recorded, its phase belongs to the next one. */
export function phasesOf(turn: Turn): readonly Phase[] {
  let from = turn.receivedAt;
  const phases: Phase[] = [];
  for (const [name, at] of marks) {
    const until = at(turn);
    if (until === null || until < from) continue;
    phases.push({ name, fromMs: from - turn.receivedAt, lengthMs: until - from });
    from = until;
  }
  return phases;
}

export const firstSoundMs = (turn: Turn): number | null =>
  turn.firstAudioAt === null ? null : turn.firstAudioAt - turn.receivedAt;
