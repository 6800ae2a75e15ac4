import { Text } from '@mantine/core';
import type { Partner } from '@parley/protocol/management';
import { useApiMutation } from '../../api/queries.ts';
import { RotateSecretPanel } from '../../components/secrets/RotateSecretPanel.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.partner;

export function SigningSecretPanel({ partner }: { partner: Partner }) {
  const rotate = useApiMutation('partners.rotate', {
    params: { partner: partner.id },
    invalidates: ['partners.get', 'partners.list'],
  });
  const { oldSecretUntil } = partner.webhook;
  return (
    <RotateSecretPanel
      text={text}
      label={strings.partners.webhookSecret}
      rotation={rotate}
      newSecret={rotate.data?.webhookSecret}
      onRotate={() => rotate.mutate({})}
    >
      {oldSecretUntil === null ? null : (
        <Text size="sm">
          {text.oldSecretUntil} <Timestamp at={oldSecretUntil} />.
        </Text>
      )}
    </RotateSecretPanel>
  );
}
