import type { CreatedManagementKey } from '@parley/protocol/management';
import { useAccountId, useMe } from '../../api/me.ts';
import { CreateSecretButton } from '../../components/secrets/CreateSecretButton.tsx';
import { ExampleRequest } from '../../components/webhooks/ExampleRequest.tsx';
import { strings } from '../../strings/index.ts';
import { exampleRequest } from './example-request.ts';
import { NewManagementKeyForm } from './NewManagementKeyForm.tsx';

const text = strings.managementKeys;

export function NewManagementKeyButton() {
  return (
    <CreateSecretButton<CreatedManagementKey>
      text={text}
      form={(onCreated, onClose) => <NewManagementKeyForm onCreated={onCreated} onClose={onClose} />}
      secretsOf={({ key }) => [[text.keyLabel, key]]}
      below={(created) => <FirstRequest created={created} />}
    />
  );
}

function FirstRequest({ created: { key, scopes } }: { created: CreatedManagementKey }) {
  const { baseUrl } = useMe().installation;
  const code = exampleRequest({ baseUrl, account: useAccountId(), key, scopes });
  return <ExampleRequest label={text.tryIt} code={code} />;
}
