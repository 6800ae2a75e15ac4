import type { Grant } from '@parley/protocol/management';
import { strings } from '../../strings/index.ts';

const shown = 3;

/** The avatars of a grant by name. */
export function GrantedAvatars({ avatars }: { avatars: Grant['avatars'] }) {
  if (avatars === null) return strings.allowed.allAvatars;
  const names = avatars.map(({ name }) => name);
  const rest = names.length - shown;
  return (
    <span title={rest > 0 ? names.join(', ') : undefined}>
      {names.slice(0, shown).join(', ')}
      {rest > 0 ? ` +${rest}` : ''}
    </span>
  );
}
