import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { strings } from '../../strings/index.ts';
import { NewBackupCodes } from './NewBackupCodes.tsx';
import { TurnOffSecondFactor } from './TurnOffSecondFactor.tsx';
import { TurnOnSecondFactor } from './TurnOnSecondFactor.tsx';

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
