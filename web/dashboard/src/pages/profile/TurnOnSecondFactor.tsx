import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useFieldError } from '../../components/forms/use-field-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { OneTimeSecret } from '../../components/secrets/OneTimeSecret.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { strings } from '../../strings/index.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { QrCode } from './QrCode.tsx';

const text = strings.profile;

/** Password, then QR code and a first code, then the backup codes. */
export function TurnOnSecondFactor({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [code, setCode] = useState('');
  const begin = useApiMutation('me.beginSecondFactor');
  const confirm = useApiMutation('me.confirmSecondFactor', {
    invalidates: ['me.get'],
    onSuccess: () => notifySuccess(text.turnedOn),
  });
  const problem = useFieldError(confirm.error, 'code');
  const begun = begin.data;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={confirm.isSuccess ? text.backupTitle : text.secondFactor}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      {begun === undefined ? (
        <PasswordStep
          hasPassword={hasPassword}
          busy={begin.isPending}
          error={begin.error}
          confirm={text.continue}
          onConfirm={begin.mutate}
        />
      ) : confirm.isSuccess ? (
        <Stack>
          <Text size="sm">{text.backupLead}</Text>
          <OneTimeSecret secret={begun.backupCodes.join('\n')} label={text.backupLabel} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{strings.common.oneSecret.kept}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate({ code: code.replace(/\s/g, '') });
          }}
        >
          <Stack>
            <Text size="sm">{text.scan}</Text>
            <QrCode text={begun.uri} label={text.qr} />
            <CodeBlock
              wrap
              label={text.manual}
              code={new URL(begun.uri).searchParams.get('secret') ?? begun.uri}
            />
            <TextInput
              label={text.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              withAsterisk={false}
              {...problem.input}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <SubmitError error={problem.rest} />
            <Group justify="flex-end">
              <Button type="submit" loading={confirm.isPending}>
                {text.confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
