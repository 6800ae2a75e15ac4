export const longestPauseMs = 10_000;

/** `500ms`, `1.5s`, or a bare number of milliseconds; at most ten seconds. */
export function parseDurationMs(value: string | undefined): number | undefined {
  const match = /^\+?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(ms|s)?$/i.exec(value?.trim() ?? '');
  if (match === null) return undefined;
  const scale = match[2]?.toLowerCase() === 's' ? 1000 : 1;
  return Math.min(longestPauseMs, Math.round(Number(match[1]) * scale));
}
