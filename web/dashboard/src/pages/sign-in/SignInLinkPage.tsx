import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { IncompleteLink } from './IncompleteLink.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { useTokenFromUrl } from './token-from-url.ts';

/** The link works once and needs a click, so that the link preview of a mail program does not use it up. */
export function SignInLinkPage() {
  const token = useTokenFromUrl();
  const finishSignIn = useFinishSignIn();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const use = useApiMutation('auth.link', {
    onSuccess: (step) => {
      if (step.next === 'done') finishSignIn('/profile');
      else void navigate({ to: '/sign-in/second-step', search: {} });
    },
    onError: setError,
  });
  return (
    <SignInLayout
      title={strings.signIn.linkTitle}
      lead={strings.signIn.linkLead}
      foot={
        <TextLink to="/sign-in" size="sm">
          {strings.signIn.back}
        </TextLink>
      }
    >
      <Stack>
        {error === null ? null : <ErrorAlert error={error} />}
        {token === '' ? <IncompleteLink /> : null}
        <Button disabled={token === ''} loading={use.isPending} onClick={() => use.mutate({ token })}>
          {strings.signIn.linkSubmit}
        </Button>
      </Stack>
    </SignInLayout>
  );
}
