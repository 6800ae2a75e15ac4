import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useApiMutation } from '../../api/queries.ts';
import { Panel } from '../../parts/Panel.tsx';
import { tellDone } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.data;

export function AccountForm({ name, canChange }: { name: string; canChange: boolean }) {
  const account = useAccountId();
  const [value, setValue] = useState(name);
  const save = useApiMutation('account.update', {
    params: { account },
    stale: ['account.get', 'me.get'],
    onDone: () => tellDone(words.saved),
  });
  return (
    <Panel title={words.account}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ name: value });
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={words.name}
            value={value}
            readOnly={!canChange}
            onChange={(event) => setValue(event.currentTarget.value)}
            error={isProblem(save.error) ? save.error.message : null}
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
