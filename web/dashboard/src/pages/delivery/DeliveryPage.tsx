import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { DeliveryBadge } from '../../components/deliveries/DeliveryBadge.tsx';
import { DeliveryDetails } from '../../components/deliveries/DeliveryDetails.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { strings } from '../../strings/index.ts';
import { DeliveryActions } from './DeliveryActions.tsx';

const text = strings.delivery;

export function DeliveryPage() {
  const account = useAccountId();
  const { delivery: id = '' } = useParams({ strict: false });
  const delivery = useApiQuery(
    'deliveries.get',
    { params: { account, delivery: id } },
    { refetchInterval: 5_000 },
  );
  const { data } = delivery;
  if (isNotFound(delivery.error)) return <PageNotFound />;
  return (
    <>
      <PageHeader
        title={data?.event ?? strings.deliveries.title}
        above={<BackLink to="/$account/deliveries" params={{ account }} label={text.back} />}
        beside={data === undefined ? null : <DeliveryBadge state={data.status} />}
        actions={data === undefined ? null : <DeliveryActions delivery={data} />}
      />
      {delivery.isError ? <ErrorAlert error={delivery.error} onRetry={() => delivery.refetch()} /> : null}
      {delivery.isPending ? <RowSkeleton count={3} height={120} /> : null}
      {data === undefined ? null : (
        <DeliveryDetails
          delivery={data}
          facts={[
            [
              strings.deliveries.webhook,
              <TextLink
                key="webhook"
                to="/$account/webhooks/$webhook"
                params={{ account, webhook: data.webhook.id }}
                inherit
              >
                {data.webhook.name}
              </TextLink>,
            ],
            [
              strings.deliveries.session,
              data.sessionId === null ? (
                '–'
              ) : (
                <TextLink
                  key="session"
                  to="/$account/sessions/$session"
                  params={{ account, session: data.sessionId }}
                  inherit
                >
                  {data.sessionId}
                </TextLink>
              ),
            ],
          ]}
        />
      )}
    </>
  );
}
