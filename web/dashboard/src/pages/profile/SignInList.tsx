import { Button } from '@mantine/core';
import type { SignIn } from '@parley/protocol/management';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { browserName } from './browser-name.ts';
import classes from './Profile.module.css';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';

const text = strings.profile;

export function SignInList() {
  const signIns = useApiQuery('me.signIns');
  return (
    <Panel title={text.signIns} lead={text.signInsLead} actions={<SignOutEverywhere />}>
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
    onSuccess: () => notifySuccess(text.ended),
    onError: notifyError,
  });
  return (
    <li className={classes.line}>
      <span>
        {signIn.browser === null ? text.unknown : browserName(signIn.browser)}{' '}
        {signIn.current ? <StatusBadge tone="good">{text.thisBrowser}</StatusBadge> : null}
        <br />
        <span className={classes.quiet}>
          {signIn.address ?? text.unknown} · {text.seen} <Timestamp ago at={signIn.seenAt} />
        </span>
      </span>
      {signIn.current ? null : (
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => end.mutate(undefined)}>
          {text.end}
        </Button>
      )}
    </li>
  );
}
