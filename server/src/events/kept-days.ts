export const dayMs = 24 * 3_600_000;
/** How long a finished delivery stays in the log, and an event in the feed. */
export const keptDays = 30;
