import { useEffect } from 'react';
import type { AnswerOf, BodyOf, CallName, Params } from '../../api/call.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { strings } from '../../strings/index.ts';

const text = strings.profile;

type GuardedCall =
  | 'me.beginSecondFactor'
  | 'me.newBackupCodes'
  | 'me.removeSecondFactor'
  | 'me.removePasskey';

/** Asks for the password before a change of the sign-in methods. People without a password skip it. */
export function PasswordStep<N extends GuardedCall>(props: {
  call: N;
  params?: Params;
  invalidates?: readonly CallName[];
  hasPassword: boolean;
  label: string;
  danger?: boolean;
  onDone: (answer: AnswerOf<N>) => void;
}) {
  const { call, hasPassword, label, danger = false, onDone, params = {}, invalidates = [] } = props;
  const confirm = useCallForm(call, {
    params,
    invalidates,
    initialValues: { password: '' },
    toBody: ({ password }) => (hasPassword ? { password } : {}) as BodyOf<N>,
    onSuccess: onDone,
  });
  const skipsPassword = !hasPassword && !danger;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (skipsPassword) confirm.submit();
  }, []);
  return (
    <DialogForm form={confirm} label={label} danger={danger}>
      {hasPassword ? (
        <PasswordField
          label={text.confirmPassword}
          data-autofocus
          {...confirm.form.getInputProps('password')}
        />
      ) : null}
    </DialogForm>
  );
}
