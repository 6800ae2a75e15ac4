import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidateCalls } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useFieldError } from '../../components/forms/use-field-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.profile;

export function AddPasskey({ hasPassword }: { hasPassword: boolean }) {
  const client = useQueryClient();
  const [isOpen, modal] = useDisclosure(false);
  const [name, setName] = useState(text.passkeyDefault);
  const [password, setPassword] = useState('');
  const proof = hasPassword ? { password } : {};
  const add = useMutation({
    mutationFn: async () => {
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
      setPassword('');
      notifySuccess(text.passkeyAdded);
      await invalidateCalls(client, ['me.passkeys', 'me.get']);
    },
  });
  const wrongPassword = useFieldError(add.error, 'password');
  const wrongName = useFieldError(wrongPassword.rest, 'name');
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={modal.open}>
        {text.addPasskey}
      </Button>
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title={text.addPasskey}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          <Stack>
            <TextInput
              label={text.passkeyName}
              required
              withAsterisk={false}
              data-autofocus
              {...wrongName.input}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {hasPassword ? (
              <PasswordInput
                label={text.confirmPassword}
                autoComplete="current-password"
                required
                withAsterisk={false}
                {...wrongPassword.input}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            ) : null}
            <SubmitError error={wrongName.rest} />
            <Group justify="flex-end">
              <Button type="submit" loading={add.isPending}>
                {text.addPasskey}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
