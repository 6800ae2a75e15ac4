import { Text } from '@mantine/core';
import type { CreatedApiKey } from '@parley/protocol/management';
import { useMe } from '../../api/me.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CreateSecretButton } from '../../components/CreateSecretButton.tsx';
import { strings } from '../../strings/index.ts';
import { firstRequest } from './first-request.ts';
import { NewKeyForm } from './NewKeyForm.tsx';

const text = strings.keys;

export function NewKeyButton() {
  return (
    <CreateSecretButton<CreatedApiKey>
      text={text}
      form={(onCreated, onClose) => <NewKeyForm onCreated={onCreated} onClose={onClose} />}
      secretOf={({ key }) => key}
      secretLabel={text.keyLabel}
      below={(created) => <FirstRequest created={created} />}
    />
  );
}

function FirstRequest({ created }: { created: CreatedApiKey }) {
  const example = firstRequest(created, useMe().installation.baseUrl);
  if (example === null) return null;
  return (
    <>
      <Text size="sm" fw={600}>
        {text.tryIt}
      </Text>
      <CodeBlock code={example} label="curl" />
    </>
  );
}
