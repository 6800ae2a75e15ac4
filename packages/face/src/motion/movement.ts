/** How much a face moves apart from its lips, which always move. */
interface MovementStyle {
  /** The size of what it does by itself: swaying, breathing, small jumps of the eyes. Without it, it does not nod while it listens. */
  readonly idle: number;
  /** The size of gestures, and of stressed words in head and shoulders. */
  readonly gestures: number;
  /** Whether the head follows gestures, moods, the eyes and the conversation at all. */
  readonly posture: 0 | 1;
  readonly blinkPace: number;
}

export const movementStyles = {
  lively: { idle: 1, gestures: 1, posture: 1, blinkPace: 1 },
  calm: { idle: 0, gestures: 0.5, posture: 1, blinkPace: 0.7 },
  still: { idle: 0, gestures: 0, posture: 0, blinkPace: 0.7 },
} as const satisfies Record<string, MovementStyle>;

export type Movement = keyof typeof movementStyles;

export const isMovement = (value: unknown): value is Movement =>
  typeof value === 'string' && Object.hasOwn(movementStyles, value);

/** What is wanted, but at most calm for visitors who prefer reduced motion. */
export const movementFor = (wanted: Movement | undefined, prefersReduced: boolean): Movement =>
  wanted === 'calm' || wanted === 'still' ? wanted : prefersReduced ? 'calm' : 'lively';
