import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { Loaded } from '../../components/page/Loaded.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { goToSignIn } from '../../shell/use-sign-out.ts';
import { strings } from '../../strings/index.ts';
import { browserName } from './browser-name.ts';
import classes from './Profile.module.css';

const text = strings.profile;

export function SignInList() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOutEverywhere = (
    <ActionButton
      call="auth.signOutEverywhere"
      variant="outline"
      color="red"
      label={text.everywhere}
      question={{ title: text.everywhereQuestion, text: text.everywhereText }}
      onDone={() => void goToSignIn(client, navigate)}
    />
  );
  return (
    <Panel title={text.signIns} lead={text.signInsLead} actions={signOutEverywhere}>
      <Loaded query={useApiQuery('me.signIns')} skeleton={<RowSkeleton count={2} />}>
        {({ items }) => (
          <ul className={classes.lines}>
            {items.map(({ id, browser, current, address, seenAt }) => (
              <li key={id} className={classes.line}>
                <span>
                  {browser === null ? text.unknown : browserName(browser)}{' '}
                  {current ? <StatusBadge tone="good">{text.thisBrowser}</StatusBadge> : null}
                  <br />
                  <span className={classes.quiet}>
                    {address ?? text.unknown} · {text.seen} <Timestamp ago at={seenAt} />
                  </span>
                </span>
                {current ? null : (
                  <ActionButton
                    call="me.endSignIn"
                    params={{ signIn: id }}
                    invalidates={['me.signIns']}
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    label={text.end}
                    done={text.ended}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
