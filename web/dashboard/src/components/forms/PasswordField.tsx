import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import { fill, strings } from '../../strings/index.ts';

/** A required password: the person's current one, or a new one. */
export function PasswordField({
  isNew = false,
  ...input
}: PasswordInputProps & { isNew?: boolean; 'data-autofocus'?: boolean }) {
  return (
    <PasswordInput
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      withAsterisk={false}
      {...input}
    />
  );
}

/** A new password, with a hint about its length. */
export function NewPasswordField(input: PasswordInputProps) {
  const least = useApiQuery('auth.options').data?.passwordMinLength ?? 10;
  return <PasswordField isNew description={fill(strings.signIn.passwordHint, { least })} {...input} />;
}
