import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { GatewayRequest } from '@parley/protocol/management';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { prettyJson } from '../../components/values/format-text.ts';
import { clockTime, milliseconds } from '../../components/values/format-time.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { fill, strings } from '../../strings/index.ts';
import { toneOf } from './outcome-tone.ts';
import classes from './Session.module.css';

const text = strings.session;

/** The first failure of each action is shown expanded. Its repeats are usually the same. */
function isFirstProblem(requests: readonly GatewayRequest[], index: number): boolean {
  const failed = (request: GatewayRequest) =>
    request.problem !== null && request.action === requests[index]?.action;
  return requests.findIndex(failed) === index;
}

export function GatewayPanel({ requests }: { requests: readonly GatewayRequest[] }) {
  if (requests.length === 0) return <EmptyState icon="code" title={text.gateway} text={text.noGateway} />;
  return (
    <ol className={classes.list} aria-label={text.gatewayLead}>
      {requests.map((request, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record that only grows
        <GatewayEntry key={index} request={request} isOpenAtFirst={isFirstProblem(requests, index)} />
      ))}
    </ol>
  );
}

/** One request to the endpoint. The bodies of request and answer can be collapsed. */
function GatewayEntry(props: { request: GatewayRequest; isOpenAtFirst: boolean }) {
  const { request } = props;
  const [isOpen, bodies] = useDisclosure(props.isOpenAtFirst);
  const took =
    request.durationMs ??
    (request.sentAt === null || request.firstByteAt === null ? null : request.firstByteAt - request.sentAt);
  const answer = request.body === null ? null : prettyJson(request.body);
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <strong className="mono">{request.action}</strong>
        <StatusBadge tone={toneOf(request.outcome)}>{request.outcome}</StatusBadge>
        {request.httpStatus === null ? null : <span className="number">HTTP {request.httpStatus}</span>}
        <span className={`${classes.time} number`}>
          {request.sentAt === null ? null : clockTime(request.sentAt)}
          {took === null ? null : ` · ${milliseconds(took)}`}
        </span>
      </div>
      {request.problem === null ? null : (
        <Text size="sm" mt={6} c="var(--mantine-color-error)">
          {request.problem}
        </Text>
      )}
      {request.message === null ? null : (
        <Text size="sm" mt={6}>
          <strong>{text.message}:</strong> {request.message}
        </Text>
      )}
      {request.reply === null ? null : (
        <Text size="sm" mt={6}>
          <strong>{text.reply}:</strong> {request.reply}
        </Text>
      )}
      {request.request === null && answer === null ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={6}
          ms={-8}
          aria-expanded={isOpen}
          aria-label={
            isOpen
              ? fill(text.hideBodiesOf, { action: request.action })
              : fill(text.showBodiesOf, { action: request.action })
          }
          onClick={bodies.toggle}
        >
          {isOpen ? text.hideBodies : text.showBodies}
        </Button>
      )}
      {isOpen ? (
        <div className={classes.exchange}>
          {request.request === null ? null : (
            <CodeBlock wrap label={text.request} code={prettyJson(request.request)} />
          )}
          {answer === null ? (
            request.request === null ? null : (
              <Text size="sm">{text.noAnswer}</Text>
            )
          ) : (
            <CodeBlock wrap label={text.answer} code={answer} />
          )}
        </div>
      ) : null}
    </li>
  );
}
