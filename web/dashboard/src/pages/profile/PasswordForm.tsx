import { Alert, Button, Group, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { fill, strings } from '../../strings/index.ts';
import classes from './Profile.module.css';

const text = strings.profile;

export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const signInOptions = useApiQuery('auth.options');
  const form = useForm({
    mode: 'controlled',
    initialValues: { current: '', password: '', again: '' },
    validate: {
      again: (again, { password }) => (again === password ? null : strings.signIn.passwordsDiffer),
    },
  });
  const problem = useSubmitError(form);
  const change = useApiMutation('me.changePassword', {
    invalidates: ['me.get', 'me.signIns'],
    onSuccess: () => {
      form.reset();
      notifySuccess(text.changed);
    },
    onError: (error) => void problem.show(error),
  });
  return (
    <Panel title={text.password} {...(hasPassword ? { lead: text.passwordLead } : {})}>
      {hasPassword ? null : (
        <Alert color="yellow" mb="md">
          {text.noPassword}
        </Alert>
      )}
      <form
        className={classes.narrow}
        onSubmit={form.onSubmit(({ current, password }) => {
          problem.clear();
          change.mutate({ password, ...(hasPassword ? { current } : {}) });
        }, problem.onInvalid)}
      >
        {hasPassword ? (
          <PasswordInput
            label={text.current}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('current')}
          />
        ) : null}
        <PasswordInput
          label={text.next}
          description={fill(strings.signIn.passwordHint, {
            least: signInOptions.data?.passwordMinLength ?? 10,
          })}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={text.again}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('again')}
        />
        <SubmitError error={problem.error} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {hasPassword ? text.change : text.set}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
