import { Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ObjectPage } from '../../components/page/Loaded.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Id } from '../../components/values/Id.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { strings } from '../../strings/index.ts';
import { TryBrainButton } from '../replays/TryBrainButton.tsx';
import { AvatarTabs, isAvatarTab } from './AvatarTabs.tsx';
import { DuplicateButton } from './DuplicateButton.tsx';
import { PortraitStatus } from './look/PortraitStatus.tsx';

const text = strings.avatar;

export function AvatarPage() {
  const account = useAccountId();
  const { avatar: id = '', tab = 'general' } = useParams({ strict: false });
  const query = useApiQuery('avatars.get', { params: { avatar: id } });
  if (!isAvatarTab(tab)) return <PageNotFound />;
  return (
    <ObjectPage
      query={query}
      header={(avatar) => ({
        title: avatar?.name ?? strings.avatars.title,
        above: <BackLink to="/$account/avatars" params={{ account }} label={text.back} />,
        lead: <Id id={id} />,
        beside: avatar?.private ? <StatusBadge tone="busy">{strings.avatars.private}</StatusBadge> : null,
        actions:
          avatar === undefined ? null : (
            <Group gap="xs">
              <TryBrainButton source={{ avatar }} />
              <DuplicateButton avatar={avatar} />
              <Button
                component="a"
                href={avatar.pageUrl}
                target="_blank"
                rel="noreferrer"
                variant="default"
                rightSection={<Icon name="external" size={15} />}
              >
                {text.openPage}
              </Button>
            </Group>
          ),
      })}
      skeleton={<RowSkeleton count={2} height={180} />}
    >
      {(avatar) => (
        <>
          <PortraitStatus key={`portrait ${avatar.id}`} avatar={avatar} />
          <AvatarTabs key={avatar.id} avatar={avatar} tab={tab} />
        </>
      )}
    </ObjectPage>
  );
}
