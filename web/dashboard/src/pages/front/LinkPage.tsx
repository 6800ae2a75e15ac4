import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { Problem } from '../../parts/Problem.tsx';
import { TextLink } from '../../parts/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { useEnter } from './after-sign-in.ts';
import { FrontPage } from './FrontPage.tsx';
import { LinkMissing } from './LinkMissing.tsx';
import { useTokenInAddress } from './token-in-address.ts';

/** A click is asked for, so that a mail program's look at the link does not use it up. */
export function LinkPage() {
  const token = useTokenInAddress();
  const enter = useEnter();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>(null);
  const use = useApiMutation('auth.link', {
    onDone: (step) => {
      if (step.next === 'done') enter('/profile');
      else void navigate({ to: '/sign-in/second-step', search: {} });
    },
    onProblem: setProblem,
  });
  return (
    <FrontPage
      title={strings.signIn.linkTitle}
      lead={strings.signIn.linkLead}
      foot={
        <TextLink to="/sign-in" size="sm">
          {strings.signIn.back}
        </TextLink>
      }
    >
      <Stack>
        {problem === null ? null : <Problem error={problem} />}
        {token === '' ? <LinkMissing /> : null}
        <Button disabled={token === ''} loading={use.isPending} onClick={() => use.mutate({ token })}>
          {strings.signIn.linkSubmit}
        </Button>
      </Stack>
    </FrontPage>
  );
}
