/** How long things are valid, in seconds. */
export const lifetimes = {
  /** The person may have to sign in first. */
  interaction: 1_800,
  code: 60,
  accessToken: 3_600,
  /** Counted from its last use: each use gives a new one. */
  refreshToken: 90 * 86_400,
} as const;
