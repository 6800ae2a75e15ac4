import { strings } from '../../strings/index.ts';

const reasons: Readonly<Record<string, string>> = strings.sessions.reasons;
const enders: Readonly<Record<string, string>> = strings.sessions.enders;

/** How a session ended. Sessions of older versions have only the reason. */
export function endText(session: {
  readonly endReason: string | null;
  readonly endedBy: string | null;
}): string {
  const { endReason, endedBy } = session;
  if (endReason === null) return '–';
  if (endReason === 'max_duration_reached' || endedBy === null) return reasons[endReason] ?? endReason;
  return enders[endedBy] ?? endedBy;
}
