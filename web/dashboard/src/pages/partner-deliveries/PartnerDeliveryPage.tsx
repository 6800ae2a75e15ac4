import { useParams } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { DeliveryView, ReplayButton } from '../../components/deliveries/DeliveryView.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { strings } from '../../strings/index.ts';

const { deliveries } = strings.partner;
const invalidates = ['partners.delivery', 'partners.deliveries', 'partners.get', 'partners.list'] as const;

export function PartnerDeliveryPage() {
  const { partner = '', delivery = '' } = useParams({ strict: false });
  const params = { partner, delivery };
  return (
    <DeliveryView
      query={useApiQuery('partners.delivery', { params }, { refetchInterval: 5_000 })}
      title={deliveries}
      above={
        <BackLink
          to="/operator/partners/$partner/deliveries"
          params={{ partner }}
          search={{}}
          label={deliveries}
        />
      }
      actions={({ canReplay }) =>
        canReplay ? <ReplayButton call="partners.replay" params={params} invalidates={invalidates} /> : null
      }
      facts={({ sessionId }) => [[strings.deliveries.session, sessionId ?? '–']]}
    />
  );
}
