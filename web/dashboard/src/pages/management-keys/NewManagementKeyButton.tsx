import { Text } from '@mantine/core';
import type { CreatedManagementKey } from '@parley/protocol/management';
import { useAccountId, useMe } from '../../api/me.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CreateSecretButton } from '../../components/CreateSecretButton.tsx';
import { strings } from '../../strings/index.ts';
import { exampleRequest } from './example-request.ts';
import { NewManagementKeyForm } from './NewManagementKeyForm.tsx';

const text = strings.managementKeys;

export function NewManagementKeyButton() {
  return (
    <CreateSecretButton<CreatedManagementKey>
      text={text}
      form={(onCreated, onClose) => <NewManagementKeyForm onCreated={onCreated} onClose={onClose} />}
      secretOf={({ key }) => key}
      secretLabel={text.keyLabel}
      below={(created) => <FirstRequest created={created} />}
    />
  );
}

function FirstRequest({ created }: { created: CreatedManagementKey }) {
  const { baseUrl } = useMe().installation;
  const example = exampleRequest({
    baseUrl,
    account: useAccountId(),
    key: created.key,
    scopes: created.scopes,
  });
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
