import { StatusBadge, type Tone } from '../../components/values/StatusBadge.tsx';
import { strings } from '../../strings/index.ts';

const tones: Readonly<Record<string, Tone>> = { LISTENING: 'busy', THINKING: 'warn', TALKING: 'good' };

const names: Readonly<Record<string, string>> = strings.sessions.avatarStatus;

export function AvatarStatusBadge({ status }: { status: string | null }) {
  if (status === null) return <span>–</span>;
  return <StatusBadge tone={tones[status] ?? 'quiet'}>{names[status] ?? status}</StatusBadge>;
}
