import { Text } from '@mantine/core';
import type { Attempt } from '@parley/protocol/management';
import { strings } from '../../strings/index.ts';
import { AttemptView } from '../deliveries/AttemptView.tsx';

const text = strings.webhook;

/** What the test of a webhook found. Nothing before the first test. */
export function TestResult({ result }: { result: Attempt | undefined }) {
  if (result === undefined) return null;
  return (
    <div role="status">
      <Text size="sm" fw={600} mb="xs">
        {result.passed ? text.testPassed : text.testFailed}
      </Text>
      <AttemptView attempt={result} />
    </div>
  );
}
