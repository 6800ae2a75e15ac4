import { strings } from '../../strings/index.ts';

const text = strings.sessions;

/** How a session ended. Sessions of older versions have only the reason. */
export function endText(session: {
  readonly endReason: string | null;
  readonly endedBy: string | null;
}): string {
  const { endReason, endedBy } = session;
  if (endReason === null) return '–';
  if (endReason === 'max_duration_reached' || endedBy === null) return text.reasons[endReason] ?? endReason;
  return text.enders[endedBy] ?? endedBy;
}
