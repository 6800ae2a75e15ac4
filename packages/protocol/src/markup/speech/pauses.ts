import { readAttributes } from '../reading/attributes.ts';

export const longestPauseMs = 10_000;
const strengths = { none: 0, 'x-weak': 150, weak: 300, medium: 500, strong: 800, 'x-strong': 1200 };
const lengths: ReadonlyMap<string, number> = new Map(Object.entries(strengths));
const defaultMs = 500;

/** `500ms`, `1.5s`, or a bare number of milliseconds; at most ten seconds. */
export function parseDurationMs(value: string | undefined): number | undefined {
  const match = /^\+?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(ms|s)?$/i.exec(value?.trim() ?? '');
  if (match === null) return undefined;
  const scale = match[2]?.toLowerCase() === 's' ? 1000 : 1;
  return Math.min(longestPauseMs, Math.round(Number(match[1]) * scale));
}

/** The length of a `<break>`. `time` takes precedence over `strength`. */
export function breakMs(raw: string): number {
  const attributes = readAttributes(raw);
  const strength = attributes.get('strength')?.trim().toLowerCase() ?? '';
  return parseDurationMs(attributes.get('time')) ?? lengths.get(strength) ?? defaultMs;
}
