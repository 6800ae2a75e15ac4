import type { Expectation, StepEntry } from './script-file.ts';

/** What a visitor does. */
export type Step =
  | {
      readonly kind: 'say' | 'send';
      readonly text: string;
      readonly interruptAfter: number | null;
      readonly expect: Expectation;
    }
  /** The avatar may say something by itself. A callback has to come, and ends the wait. */
  | { readonly kind: 'silence' | 'callback'; readonly ms: number; readonly expect: Expectation }
  | { readonly kind: 'drop'; readonly ms: number }
  | { readonly kind: 'hangUp' };

const stepKinds = ['say', 'send', 'silence', 'callback', 'drop', 'hangUp'] as const;
const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };
const longestMs = 10 * 60_000;

/** Milliseconds of a text such as "500ms", "3s" or "2m"; null if it is none of at most ten minutes. */
export function durationMs(text: string): number | null {
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?(ms|s|m)$/.exec(text) ?? [];
  const ms = Number(number) * (unitsMs[unit] ?? Number.NaN);
  return ms <= longestMs ? ms : null;
}

/** What a checked entry means. */
export function stepOf(entry: StepEntry): Step {
  const { interruptAfter = null, expect = {} } = entry;
  if (entry.say !== undefined) return { kind: 'say', text: entry.say, interruptAfter, expect };
  if (entry.send !== undefined) return { kind: 'send', text: entry.send, interruptAfter, expect };
  if (entry.silence !== undefined) return { kind: 'silence', ms: durationMs(entry.silence) ?? 0, expect };
  if (entry.callback !== undefined) return { kind: 'callback', ms: durationMs(entry.callback) ?? 0, expect };
  if (entry.drop !== undefined) return { kind: 'drop', ms: durationMs(entry.drop) ?? 0 };
  return { kind: 'hangUp' };
}

/** The step as it is written in a script. */
export function stepText(entry: StepEntry): string {
  const [kind = ''] = kindsOf(entry);
  const cut = entry.interruptAfter === undefined ? '' : ` (interrupted after ${entry.interruptAfter} words)`;
  return kind === 'hangUp' ? 'hang up' : `${kind}: ${String(entry[kind as keyof StepEntry])}${cut}`;
}

export const kindsOf = (entry: object): readonly string[] => stepKinds.filter((kind) => kind in entry);
