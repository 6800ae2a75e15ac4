import type { Speech } from '../playback.ts';

/** How the device's voice should speak a sentence. */
export type DeviceManner = NonNullable<Speech['device']>;
