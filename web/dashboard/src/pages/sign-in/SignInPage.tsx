import { Alert, Divider, Stack, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SignInForm, SignInLayout } from './SignInLayout.tsx';

const text = strings.signIn;

export function SignInPage() {
  const { next } = useSearch({ strict: false });
  const navigate = useNavigate();
  const finishSignIn = useFinishSignIn();
  const signInOptions = useApiQuery('auth.options');
  const signIn = useCallForm('auth.signIn', {
    initialValues: { email: '', password: '' },
    toBody: (values) => values,
    onSuccess: (step) => {
      if (step.next === 'done') finishSignIn(next);
      else void navigate({ to: '/sign-in/second-step', search: next === undefined ? {} : { next } });
    },
  });
  return (
    <SignInLayout
      title={text.title}
      lead={next?.startsWith('/connect/') ? text.leadForConsent : text.lead}
      foot={
        <TextLink to="/forgot-password" size="sm">
          {text.forgot}
        </TextLink>
      }
    >
      <Stack>
        {signInOptions.data?.fresh ? (
          <Alert icon={<Icon name="key" />} title={text.freshTitle}>
            {text.freshText}
          </Alert>
        ) : null}
        <SignInForm form={signIn} label={text.submit}>
          <TextInput
            label={text.email}
            type="email"
            autoComplete="username webauthn"
            required
            autoFocus
            withAsterisk={false}
            {...signIn.form.getInputProps('email')}
          />
          <PasswordField label={text.password} {...signIn.form.getInputProps('password')} />
        </SignInForm>
        <Divider label={text.or} />
        <PasskeyButton onDone={() => finishSignIn(next)} onError={signIn.showError} />
      </Stack>
    </SignInLayout>
  );
}
