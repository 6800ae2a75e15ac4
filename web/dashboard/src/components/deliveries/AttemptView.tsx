import { Group, Text } from '@mantine/core';
import type { Attempt } from '@parley/protocol/management';
import { fill, strings } from '../../strings/index.ts';
import { CodeBlock } from '../values/CodeBlock.tsx';
import { headerText, prettyJson } from '../values/format-text.ts';
import { milliseconds } from '../values/format-time.ts';
import { StatusBadge } from '../values/StatusBadge.tsx';
import { Timestamp } from '../values/Timestamp.tsx';

/** One request to a receiver and its answer. */
export function AttemptView({ attempt, showsHeaders = false }: { attempt: Attempt; showsHeaders?: boolean }) {
  const { status, body, problem } = attempt;
  return (
    <div>
      <Group gap="sm">
        <StatusBadge tone={attempt.passed ? 'good' : 'bad'}>
          {status === null ? strings.webhook.noAnswer : fill(strings.webhook.answered, { status })}
        </StatusBadge>
        <Text size="sm" c="dimmed" className="number">
          {strings.delivery.kinds[attempt.kind]} · <Timestamp at={attempt.at} /> ·{' '}
          {milliseconds(attempt.durationMs)}
        </Text>
      </Group>
      {problem === null ? null : (
        <Text size="sm" mt={6} c="var(--mantine-color-error)">
          {problem}
          {attempt.stage === null ? null : ` (${strings.delivery.stage} ${attempt.stage})`}
        </Text>
      )}
      {showsHeaders ? <SentHeaders headers={attempt.headers} /> : null}
      {body === null || body === '' ? null : (
        <div style={{ marginTop: '0.6rem' }}>
          <CodeBlock wrap label={strings.webhook.response} code={prettyJson(body)} />
        </div>
      )}
    </div>
  );
}

function SentHeaders({ headers }: Pick<Attempt, 'headers'>) {
  if (headers === null)
    return (
      <Text size="sm" mt={6} c="dimmed">
        {strings.delivery.headersUnknown}
      </Text>
    );
  if (Object.keys(headers).length === 0) return null;
  return (
    <div style={{ marginTop: '0.6rem' }}>
      <CodeBlock wrap label={strings.delivery.headers} code={headerText(headers)} />
    </div>
  );
}
