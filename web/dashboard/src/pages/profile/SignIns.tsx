import { Button } from '@mantine/core';
import type { SignIn } from '@parley/protocol/dashboard';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { Moment } from '../../parts/Moment.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';
import { browserName } from './browser-name.ts';
import classes from './Profile.module.css';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';

const words = strings.profile;

export function SignIns() {
  const signIns = useApiQuery('me.signIns');
  return (
    <Panel title={words.signIns} lead={words.signInsLead} actions={<SignOutEverywhere />}>
      {signIns.isError ? <Problem error={signIns.error} /> : null}
      {signIns.isPending ? <RowSkeleton count={2} /> : null}
      <ul className={classes.lines}>
        {signIns.data?.items.map((signIn) => (
          <SignInLine key={signIn.id} signIn={signIn} />
        ))}
      </ul>
    </Panel>
  );
}

function SignInLine({ signIn }: { signIn: SignIn }) {
  const end = useApiMutation('me.endSignIn', {
    params: { signIn: signIn.id },
    stale: ['me.signIns'],
    onDone: () => tellDone(words.ended),
    onProblem: tellProblem,
  });
  return (
    <li className={classes.line}>
      <span>
        {signIn.browser === null ? words.unknown : browserName(signIn.browser)}{' '}
        {signIn.current ? <StatusBadge tone="good">{words.thisBrowser}</StatusBadge> : null}
        <br />
        <span className={classes.quiet}>
          {signIn.address ?? words.unknown} · {words.seen} <Moment ago at={signIn.seenAt} />
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
