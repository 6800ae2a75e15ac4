import { Button, Group, TextInput } from '@mantine/core';
import type { Me } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useFieldError } from '../../components/forms/use-field-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Profile.module.css';

const text = strings.profile;

export function NameForm({ me }: { me: Me }) {
  const [name, setName] = useState(me.name);
  const save = useApiMutation('me.update', {
    invalidates: ['me.get', 'members.list'],
    onSuccess: () => notifySuccess(text.saved),
  });
  const problem = useFieldError(save.error, 'name');
  return (
    <Panel title={text.you}>
      <form
        className={classes.narrow}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ name });
        }}
      >
        <TextInput
          label={text.name}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          {...problem.input}
        />
        <TextInput label={text.email} value={me.email} readOnly />
        <SubmitError error={problem.rest} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === '' || name === me.name}>
            {strings.common.save}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
