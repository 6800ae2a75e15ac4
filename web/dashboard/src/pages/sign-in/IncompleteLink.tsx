import { Alert } from '@mantine/core';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

export function IncompleteLink() {
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={strings.signIn.linkMissingTitle}>
      {strings.signIn.linkMissingText}
    </Alert>
  );
}
