import { useNavigate } from '@tanstack/react-router';
import { NewPasswordField, PasswordField } from '../../components/forms/PasswordField.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { strings } from '../../strings/index.ts';
import { BackToSignIn, IncompleteLink, SignInForm, SignInLayout } from './SignInLayout.tsx';
import { useTokenFromUrl } from './token-from-url.ts';

const text = strings.signIn;

export function ResetPasswordPage() {
  const token = useTokenFromUrl();
  const navigate = useNavigate();
  const reset = useCallForm('auth.resetPassword', {
    initialValues: { password: '', again: '' },
    validate: { again: (again, { password }) => (again === password ? null : text.passwordsDiffer) },
    toBody: ({ password }) => ({ token, password }),
    onSuccess: () => {
      notifySuccess(text.resetDone);
      void navigate({ to: '/sign-in' });
    },
  });
  return (
    <SignInLayout title={text.resetTitle} foot={<BackToSignIn />}>
      <SignInForm form={reset} label={text.resetSubmit} disabled={token === ''}>
        {token === '' ? <IncompleteLink /> : null}
        <NewPasswordField label={text.newPassword} autoFocus {...reset.form.getInputProps('password')} />
        <PasswordField isNew label={text.repeatPassword} {...reset.form.getInputProps('again')} />
      </SignInForm>
    </SignInLayout>
  );
}
