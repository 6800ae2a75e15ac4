import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ObjectPage } from '../../components/page/Loaded.tsx';
import { fill, strings } from '../../strings/index.ts';
import { SetUp } from './SetUp.tsx';
import { isSetUpStep } from './set-up-steps.ts';

const text = strings.newAvatar;

/** The steps of an avatar that was just created. The URL names the step, so that a reload stays on it. */
export function SetUpPage() {
  const account = useAccountId();
  const { avatar: id = '' } = useParams({ strict: false });
  const { step } = useSearch({ strict: false });
  return (
    <ObjectPage
      query={useApiQuery('avatars.get', { params: { avatar: id } })}
      header={(avatar) => ({
        title: avatar === undefined ? text.title : fill(text.setUp, { name: avatar.name }),
        above: <BackLink to="/$account/avatars" params={{ account }} label={strings.avatar.back} />,
      })}
      skeleton={<Skeleton height={320} radius="lg" />}
    >
      {(avatar) => <SetUp key={id} avatar={avatar} step={isSetUpStep(step) ? step : 'face'} />}
    </ObjectPage>
  );
}
