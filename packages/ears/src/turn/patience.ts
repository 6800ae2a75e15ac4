/** How long silence may last if the model says that the visitor is not done, by the avatar's patience. */
export const patienceMs = { quick: 1_000, normal: 2_000, patient: 4_000 } as const;
