import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidateCalls } from '../../api/queries.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.profile;

export function AddPasskey({ hasPassword }: { hasPassword: boolean }) {
  const client = useQueryClient();
  const [isOpen, modal] = useDisclosure(false);
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: text.passkeyDefault, password: '' },
  });
  const problem = useSubmitError(form);
  const add = useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const proof = hasPassword ? { password } : {};
      const { startRegistration } = await import('@simplewebauthn/browser');
      const { options } = await call('me.passkeyOptions', { body: proof });
      const response = await startRegistration({
        optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
      }).catch(() => {
        throw new ApiError(400, 'passkey_stopped', text.passkeyStopped);
      });
      return await call('me.addPasskey', { body: { name, response: { ...response }, ...proof } });
    },
    onSuccess: async () => {
      modal.close();
      form.setFieldValue('password', '');
      notifySuccess(text.passkeyAdded);
      await invalidateCalls(client, ['me.passkeys', 'me.get']);
    },
    onError: (error) => void problem.show(error),
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    add.mutate(values);
  });
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={modal.open}>
        {text.addPasskey}
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={text.addPasskey}>
        <DialogForm form={{ submit, error: problem.error, isSending: add.isPending }} label={text.addPasskey}>
          <TextInput
            label={text.passkeyName}
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {hasPassword ? (
            <PasswordField label={text.confirmPassword} {...form.getInputProps('password')} />
          ) : null}
        </DialogForm>
      </Modal>
    </>
  );
}
