import type { Channel } from '../channel.ts';
import type { Caller } from './fair-queue.ts';
import type { VoiceThread } from './thread.ts';
import type { VoiceKind } from './worker-messages.ts';

export type UnitPiece<Timing> =
  | { readonly kind: 'timing'; readonly timing: Timing }
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> };

/** A unit for which a caller waits. */
export type Job<Kind extends VoiceKind> = {
  readonly unit: Kind['unit'];
  readonly caller: Caller;
  readonly pieces: Channel<UnitPiece<Kind['timing']>>;
};

/** The place of one thread, whether there is one or not. */
export type ThreadSlot<Kind extends VoiceKind> = {
  thread: VoiceThread<Kind> | undefined;
  state: 'empty' | 'starting' | 'idle' | 'busy';
  /** The first unit of a thread takes much longer than all others: it says nothing about the speed. */
  isWarm: boolean;
  job: Job<Kind> | undefined;
  /** Its job was called off. The model has worked for sound that was not made, so this says nothing about the speed. */
  isCutShort: boolean;
  /** How much sound was made of its job. */
  madeMs: number;
  timer: NodeJS.Timeout | undefined;
};

export const emptySlot = <Kind extends VoiceKind>(): ThreadSlot<Kind> => ({
  thread: undefined,
  state: 'empty',
  isWarm: false,
  job: undefined,
  isCutShort: false,
  madeMs: 0,
  timer: undefined,
});

/** It starts, or speaks its first unit. */
export const isWarmingUp = ({ state, isWarm }: Pick<ThreadSlot<VoiceKind>, 'state' | 'isWarm'>): boolean =>
  state === 'starting' || (state === 'busy' && !isWarm);
