import { Button, Group, TextInput } from '@mantine/core';
import type { Me } from '@parley/protocol/dashboard';
import { useState } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useApiMutation } from '../../api/queries.ts';
import { Panel } from '../../parts/Panel.tsx';
import { tellDone } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';
import classes from './Profile.module.css';

const words = strings.profile;

export function NameForm({ me }: { me: Me }) {
  const [name, setName] = useState(me.name);
  const save = useApiMutation('me.update', {
    stale: ['me.get', 'members.list'],
    onDone: () => tellDone(words.saved),
  });
  return (
    <Panel title={words.you}>
      <form
        className={classes.narrow}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ name });
        }}
      >
        <TextInput
          label={words.name}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isProblem(save.error) ? save.error.message : null}
        />
        <TextInput label={words.email} value={me.email} readOnly />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === '' || name === me.name}>
            {strings.common.save}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
