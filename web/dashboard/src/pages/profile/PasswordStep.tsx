import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useFieldError } from '../../components/forms/use-field-error.ts';
import { strings } from '../../strings/index.ts';

const text = strings.profile;

/** Asks for the password before a change of the sign-in methods. People without a password skip it. */
export function PasswordStep(props: {
  hasPassword: boolean;
  busy: boolean;
  error: unknown;
  confirm: string;
  danger?: boolean;
  onConfirm: (proof: { password?: string }) => void;
}) {
  const [password, setPassword] = useState('');
  const { hasPassword, danger = false } = props;
  const problem = useFieldError(props.error, 'password');
  const skipsPassword = !hasPassword && !danger;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (skipsPassword) props.onConfirm({});
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onConfirm(hasPassword ? { password } : {});
      }}
    >
      <Stack>
        {hasPassword ? (
          <PasswordInput
            label={text.confirmPassword}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            {...problem.input}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        <SubmitError error={problem.rest} />
        <Group justify="flex-end">
          <Button type="submit" loading={props.busy} {...(danger ? { color: 'red' } : {})}>
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
