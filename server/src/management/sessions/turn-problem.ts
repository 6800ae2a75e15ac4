import { shortLine } from '@parley/protocol';
import type { TurnRow } from '../../live/index.ts';

const maxExcerpt = 200;

/** Why a turn failed, in a sentence, with the start of what the other server answered. Null if nothing went wrong. */
export function problemOf({ outcome, detail }: Pick<TurnRow, 'outcome' | 'detail'>): string | null {
  const { problem, statusMessage, body, voice, error } = (detail ?? {}) as Record<string, unknown>;
  if (outcome !== 'failed' && typeof problem !== 'string') return null;
  const reason = [problem, voice, error].find(isText) ?? 'The reason was not recorded.';
  const said = shortLine([statusMessage, body].find(isText) ?? '', maxExcerpt);
  // The reason may name the message already.
  return reason.includes(said) ? reason : `${reason} It answered: ${said}`;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
