import { Group, Select, Text } from '@mantine/core';
import type { Webhook } from '@parley/protocol/management';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { useIsOwner } from '../../api/me.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { DeletePanel } from '../../components/forms/DeletePanel.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { ObjectPage } from '../../components/page/Loaded.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { RotateSecretPanel } from '../../components/secrets/RotateSecretPanel.tsx';
import { WebhookBadge } from '../../components/webhooks/webhook-state.tsx';
import { fill, strings } from '../../strings/index.ts';
import { TestPanel } from './TestPanel.tsx';
import { WebhookSettings } from './WebhookSettings.tsx';

const text = strings.webhook;

export function WebhookPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const { webhook: id = '' } = useParams({ strict: false });
  return (
    <ObjectPage
      query={useApiQuery('webhooks.get', { params: { webhook: id } }, { refetchInterval: 5_000 })}
      header={(webhook) => ({
        title: webhook?.name ?? strings.webhooks.title,
        above: <BackLink to="/$account/webhooks" params={{ account }} label={text.back} />,
        beside: webhook === undefined ? null : <WebhookBadge webhook={webhook} />,
        actions: (
          <>
            {isOwner && webhook?.state === 'active' ? <PauseButton webhook={webhook} /> : null}
            <ButtonLink
              to="/$account/deliveries"
              params={{ account }}
              search={{ webhook: id }}
              variant="default"
            >
              {text.seeDeliveries}
            </ButtonLink>
          </>
        ),
      })}
    >
      {(webhook) => (
        <>
          <TestPanel webhook={webhook} />
          <WebhookSettings key={webhook.id} webhook={webhook} canChange={isOwner} />
          {isOwner ? <SecretPanel id={id} /> : null}
          <AssignedAvatars avatars={webhook.avatars} />
          {isOwner ? <DeleteWebhook webhook={webhook} /> : null}
        </>
      )}
    </ObjectPage>
  );
}

function PauseButton({ webhook: { id, name } }: { webhook: Webhook }) {
  return (
    <ActionButton
      call="webhooks.pause"
      params={{ webhook: id }}
      invalidates={['webhooks.get', 'webhooks.list', 'deliveries.list', 'overview.get']}
      variant="default"
      icon="pause"
      label={text.pause}
      question={{ title: fill(text.pauseQuestion, { name }), text: text.pauseText, danger: false }}
      done={fill(text.paused, { name })}
    />
  );
}

function SecretPanel({ id }: { id: string }) {
  const [overlap, setOverlap] = useState('0');
  const rotate = useApiMutation('webhooks.rotate', {
    params: { webhook: id },
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

function AssignedAvatars({ avatars }: Pick<Webhook, 'avatars'>) {
  const account = useAccountId();
  return (
    <Panel title={text.assigned} lead={text.assignedLead}>
      {avatars.length === 0 ? <Text size="sm">{text.assignFirst}</Text> : null}
      <Group gap="sm">
        {avatars.map(({ id, name }) => (
          <TextLink
            key={id}
            to="/$account/avatars/$avatar/$tab"
            params={{ account, avatar: id, tab: 'advanced' }}
            size="sm"
          >
            {name}
          </TextLink>
        ))}
      </Group>
    </Panel>
  );
}

function DeleteWebhook({ webhook: { id, name, waiting } }: { webhook: Webhook }) {
  const account = useAccountId();
  const navigate = useNavigate();
  return (
    <DeletePanel
      call="webhooks.delete"
      params={{ webhook: id }}
      query={{ discard: waiting > 0 }}
      invalidates={['webhooks.list', 'avatars.get', 'account.get']}
      name={name}
      text={text}
      consequences={waiting === 0 ? text.deleteText : fill(text.deleteWaitingText, { waiting })}
      onDeleted={() => void navigate({ to: '/$account/webhooks', params: { account } })}
    />
  );
}
