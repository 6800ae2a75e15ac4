/** A silence this long is told, but nothing is decided yet. */
export const pauseMs = 200;

/**
 * When the model is asked whether the visitor is done. It is asked twice before the usual end: often it is sure only the
 * second time.
 */
export const judgedAtMs: readonly number[] = [320, 384];

/** A silence this long ends a turn if no model judges it. */
export const usualEndMs = 512;

/** How long silence may last if the model says that the visitor is not done, by the avatar's patience. */
export const patienceMs = { quick: 1_000, normal: 2_000, patient: 4_000 } as const;
