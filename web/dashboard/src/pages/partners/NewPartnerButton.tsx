import { Text } from '@mantine/core';
import type { PartnerWithSecrets } from '@parley/protocol/management';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import {
  PartnerFields,
  type PartnerValues,
  redirectUrisProblem,
} from '../../components/partners/PartnerFields.tsx';
import { type CreateFormProps, CreateSecretButton } from '../../components/secrets/CreateSecretButton.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.partners;

export function NewPartnerButton() {
  return (
    <CreateSecretButton<PartnerWithSecrets>
      text={text}
      Form={NewPartnerForm}
      secretsOf={({ clientSecret, webhookSecret }) => [
        [text.clientSecret, clientSecret],
        [text.webhookSecret, webhookSecret],
      ]}
      Below={SecretsAsJson}
    />
  );
}

function NewPartnerForm({ onCreated, onClose }: CreateFormProps<PartnerWithSecrets>) {
  const create = useCallForm('partners.create', {
    invalidates: ['partners.list'],
    initialValues: { name: '', redirectUris: [], webhookUrl: '', conversations: true } as PartnerValues,
    validate: { redirectUris: redirectUrisProblem },
    toBody: (values) => values,
    onSuccess: onCreated,
  });
  return (
    <DialogForm form={create} label={strings.common.create} onCancel={onClose}>
      <PartnerFields form={create.form} />
    </DialogForm>
  );
}

/** The same names as in the answer of `parley partner create --json`. */
function SecretsAsJson({ created }: { created: PartnerWithSecrets }) {
  const { id, clientSecret, webhookSecret } = created;
  const names = { client_id: id, client_secret: clientSecret, webhook_secret: webhookSecret };
  return (
    <>
      <Text size="sm" c="dimmed">
        {text.clientSecretHint}
      </Text>
      <CodeBlock wrap code={JSON.stringify(names, null, 2)} label={text.json} />
    </>
  );
}
