import { Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { useNow } from '../../components/values/use-now.ts';
import { fill, strings } from '../../strings/index.ts';
import { SignInLayout } from '../sign-in/SignInLayout.tsx';
import { ConsentForm } from './ConsentForm.tsx';
import { ExpiredConsent } from './ExpiredConsent.tsx';
import { OwnerNeeded } from './OwnerNeeded.tsx';
import { SignedInAs } from './SignedInAs.tsx';
import { useDecision } from './use-decision.ts';

const text = strings.consent;

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
      {consent.isError ? <ErrorAlert error={consent.error} onRetry={() => consent.refetch()} /> : null}
      {consent.isPending ? (
        <Stack role="status" aria-label={strings.common.loading}>
          <Skeleton height={36} />
          <Skeleton height={120} />
          <Skeleton height={36} />
        </Stack>
      ) : null}
      {data === undefined ? null : data.accounts.some(({ mayGrant }) => mayGrant) ? (
        <ConsentForm consent={data} decision={decision} />
      ) : (
        <OwnerNeeded consent={data} decision={decision} />
      )}
    </SignInLayout>
  );
}
