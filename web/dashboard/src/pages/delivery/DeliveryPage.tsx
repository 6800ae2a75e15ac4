import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { isNotFound } from '../../api/problem.ts';
import { useApiQuery } from '../../api/queries.ts';
import { AttemptView } from '../../parts/AttemptView.tsx';
import { BackLink } from '../../parts/BackLink.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { DeliveryBadge } from '../../parts/DeliveryBadge.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Moment } from '../../parts/Moment.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { headerText, prettyJson } from '../../parts/shown-text.ts';
import { TextLink } from '../../parts/TextLink.tsx';
import { PageMissing } from '../../shell/PageMissing.tsx';
import { strings } from '../../strings/index.ts';
import { DeliveryActions } from './DeliveryActions.tsx';

const words = strings.delivery;

export function DeliveryPage() {
  const account = useAccountId();
  const { delivery: id = '' } = useParams({ strict: false });
  const delivery = useApiQuery(
    'deliveries.get',
    { params: { account, delivery: id } },
    { refetchInterval: 5_000 },
  );
  const { data } = delivery;
  if (isNotFound(delivery.error)) return <PageMissing />;
  return (
    <>
      <PageHeader
        title={data?.event ?? strings.deliveries.title}
        above={<BackLink to="/$account/deliveries" params={{ account }} label={words.back} />}
        beside={data === undefined ? null : <DeliveryBadge state={data.status} />}
        actions={data === undefined ? null : <DeliveryActions delivery={data} />}
      />
      {delivery.isError ? <Problem error={delivery.error} onRetry={() => delivery.refetch()} /> : null}
      {delivery.isPending ? <RowSkeleton count={3} height={120} /> : null}
      {data === undefined ? null : (
        <>
          <Panel title={words.facts}>
            <Facts
              facts={[
                [
                  words.id,
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
                [words.created, <Moment key="created" at={data.createdAt} />],
                [
                  words.finished,
                  data.finishedAt === null ? '–' : <Moment key="finished" at={data.finishedAt} />,
                ],
                [
                  strings.deliveries.next,
                  data.dueAt === null ? '–' : <Moment key="due" ago at={data.dueAt} />,
                ],
              ]}
            />
          </Panel>
          <Panel title={words.attempts}>
            {data.tries.length === 0 ? <Text size="sm">{words.noAttempt}</Text> : null}
            <Stack gap="lg">
              {data.tries.map((attempt) => (
                <AttemptView key={`${attempt.at} ${attempt.kind}`} attempt={attempt} />
              ))}
            </Stack>
          </Panel>
          <Panel title={words.payload}>
            <Stack>
              {data.payload === null ? (
                <Text size="sm">{words.payloadGone}</Text>
              ) : (
                <CodeBlock label={words.payload} code={prettyJson(data.payload)} />
              )}
              <CodeBlock wrap label={words.headers} code={headerText(data.headers)} />
            </Stack>
          </Panel>
        </>
      )}
    </>
  );
}
