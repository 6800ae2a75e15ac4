import type { CreatedInvitation, Invitation } from '@parley/protocol/management';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { SecretDialog } from '../../components/secrets/SecretDialog.tsx';
import { fill, strings } from '../../strings/index.ts';
import { InvitationLink } from './InvitationLink.tsx';

const text = strings.members;

/** Sends an invitation again. Without a mail server it shows a new link. */
export function ResendButton({ id, email }: Invitation) {
  const { sendsMail } = useMe().installation;
  const [shown, setShown] = useState<CreatedInvitation | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <ActionButton
        call="invitations.resend"
        params={{ invitation: id }}
        invalidates={['invitations.list']}
        variant="subtle"
        size="compact-sm"
        label={sendsMail ? text.resend : text.newLink}
        {...(sendsMail ? { done: text.resent } : {})}
        onDone={(answer) => setShown(answer.link === null ? null : answer)}
      />
      <SecretDialog
        opened={shown !== null}
        onClose={close}
        isSecretShown
        size="lg"
        title={fill(text.linkTitle, { email })}
      >
        {shown === null ? null : <InvitationLink invitation={shown} onKept={close} />}
      </SecretDialog>
    </>
  );
}
