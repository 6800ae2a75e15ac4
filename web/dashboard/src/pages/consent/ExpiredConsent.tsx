import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { strings } from '../../strings/index.ts';
import { SignInLayout } from '../sign-in/SignInLayout.tsx';

const text = strings.consent;

export function ExpiredConsent() {
  return (
    <SignInLayout wide title={text.expiredTitle} lead={text.expiredText}>
      <ButtonLink to="/" variant="default">
        {text.toDashboard}
      </ButtonLink>
    </SignInLayout>
  );
}
