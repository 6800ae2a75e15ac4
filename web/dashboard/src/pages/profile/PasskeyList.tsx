import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Passkey } from '@parley/protocol/management';
import { useApiQuery } from '../../api/queries.ts';
import { Loaded } from '../../components/page/Loaded.tsx';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, strings } from '../../strings/index.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import classes from './Profile.module.css';

const text = strings.profile;

export function PasskeyList({ hasPassword }: { hasPassword: boolean }) {
  const passkeys = useApiQuery('me.passkeys');
  return (
    <Panel title={text.passkeys} lead={text.passkeysLead} actions={<AddPasskey hasPassword={hasPassword} />}>
      <Loaded query={passkeys} skeleton={<RowSkeleton count={1} />}>
        {({ items }) => (
          <>
            {items.length === 0 ? <Text size="sm">{text.noPasskeys}</Text> : null}
            <ul className={classes.lines}>
              {items.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} hasPassword={hasPassword} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function PasskeyRow({ passkey, hasPassword }: { passkey: Passkey; hasPassword: boolean }) {
  const [isOpen, modal] = useDisclosure(false);
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
      <Button variant="subtle" color="red" size="compact-sm" onClick={modal.open}>
        {text.remove}
      </Button>
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title={fill(text.removePasskeyQuestion, { name: passkey.name })}
      >
        <Text size="sm" mb="md">
          {text.removePasskeyText}
        </Text>
        <PasswordStep
          danger
          call="me.removePasskey"
          params={{ passkey: passkey.id }}
          invalidates={['me.passkeys', 'me.get']}
          hasPassword={hasPassword}
          label={text.remove}
          onDone={() => {
            modal.close();
            notifySuccess(text.passkeyRemoved);
          }}
        />
      </Modal>
    </li>
  );
}
