import { StatusBadge, type Tone } from '../../components/values/StatusBadge.tsx';
import { strings } from '../../strings/index.ts';

const tones: Readonly<Record<string, Tone>> = { LISTENING: 'busy', THINKING: 'warn', TALKING: 'good' };

export function AvatarStatusBadge({ status }: { status: string | null }) {
  if (status === null) return <span>–</span>;
  return (
    <StatusBadge tone={tones[status] ?? 'quiet'}>
      {strings.sessions.avatarStatus[status] ?? status}
    </StatusBadge>
  );
}
