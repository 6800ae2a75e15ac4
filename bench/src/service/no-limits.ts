/** The limits of a key that must not limit a measurement. */
export const noLimits = { burst: 1_000_000, rate: 1_000_000 };
