import { Select } from '@mantine/core';
import type { Webhook } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { RotateSecretPanel } from '../../components/secrets/RotateSecretPanel.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.webhook;

export function SecretPanel({ webhook }: { webhook: Webhook }) {
  const account = useAccountId();
  const [overlap, setOverlap] = useState('0');
  const rotate = useApiMutation('webhooks.rotate', {
    params: { account, webhook: webhook.id },
    invalidates: ['webhooks.get', 'webhooks.list'],
  });
  return (
    <RotateSecretPanel
      text={text}
      label={strings.webhooks.secret}
      rotation={rotate}
      newSecret={rotate.data?.secret}
      onRotate={() => rotate.mutate({ overlapSeconds: Number(overlap) })}
      options={
        <Select
          label={text.overlap}
          data={Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))}
          value={overlap}
          onChange={(value) => setOverlap(value ?? '0')}
        />
      }
    />
  );
}
