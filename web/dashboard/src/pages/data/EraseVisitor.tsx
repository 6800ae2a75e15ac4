import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Visitor } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useFieldError } from '../../components/forms/use-field-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.data;

/** The ID must be typed to confirm, because erased data cannot be restored. */
export function EraseVisitor({ visitor, onClose }: { visitor: Visitor; onClose: () => void }) {
  const account = useAccountId();
  const [typed, setTyped] = useState('');
  const erase = useApiMutation('data.erase', {
    params: { account, visitor: visitor.id },
    invalidates: ['data.visitors', 'sessions.list', 'account.get'],
    onSuccess: ({ sessions, messages }) => {
      notifySuccess(fill(text.erased, { sessions, messages }));
      onClose();
    },
  });
  const problem = useFieldError(erase.error, 'confirm');
  return (
    <Modal
      opened
      onClose={onClose}
      title={fill(text.eraseTitle, { user: visitor.name ?? visitor.pageUserId ?? visitor.id })}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          erase.mutate({ confirm: typed });
        }}
      >
        <Stack>
          <Text size="sm">{text.eraseText}</Text>
          <TextInput
            label={fill(text.confirm, { id: visitor.id })}
            autoComplete="off"
            data-autofocus
            {...problem.input}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <SubmitError error={problem.rest} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {strings.common.cancel}
            </Button>
            <Button
              type="submit"
              color="red"
              loading={erase.isPending}
              disabled={typed.trim() !== visitor.id}
            >
              {text.eraseNow}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
