import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { fill, strings } from '../../strings/index.ts';
import { SetUp } from './SetUp.tsx';
import { isSetUpStep } from './set-up-steps.ts';

const text = strings.newAvatar;

/** The steps of an avatar that was just created. The URL names the step, so that a reload stays on it. */
export function SetUpPage() {
  const account = useAccountId();
  const { avatar: id = '' } = useParams({ strict: false });
  const { step } = useSearch({ strict: false });
  const avatar = useApiQuery('avatars.get', { params: { account, avatar: id } });
  if (isNotFound(avatar.error)) return <PageNotFound />;
  return (
    <>
      <PageHeader
        title={avatar.data === undefined ? text.title : fill(text.setUp, { name: avatar.data.name })}
        above={<BackLink to="/$account/avatars" params={{ account }} label={strings.avatar.back} />}
      />
      {avatar.isError ? <ErrorAlert error={avatar.error} onRetry={() => avatar.refetch()} /> : null}
      {avatar.data === undefined ? (
        <Skeleton height={320} radius="lg" />
      ) : (
        <SetUp key={id} avatar={avatar.data} step={isSetUpStep(step) ? step : 'face'} />
      )}
    </>
  );
}
