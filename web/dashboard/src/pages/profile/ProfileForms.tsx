import { Alert, Button, Group, TextInput } from '@mantine/core';
import type { Me } from '@parley/protocol/management';
import { NewPasswordField, PasswordField } from '../../components/forms/PasswordField.tsx';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Profile.module.css';

const text = strings.profile;

export function NameForm({ me }: { me: Me }) {
  const save = useCallForm('me.update', {
    invalidates: ['me.get', 'members.list'],
    initialValues: { name: me.name },
    toBody: (values) => values,
    onSuccess: () => notifySuccess(text.saved),
  });
  const { name } = save.form.values;
  return (
    <Panel title={text.you}>
      <form className={classes.narrow} onSubmit={save.submit}>
        <TextInput label={text.name} autoComplete="name" {...save.form.getInputProps('name')} />
        <TextInput label={text.email} value={me.email} readOnly />
        <SubmitError error={save.error} />
        <Group>
          <Button type="submit" loading={save.isSending} disabled={name.trim() === '' || name === me.name}>
            {strings.common.save}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}

export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const change = useCallForm('me.changePassword', {
    invalidates: ['me.get', 'me.signIns'],
    initialValues: { current: '', password: '', again: '' },
    validate: {
      again: (again, { password }) => (again === password ? null : strings.signIn.passwordsDiffer),
    },
    toBody: ({ current, password }) => ({ password, ...(hasPassword ? { current } : {}) }),
    onSuccess: () => {
      change.reset();
      notifySuccess(text.changed);
    },
  });
  const { form } = change;
  return (
    <Panel title={text.password} {...(hasPassword ? { lead: text.passwordLead } : {})}>
      {hasPassword ? null : (
        <Alert color="yellow" mb="md">
          {text.noPassword}
        </Alert>
      )}
      <form className={classes.narrow} onSubmit={change.submit}>
        {hasPassword ? <PasswordField label={text.current} {...form.getInputProps('current')} /> : null}
        <NewPasswordField label={text.next} {...form.getInputProps('password')} />
        <PasswordField isNew label={text.again} {...form.getInputProps('again')} />
        <SubmitError error={change.error} />
        <Group>
          <Button type="submit" loading={change.isSending}>
            {hasPassword ? text.change : text.set}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
