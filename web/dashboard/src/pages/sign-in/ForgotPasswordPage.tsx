import { Alert, TextInput } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { BackToSignIn, SignInForm, SignInLayout } from './SignInLayout.tsx';

const text = strings.signIn;

export function ForgotPasswordPage() {
  const signInOptions = useApiQuery('auth.options');
  const request = useCallForm('auth.forgotPassword', {
    initialValues: { email: '' },
    toBody: (values) => values,
  });
  return (
    <SignInLayout title={text.forgotTitle} lead={text.forgotLead} foot={<BackToSignIn />}>
      {request.isSent ? (
        <Alert icon={<Icon name="mail" />} role="status">
          {text.forgotDone} {signInOptions.data?.sendsMail === false ? text.forgotKept : null}
        </Alert>
      ) : (
        <SignInForm form={request} label={text.forgotSubmit}>
          <TextInput
            label={text.email}
            type="email"
            autoComplete="username"
            required
            autoFocus
            withAsterisk={false}
            {...request.form.getInputProps('email')}
          />
        </SignInForm>
      )}
    </SignInLayout>
  );
}
