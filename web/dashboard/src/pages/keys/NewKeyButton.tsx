import type { CreatedApiKey } from '@parley/protocol/management';
import { useMe } from '../../api/me.ts';
import { CreateSecretButton } from '../../components/secrets/CreateSecretButton.tsx';
import { ExampleRequest } from '../../components/webhooks/ExampleRequest.tsx';
import { strings } from '../../strings/index.ts';
import { firstRequest } from './first-request.ts';
import { NewKeyForm } from './NewKeyForm.tsx';

const text = strings.keys;

export function NewKeyButton() {
  return (
    <CreateSecretButton<CreatedApiKey>
      text={text}
      form={(onCreated, onClose) => <NewKeyForm onCreated={onCreated} onClose={onClose} />}
      secretsOf={({ key }) => [[text.keyLabel, key]]}
      below={(created) => <FirstRequest created={created} />}
    />
  );
}

function FirstRequest({ created }: { created: CreatedApiKey }) {
  const { baseUrl } = useMe().installation;
  return <ExampleRequest label={text.tryIt} code={firstRequest(created, baseUrl)} />;
}
