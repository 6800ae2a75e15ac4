import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { DeliveryBadge } from '../../components/deliveries/DeliveryBadge.tsx';
import { DeliveryDetails } from '../../components/deliveries/DeliveryDetails.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { OperatorOnly } from '../../components/page/OperatorOnly.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.delivery;

export function PartnerDeliveryPage() {
  return (
    <OperatorOnly>
      <PartnerDelivery />
    </OperatorOnly>
  );
}

function PartnerDelivery() {
  const { partner = '', delivery: id = '' } = useParams({ strict: false });
  const params = { partner, delivery: id };
  const delivery = useApiQuery('partners.delivery', { params }, { refetchInterval: 5_000 });
  const replay = useApiMutation('partners.replay', {
    params,
    invalidates: ['partners.delivery', 'partners.deliveries', 'partners.get', 'partners.list'],
    onSuccess: ({ passed }) => notifySuccess(passed ? text.replayed : text.replayFailed),
    onError: notifyError,
  });
  const { data } = delivery;
  if (isNotFound(delivery.error)) return <PageNotFound />;
  return (
    <>
      <PageHeader
        title={data?.event ?? strings.partner.deliveries}
        above={
          <BackLink
            to="/operator/partners/$partner/deliveries"
            params={{ partner }}
            search={{}}
            label={strings.partner.deliveries}
          />
        }
        beside={data === undefined ? null : <DeliveryBadge state={data.status} />}
        actions={
          data?.canReplay ? (
            <Button
              leftSection={<Icon name="replay" size={16} />}
              loading={replay.isPending}
              onClick={() => replay.mutate({})}
            >
              {text.replay}
            </Button>
          ) : null
        }
      />
      {delivery.isError ? <ErrorAlert error={delivery.error} onRetry={() => delivery.refetch()} /> : null}
      {delivery.isPending ? <RowSkeleton count={3} height={120} /> : null}
      {data === undefined ? null : (
        <DeliveryDetails delivery={data} facts={[[strings.deliveries.session, data.sessionId ?? '–']]} />
      )}
    </>
  );
}
