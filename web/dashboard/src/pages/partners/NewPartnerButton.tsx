import { Text } from '@mantine/core';
import type { PartnerWithSecrets } from '@parley/protocol/management';
import { CreateSecretButton } from '../../components/secrets/CreateSecretButton.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { strings } from '../../strings/index.ts';
import { NewPartnerForm } from './NewPartnerForm.tsx';

const text = strings.partners;

export function NewPartnerButton() {
  return (
    <CreateSecretButton<PartnerWithSecrets>
      text={text}
      form={(onCreated, onClose) => <NewPartnerForm onCreated={onCreated} onClose={onClose} />}
      secretsOf={({ clientSecret, webhookSecret }) => [
        [text.clientSecret, clientSecret],
        [text.webhookSecret, webhookSecret],
      ]}
      below={(created) => (
        <>
          <Text size="sm" c="dimmed">
            {text.clientSecretHint}
          </Text>
          <CodeBlock wrap code={secretsAsJson(created)} label={text.json} />
        </>
      )}
    />
  );
}

/** The same names as in the answer of `parley partner create --json`. */
const secretsAsJson = ({ id, clientSecret, webhookSecret }: PartnerWithSecrets): string =>
  JSON.stringify({ client_id: id, client_secret: clientSecret, webhook_secret: webhookSecret }, null, 2);
