import { Text } from '@mantine/core';
import { CodeBlock } from '../values/CodeBlock.tsx';

/** A curl command to try right away. Nothing if the new key allows no request that would be a good example. */
export function ExampleRequest({ label, code }: { label: string; code: string | null }) {
  if (code === null) return null;
  return (
    <>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <CodeBlock code={code} label="curl" />
    </>
  );
}
