import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { Panel } from '../../components/Panel.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.data;

export function AccountForm({ name, canChange }: { name: string; canChange: boolean }) {
  const account = useAccountId();
  const [value, setValue] = useState(name);
  const save = useApiMutation('account.update', {
    params: { account },
    invalidates: ['account.get', 'me.get'],
    onSuccess: () => notifySuccess(text.saved),
  });
  return (
    <Panel title={text.account}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ name: value });
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={text.name}
            value={value}
            readOnly={!canChange}
            onChange={(event) => setValue(event.currentTarget.value)}
            error={isApiError(save.error) ? save.error.message : null}
          />
          {canChange ? (
            <Button type="submit" loading={save.isPending} disabled={value.trim() === '' || value === name}>
              {strings.common.save}
            </Button>
          ) : null}
        </Group>
      </form>
    </Panel>
  );
}
