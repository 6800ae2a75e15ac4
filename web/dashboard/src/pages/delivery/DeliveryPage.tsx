import { useParams } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { useIsOwner } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { DeliveryView, ReplayButton } from '../../components/deliveries/DeliveryView.tsx';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.delivery;
const invalidates = ['deliveries.get', 'deliveries.list', 'webhooks.list', 'webhooks.get'] as const;

export function DeliveryPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const { delivery = '' } = useParams({ strict: false });
  const params = { delivery };
  return (
    <DeliveryView
      query={useApiQuery('deliveries.get', { params }, { refetchInterval: 5_000 })}
      title={strings.deliveries.title}
      above={<BackLink to="/$account/deliveries" params={{ account }} label={text.back} />}
      actions={({ canDiscard, canReplay }) => (
        <>
          {canDiscard && isOwner ? (
            <ActionButton
              call="deliveries.discard"
              params={params}
              invalidates={invalidates}
              variant="default"
              label={text.discard}
              question={{ title: text.discardQuestion, text: text.discardText }}
              done={text.discarded}
            />
          ) : null}
          {canReplay ? (
            <ReplayButton call="deliveries.replay" params={params} invalidates={invalidates} />
          ) : null}
        </>
      )}
      facts={({ webhook, sessionId }) => [
        [
          strings.deliveries.webhook,
          <TextLink
            key="webhook"
            to="/$account/webhooks/$webhook"
            params={{ account, webhook: webhook.id }}
            inherit
          >
            {webhook.name}
          </TextLink>,
        ],
        [
          strings.deliveries.session,
          sessionId === null ? (
            '–'
          ) : (
            <TextLink
              key="session"
              to="/$account/sessions/$session"
              params={{ account, session: sessionId }}
              inherit
            >
              {sessionId}
            </TextLink>
          ),
        ],
      ]}
    />
  );
}
