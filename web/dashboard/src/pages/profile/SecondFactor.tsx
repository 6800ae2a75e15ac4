import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { SecretDialog } from '../../components/secrets/SecretDialog.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { strings } from '../../strings/index.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { BackupCodes, type SecondFactorDialogProps, TurnOnSecondFactor } from './TurnOnSecondFactor.tsx';

const text = strings.profile;
type OpenDialog = 'on' | 'off' | 'codes' | null;

export function SecondFactor({ isOn, hasPassword }: { isOn: boolean; hasPassword: boolean }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const shared = { hasPassword, onClose: () => setOpen(null) };
  return (
    <Panel
      title={text.secondFactor}
      lead={text.secondFactorLead}
      actions={<StatusBadge tone={isOn ? 'good' : 'quiet'}>{isOn ? text.isOn : text.isOff}</StatusBadge>}
    >
      <Group>
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {text.newCodes}
            </Button>
            <Button variant="outline" color="red" onClick={() => setOpen('off')}>
              {text.turnOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('on')}>{text.turnOn}</Button>
        )}
      </Group>
      {open === 'on' ? <TurnOnSecondFactor {...shared} /> : null}
      {open === 'off' ? <TurnOffSecondFactor {...shared} /> : null}
      {open === 'codes' ? <NewBackupCodes {...shared} /> : null}
    </Panel>
  );
}

function TurnOffSecondFactor({ hasPassword, onClose }: SecondFactorDialogProps) {
  return (
    <Modal opened onClose={onClose} title={text.turnOff}>
      <PasswordStep
        danger
        call="me.removeSecondFactor"
        invalidates={['me.get']}
        hasPassword={hasPassword}
        label={text.turnOff}
        onDone={() => {
          notifySuccess(text.turnedOff);
          onClose();
        }}
      />
    </Modal>
  );
}

function NewBackupCodes({ hasPassword, onClose }: SecondFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <SecretDialog opened onClose={onClose} isSecretShown={codes !== null} title={text.newCodes}>
      {codes === null ? (
        <PasswordStep
          call="me.newBackupCodes"
          hasPassword={hasPassword}
          label={text.newCodes}
          onDone={({ backupCodes }) => setCodes(backupCodes)}
        />
      ) : (
        <BackupCodes codes={codes} onClose={onClose} />
      )}
    </SecretDialog>
  );
}
