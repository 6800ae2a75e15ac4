import type { WebhookWithSecret } from '@parley/protocol/management';
import { CreateSecretButton } from '../../components/secrets/CreateSecretButton.tsx';
import { strings } from '../../strings/index.ts';
import { NewWebhookForm } from './NewWebhookForm.tsx';
import { SendTest } from './SendTest.tsx';

export function NewWebhookButton() {
  return (
    <CreateSecretButton<WebhookWithSecret>
      text={strings.webhooks}
      form={(onCreated, onClose) => <NewWebhookForm onCreated={onCreated} onClose={onClose} />}
      secretsOf={({ secret }) => [[strings.webhooks.secret, secret]]}
      below={({ id }) => <SendTest webhook={id} />}
    />
  );
}
