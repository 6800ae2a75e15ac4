import { Text } from '@mantine/core';
import type { Passkey } from '@parley/protocol/management';
import { useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';
import { AddPasskey } from './AddPasskey.tsx';
import classes from './Profile.module.css';
import { RemovePasskey } from './RemovePasskey.tsx';

const text = strings.profile;

export function PasskeyList({ hasPassword }: { hasPassword: boolean }) {
  const passkeys = useApiQuery('me.passkeys');
  return (
    <Panel title={text.passkeys} lead={text.passkeysLead} actions={<AddPasskey hasPassword={hasPassword} />}>
      {passkeys.isError ? <ErrorAlert error={passkeys.error} /> : null}
      {passkeys.isPending ? <RowSkeleton count={1} /> : null}
      {passkeys.data?.items.length === 0 ? <Text size="sm">{text.noPasskeys}</Text> : null}
      <ul className={classes.lines}>
        {passkeys.data?.items.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} hasPassword={hasPassword} />
        ))}
      </ul>
    </Panel>
  );
}

function PasskeyRow({ passkey, hasPassword }: { passkey: Passkey; hasPassword: boolean }) {
  return (
    <li className={classes.line}>
      <span>
        {passkey.name}{' '}
        {passkey.createdAt === null ? null : (
          <span className={classes.quiet}>
            {text.added} <Timestamp at={passkey.createdAt} />
          </span>
        )}
      </span>
      <RemovePasskey passkey={passkey} hasPassword={hasPassword} />
    </li>
  );
}
