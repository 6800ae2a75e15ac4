import { Text } from '@mantine/core';
import type { CreatedApiKey } from '@parley/protocol/dashboard';
import { useMe } from '../../api/me.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CreateSecretButton } from '../../components/CreateSecretButton.tsx';
import { strings } from '../../strings/index.ts';
import { firstRequest } from './first-request.ts';
import { NewKeyForm } from './NewKeyForm.tsx';

const words = strings.keys;

export function NewKeyButton() {
  return (
    <CreateSecretButton<CreatedApiKey>
      words={words}
      form={(onMade, onClose) => <NewKeyForm onMade={onMade} onClose={onClose} />}
      secretOf={({ key }) => key}
      secretLabel={words.keyLabel}
      below={(made) => <FirstRequest made={made} />}
    />
  );
}

function FirstRequest({ made }: { made: CreatedApiKey }) {
  const example = firstRequest(made, useMe().installation.baseUrl);
  if (example === null) return null;
  return (
    <>
      <Text size="sm" fw={600}>
        {words.tryIt}
      </Text>
      <CodeBlock code={example} label="curl" />
    </>
  );
}
