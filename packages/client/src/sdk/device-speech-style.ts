import type { Speech } from '../playback.ts';

/** How the device's voice should speak a sentence. */
export type DeviceSpeechStyle = NonNullable<Speech['device']>;
