import { Alert, Anchor, Button, Skeleton, Stack } from '@mantine/core';
import type { Consent } from '@parley/protocol/management';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Loaded } from '../../components/page/Loaded.tsx';
import { useNow } from '../../components/values/use-now.ts';
import { Icon } from '../../icons/Icon.tsx';
import { useSignOut } from '../../shell/use-sign-out.ts';
import { fill, strings } from '../../strings/index.ts';
import { SignInLayout } from '../sign-in/SignInLayout.tsx';
import { ConsentForm } from './ConsentForm.tsx';
import { type Decision, useDecision } from './use-decision.ts';

const text = strings.consent;
const names = new Intl.ListFormat('en', { type: 'conjunction' });

/** A partner has sent the person here. The person decides and is sent back. */
export function ConsentPage() {
  const { uid = '' } = useParams({ strict: false });
  const consent = useApiQuery('consent.get', { params: { uid } });
  const decision = useDecision(uid);
  const { data } = consent;
  const isOver = useNow(10_000) > (data?.expiresAt ?? Number.POSITIVE_INFINITY);
  if (isOver || isNotFound(consent.error) || isNotFound(decision.error)) return <ExpiredConsent />;
  const partner = data?.partner.name;
  return (
    <SignInLayout
      wide
      title={partner === undefined ? text.waiting : fill(text.title, { partner })}
      {...(partner === undefined ? {} : { lead: fill(text.lead, { partner }) })}
      foot={<SignedInAs uid={uid} />}
    >
      <Loaded query={consent} skeleton={<ConsentSkeleton />}>
        {(consent) =>
          consent.accounts.some(({ mayGrant }) => mayGrant) ? (
            <ConsentForm consent={consent} decision={decision} />
          ) : (
            <OwnerNeeded consent={consent} decision={decision} />
          )
        }
      </Loaded>
    </SignInLayout>
  );
}

function ConsentSkeleton() {
  return (
    <Stack role="status" aria-label={strings.common.loading}>
      <Skeleton height={36} />
      <Skeleton height={120} />
      <Skeleton height={36} />
    </Stack>
  );
}

function ExpiredConsent() {
  return (
    <SignInLayout wide title={text.expiredTitle} lead={text.expiredText}>
      <ButtonLink to="/" variant="default">
        {text.toDashboard}
      </ButtonLink>
    </SignInLayout>
  );
}

/** Explains to a person who owns no account why they can only go back. */
function OwnerNeeded({ consent, decision }: { consent: Consent; decision: Decision }) {
  const { partner, accounts } = consent;
  const accountNames = names.format(accounts.map(({ name }) => name));
  return (
    <Stack>
      {decision.error === null ? null : <ErrorAlert error={decision.error} />}
      <Alert color="yellow" icon={<Icon name="members" />} title={text.memberTitle}>
        {accounts.length === 0
          ? fill(text.noAccountText, { partner: partner.name })
          : fill(text.memberText, { partner: partner.name, accounts: accountNames })}
      </Alert>
      <Button variant="default" loading={decision.isRefusing} onClick={decision.refuse}>
        {fill(text.goBack, { host: partner.redirectHost })}
      </Button>
    </Stack>
  );
}

/** Who is signed in. Another sign-in leads back to the same request. */
function SignedInAs({ uid }: { uid: string }) {
  const { email } = useMe();
  const signOut = useSignOut(`/connect/${uid}`);
  return (
    <>
      {fill(text.signedInAs, { email })}{' '}
      <Anchor component="button" type="button" size="sm" onClick={signOut.mutate}>
        {text.notYou}
      </Anchor>
    </>
  );
}
