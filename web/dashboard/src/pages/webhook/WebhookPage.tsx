import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { toneOf } from '../../components/webhooks/webhook-tone.ts';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { strings } from '../../strings/index.ts';
import { AssignedAvatars } from './AssignedAvatars.tsx';
import { DeleteWebhook } from './DeleteWebhook.tsx';
import { PauseButton } from './PauseButton.tsx';
import { SecretPanel } from './SecretPanel.tsx';
import { TestPanel } from './TestPanel.tsx';
import { WebhookSettings } from './WebhookSettings.tsx';

const text = strings.webhook;

export function WebhookPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const { webhook: id = '' } = useParams({ strict: false });
  const webhook = useApiQuery(
    'webhooks.get',
    { params: { account, webhook: id } },
    { refetchInterval: 5_000 },
  );
  const { data } = webhook;
  if (isNotFound(webhook.error)) return <PageNotFound />;
  return (
    <>
      <PageHeader
        title={data?.name ?? strings.webhooks.title}
        above={<BackLink to="/$account/webhooks" params={{ account }} label={text.back} />}
        beside={
          data === undefined ? null : (
            <StatusBadge tone={toneOf(data)}>{strings.webhooks.state[data.state]}</StatusBadge>
          )
        }
        actions={
          <>
            {isOwner && data?.state === 'active' ? <PauseButton webhook={data} /> : null}
            <ButtonLink
              to="/$account/deliveries"
              params={{ account }}
              search={{ webhook: id }}
              variant="default"
            >
              {text.seeDeliveries}
            </ButtonLink>
          </>
        }
      />
      {webhook.isError ? <ErrorAlert error={webhook.error} onRetry={() => webhook.refetch()} /> : null}
      {webhook.isPending ? <RowSkeleton count={3} height={120} /> : null}
      {data === undefined ? null : (
        <>
          <TestPanel webhook={data} />
          <WebhookSettings key={data.id} webhook={data} canChange={isOwner} />
          {isOwner ? <SecretPanel webhook={data} /> : null}
          <AssignedAvatars avatars={data.avatars} />
          {isOwner ? <DeleteWebhook webhook={data} /> : null}
        </>
      )}
    </>
  );
}
