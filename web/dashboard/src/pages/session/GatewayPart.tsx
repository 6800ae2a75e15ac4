import { Text } from '@mantine/core';
import type { GatewayRequest } from '@parley/protocol/dashboard';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { clockTime, milliseconds } from '../../parts/times.ts';
import { strings } from '../../strings/index.ts';
import { toneOf } from './outcome-tone.ts';
import classes from './Session.module.css';

const words = strings.session;

export function GatewayPart({ requests }: { requests: readonly GatewayRequest[] }) {
  if (requests.length === 0) return <EmptyNote icon="code" title={words.gateway} words={words.noGateway} />;
  return (
    <ol className={classes.list} aria-label={words.gatewayLead}>
      {requests.map((request, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record that only grows
        <li key={index} className={classes.item}>
          <div className={classes.itemHead}>
            <strong className="mono">{request.action}</strong>
            <StatusBadge tone={toneOf(request.outcome)}>{request.outcome}</StatusBadge>
            {request.httpStatus === null ? null : <span className="number">HTTP {request.httpStatus}</span>}
            <span className={`${classes.time} number`}>
              {request.sentAt === null ? null : clockTime(request.sentAt)}
              {request.sentAt === null || request.firstByteAt === null
                ? null
                : ` · ${milliseconds(request.firstByteAt - request.sentAt)}`}
            </span>
          </div>
          {request.problem === null ? null : (
            <Text size="sm" mt={6} c="var(--mantine-color-error)">
              {request.problem}
            </Text>
          )}
          {request.message === null ? null : (
            <Text size="sm" mt={6}>
              <strong>{words.message}:</strong> {request.message}
            </Text>
          )}
          {request.reply === null ? null : (
            <Text size="sm" mt={6}>
              <strong>{words.reply}:</strong> {request.reply}
            </Text>
          )}
          {request.body === null ? null : (
            <div className={classes.itemBody}>
              <CodeBlock wrap label={strings.webhook.response} code={request.body} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
