import type { Attack } from './attack.ts';
import { garbageFrames } from './garbage-frames.ts';

/** Every attack that once stopped the service, or held something of it for good. */
export const attacks: readonly Attack[] = [garbageFrames];
