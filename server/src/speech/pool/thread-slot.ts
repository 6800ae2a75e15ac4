import type { Channel } from '../channel.ts';
import type { SpeechUnit, UnitTiming } from '../units/unit.ts';
import type { Caller } from './fair-queue.ts';
import type { VoiceThread } from './thread.ts';

export type UnitPiece =
  | { readonly kind: 'timing'; readonly timing: UnitTiming }
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> };

/** A unit that a caller waits for. */
export type Job = {
  readonly unit: SpeechUnit;
  readonly caller: Caller;
  readonly pieces: Channel<UnitPiece>;
};

/** Room for one thread, whether there is one or not. */
export type ThreadSlot = {
  thread: VoiceThread | undefined;
  state: 'empty' | 'starting' | 'idle' | 'busy';
  /** A thread's first unit takes much longer than all others, so it says nothing about the thread's speed. */
  isWarm: boolean;
  job: Job | undefined;
  /** Its job was aborted. The model has worked for sound that was not made, so this says nothing about the speed. */
  wasAborted: boolean;
  /** How much sound of its job was made. */
  soundMs: number;
  timer: NodeJS.Timeout | undefined;
};

export const emptySlot = (): ThreadSlot => ({
  thread: undefined,
  state: 'empty',
  isWarm: false,
  job: undefined,
  wasAborted: false,
  soundMs: 0,
  timer: undefined,
});

/** Whether the thread starts, or speaks its first unit. */
export const isWarmingUp = ({ state, isWarm }: Pick<ThreadSlot, 'state' | 'isWarm'>): boolean =>
  state === 'starting' || (state === 'busy' && !isWarm);
