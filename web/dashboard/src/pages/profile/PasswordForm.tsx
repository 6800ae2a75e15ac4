import { Alert, Button, Group, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { Panel } from '../../components/Panel.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Profile.module.css';

const words = strings.profile;

export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const door = useApiQuery('auth.door');
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({
    mode: 'controlled',
    initialValues: { current: '', password: '', again: '' },
    validate: {
      again: (again, { password }) => (again === password ? null : strings.signIn.passwordsDiffer),
    },
  });
  const change = useApiMutation('me.changePassword', {
    invalidates: ['me.get', 'me.signIns'],
    onSuccess: () => {
      form.reset();
      notifySuccess(words.changed);
    },
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  return (
    <Panel title={words.password} {...(hasPassword ? { lead: words.passwordLead } : {})}>
      {hasPassword ? null : (
        <Alert color="yellow" mb="md">
          {words.noPassword}
        </Alert>
      )}
      <form
        className={classes.narrow}
        onSubmit={form.onSubmit(({ current, password }) => {
          setProblem(null);
          change.mutate({ password, ...(hasPassword ? { current } : {}) });
        })}
      >
        {problem === null ? null : <ErrorAlert error={problem} />}
        {hasPassword ? (
          <PasswordInput
            label={words.current}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('current')}
          />
        ) : null}
        <PasswordInput
          label={words.next}
          description={strings.signIn.passwordHint(door.data?.passwordMinLength ?? 10)}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={words.again}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('again')}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {hasPassword ? words.change : words.set}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
