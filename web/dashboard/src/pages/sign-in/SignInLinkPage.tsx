import { useNavigate } from '@tanstack/react-router';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { strings } from '../../strings/index.ts';
import { useFinishSignIn } from './after-sign-in.ts';
import { BackToSignIn, IncompleteLink, SignInForm, SignInLayout } from './SignInLayout.tsx';
import { useTokenFromUrl } from './token-from-url.ts';

const text = strings.signIn;

/** The link works once and needs a click, so that the link preview of a mail program does not use it up. */
export function SignInLinkPage() {
  const token = useTokenFromUrl();
  const finishSignIn = useFinishSignIn();
  const navigate = useNavigate();
  const use = useCallForm('auth.link', {
    initialValues: {},
    toBody: () => ({ token }),
    onSuccess: (step) => {
      if (step.next === 'done') finishSignIn();
      else void navigate({ to: '/sign-in/second-step', search: {} });
    },
  });
  return (
    <SignInLayout title={text.linkTitle} lead={text.linkLead} foot={<BackToSignIn />}>
      <SignInForm form={use} label={text.linkSubmit} disabled={token === ''}>
        {token === '' ? <IncompleteLink /> : null}
      </SignInForm>
    </SignInLayout>
  );
}
