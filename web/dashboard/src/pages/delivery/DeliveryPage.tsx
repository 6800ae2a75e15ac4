import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { AttemptView } from '../../components/AttemptView.tsx';
import { BackLink } from '../../components/BackLink.tsx';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { DeliveryBadge } from '../../components/DeliveryBadge.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { headerText, prettyJson } from '../../components/format-text.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
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
        <>
          <Panel title={text.facts}>
            <DescriptionList
              items={[
                [
                  text.id,
                  <span key="id" className="mono">
                    {data.eventId}
                  </span>,
                ],
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
                [text.created, <Timestamp key="created" at={data.createdAt} />],
                [
                  text.finished,
                  data.finishedAt === null ? '–' : <Timestamp key="finished" at={data.finishedAt} />,
                ],
                [
                  strings.deliveries.next,
                  data.dueAt === null ? '–' : <Timestamp key="due" ago at={data.dueAt} />,
                ],
              ]}
            />
          </Panel>
          <Panel title={text.attempts}>
            {data.tries.length === 0 ? <Text size="sm">{text.noAttempt}</Text> : null}
            <Stack gap="lg">
              {data.tries.map((attempt) => (
                <AttemptView key={`${attempt.at} ${attempt.kind}`} attempt={attempt} />
              ))}
            </Stack>
          </Panel>
          <Panel title={text.payload}>
            <Stack>
              {data.payload === null ? (
                <Text size="sm">{text.payloadGone}</Text>
              ) : (
                <CodeBlock label={text.payload} code={prettyJson(data.payload)} />
              )}
              <CodeBlock wrap label={text.headers} code={headerText(data.headers)} />
            </Stack>
          </Panel>
        </>
      )}
    </>
  );
}
