import type { CreatedApiKey } from '@parley/protocol/management';
import { useMe } from '../../api/me.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { type CreateFormProps, CreateSecretButton } from '../../components/secrets/CreateSecretButton.tsx';
import { ExampleRequest } from '../../components/webhooks/ExampleRequest.tsx';
import { strings } from '../../strings/index.ts';
import { firstRequest } from './first-request.ts';
import { KeyFields, type KeyValues } from './KeyFields.tsx';

const text = strings.keys;

export function NewKeyButton() {
  return (
    <CreateSecretButton<CreatedApiKey>
      text={text}
      Form={NewKeyForm}
      secretsOf={({ key }) => [[text.keyLabel, key]]}
      Below={FirstRequest}
    />
  );
}

function NewKeyForm({ onCreated, onClose }: CreateFormProps<CreatedApiKey>) {
  const create = useCallForm('keys.create', {
    invalidates: ['keys.list', 'account.get'],
    initialValues: {
      name: '',
      permissions: ['generate_tokens', 'read_avatars'],
      avatarIds: [],
      origins: [],
    } as KeyValues,
    toBody: ({ avatarIds, origins, ...rest }) => ({
      ...rest,
      ...(avatarIds.length === 0 ? {} : { avatarIds }),
      ...(origins.length === 0 ? {} : { origins }),
    }),
    onSuccess: onCreated,
  });
  return (
    <DialogForm form={create} label={strings.common.create} onCancel={onClose}>
      <KeyFields form={create.form} />
    </DialogForm>
  );
}

function FirstRequest({ created }: { created: CreatedApiKey }) {
  const { baseUrl } = useMe().installation;
  return <ExampleRequest label={text.tryIt} code={firstRequest(created, baseUrl)} />;
}
