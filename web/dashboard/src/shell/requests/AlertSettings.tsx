import { Button, Group, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../strings/index.ts';
import { ring } from './ring.ts';
import { setSoundOn, useIsSoundOn } from './sound-setting.ts';

const text = strings.requests;

/** How this browser tells that a visitor asks for a person. */
export function AlertSettings() {
  const isSoundOn = useIsSoundOn();
  return (
    <Group gap="lg" mb="md">
      <Switch
        label={text.sound}
        checked={isSoundOn}
        onChange={({ currentTarget: { checked } }) => {
          setSoundOn(checked);
          if (checked) ring();
        }}
      />
      <NotificationSetting />
    </Group>
  );
}

/** Browsers ask the person only after a press, and never again after a refusal. */
function NotificationSetting() {
  const [state, setState] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  if (state === 'default')
    return (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void Notification.requestPermission().then(setState)}
      >
        {text.allow}
      </Button>
    );
  return <Text size="sm">{state === 'granted' ? text.allowed : text.blocked}</Text>;
}
