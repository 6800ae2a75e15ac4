import type { GatewayRequest } from '@parley/protocol/dashboard';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { strings } from '../../strings/index.ts';
import { GatewayEntry } from './GatewayEntry.tsx';
import classes from './Session.module.css';

const words = strings.session;

export function GatewayPart({ requests }: { requests: readonly GatewayRequest[] }) {
  if (requests.length === 0) return <EmptyNote icon="code" title={words.gateway} words={words.noGateway} />;
  return (
    <ol className={classes.list} aria-label={words.gatewayLead}>
      {requests.map((request, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record that only grows
        <GatewayEntry key={index} request={request} />
      ))}
    </ol>
  );
}
