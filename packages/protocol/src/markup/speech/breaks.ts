import { readAttributes } from '../reading/attributes.ts';
import { parseDurationMs } from './durations.ts';

const strengths: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['x-weak', 150],
  ['weak', 300],
  ['medium', 500],
  ['strong', 800],
  ['x-strong', 1200],
]);
const defaultMs = 500;

/** The length of a `<break>`. `time` takes precedence over `strength`. */
export function breakMs(raw: string): number {
  const attributes = readAttributes(raw);
  const strength = attributes.get('strength')?.trim().toLowerCase() ?? '';
  return parseDurationMs(attributes.get('time')) ?? strengths.get(strength) ?? defaultMs;
}
