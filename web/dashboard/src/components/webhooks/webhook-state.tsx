import { Alert, Text } from '@mantine/core';
import type { Webhook } from '@parley/protocol/management';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';
import { StatusBadge } from '../values/StatusBadge.tsx';
import { Timestamp } from '../values/Timestamp.tsx';

const text = strings.webhooks;

/** The state of an account's webhook or of a partner's. A partner's does not say who paused it. */
type WebhookState = Pick<Webhook, 'state'> & Partial<Pick<Webhook, 'pausedBy'>>;

/** A manual pause is not a failure. */
export function WebhookBadge({ webhook: { state, pausedBy } }: { webhook: WebhookState }) {
  const pausedTone = pausedBy === 'manual' ? 'warn' : 'bad';
  return <StatusBadge tone={state === 'active' ? 'good' : pausedTone}>{text.state[state]}</StatusBadge>;
}

/** What waits to be sent, and whether sending fails. */
export function waitingText(webhook: Pick<Webhook, 'state' | 'waiting' | 'consecutiveFailures'>): string {
  const { state, waiting, consecutiveFailures: failures } = webhook;
  const waits = plural(state === 'paused' ? text.held : text.pending, waiting);
  return failures > 0 ? `${waits}, ${plural(text.failures, failures)}` : waits;
}

/** Why a webhook is paused, and since when. */
export function PausedAlert(props: {
  webhook: WebhookState & Pick<Webhook, 'pauseReason' | 'pausedAt'>;
  title: string;
  /** What to do about it. */
  advice: string;
  /** Beside the time of the pause. */
  note?: string;
}) {
  const { pausedBy, pauseReason, pausedAt } = props.webhook;
  return (
    <Alert
      color={pausedBy === 'manual' ? 'yellow' : 'red'}
      icon={<Icon name="warning" />}
      title={props.title}
    >
      <Text size="sm">
        {pauseReason} {props.advice}
      </Text>
      <Text size="sm" mt={4}>
        {pausedAt === null ? null : (
          <>
            {strings.webhook.pausedTitle} <Timestamp ago at={pausedAt} />.{' '}
          </>
        )}
        {props.note}
      </Text>
    </Alert>
  );
}
