import type { GatewayRequest } from '@parley/protocol/management';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { strings } from '../../strings/index.ts';
import { GatewayEntry } from './GatewayEntry.tsx';
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
