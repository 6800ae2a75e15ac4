import type { CreatedInvitation } from '@parley/protocol/management';
import { OneTimeSecrets } from '../../components/secrets/OneTimeSecrets.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.members;

/** The link of an invitation, which no mail server sends. */
export function InvitationLink({
  invitation,
  onKept,
}: {
  invitation: CreatedInvitation;
  onKept: () => void;
}) {
  return (
    <OneTimeSecrets
      secrets={[[text.link, invitation.link ?? '']]}
      advice={fill(text.linkText, { email: invitation.email })}
      onKept={onKept}
    />
  );
}
