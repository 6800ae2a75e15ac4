import { abortedStreams } from './aborted-streams.ts';
import type { Attack } from './attack.ts';
import { connectResets } from './connect-resets.ts';
import { deepJson } from './deep-json.ts';
import { fullQueues } from './full-queues.ts';
import { garbageFrames } from './garbage-frames.ts';
import { guesses } from './guesses.ts';
import { oddFrames } from './odd-frames.ts';
import { parallelChanges } from './parallel-changes.ts';
import { slowTexts } from './slow-texts.ts';

/** Every attack that once stopped the service, or held something of it for good. */
export const attacks: readonly Attack[] = [
  garbageFrames,
  oddFrames,
  deepJson,
  connectResets,
  abortedStreams,
  slowTexts,
  parallelChanges,
  guesses,
  fullQueues,
];
