import { Button } from '@mantine/core';
import type { SignIn } from '@parley/protocol/dashboard';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { notifyError, notifySuccess } from '../../components/notifications.ts';
import { Panel } from '../../components/Panel.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { browserName } from './browser-name.ts';
import classes from './Profile.module.css';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';

const words = strings.profile;

export function SignInList() {
  const signIns = useApiQuery('me.signIns');
  return (
    <Panel title={words.signIns} lead={words.signInsLead} actions={<SignOutEverywhere />}>
      {signIns.isError ? <ErrorAlert error={signIns.error} /> : null}
      {signIns.isPending ? <RowSkeleton count={2} /> : null}
      <ul className={classes.lines}>
        {signIns.data?.items.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} />
        ))}
      </ul>
    </Panel>
  );
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const end = useApiMutation('me.endSignIn', {
    params: { signIn: signIn.id },
    invalidates: ['me.signIns'],
    onSuccess: () => notifySuccess(words.ended),
    onError: notifyError,
  });
  return (
    <li className={classes.line}>
      <span>
        {signIn.browser === null ? words.unknown : browserName(signIn.browser)}{' '}
        {signIn.current ? <StatusBadge tone="good">{words.thisBrowser}</StatusBadge> : null}
        <br />
        <span className={classes.quiet}>
          {signIn.address ?? words.unknown} · {words.seen} <Timestamp ago at={signIn.seenAt} />
        </span>
      </span>
      {signIn.current ? null : (
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => end.mutate(undefined)}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
