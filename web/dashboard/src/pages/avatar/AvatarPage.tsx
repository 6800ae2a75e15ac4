import { Button, Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { Id } from '../../components/values/Id.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { strings } from '../../strings/index.ts';
import { AvatarTabs } from './AvatarTabs.tsx';
import { type AvatarTab, avatarTabs } from './avatar-tabs.ts';

const text = strings.avatar;
const isTab = (text: string): text is AvatarTab => (avatarTabs as readonly string[]).includes(text);

export function AvatarPage() {
  const account = useAccountId();
  const { avatar: id = '', tab = 'general' } = useParams({ strict: false });
  const avatar = useApiQuery('avatars.get', { params: { account, avatar: id } });
  const { data } = avatar;
  if (!isTab(tab) || isNotFound(avatar.error)) return <PageNotFound />;
  return (
    <>
      <PageHeader
        title={data?.name ?? strings.avatars.title}
        above={<BackLink to="/$account/avatars" params={{ account }} label={text.back} />}
        lead={<Id id={id} />}
        beside={data?.private ? <StatusBadge tone="busy">{strings.avatars.private}</StatusBadge> : null}
        actions={
          data === undefined ? null : (
            <Button
              component="a"
              href={data.pageUrl}
              target="_blank"
              rel="noreferrer"
              variant="default"
              rightSection={<Icon name="external" size={15} />}
            >
              {text.openPage}
            </Button>
          )
        }
      />
      {avatar.isError ? <ErrorAlert error={avatar.error} onRetry={() => avatar.refetch()} /> : null}
      {data === undefined ? (
        <Stack>
          <Skeleton height={180} radius="lg" />
          <Skeleton height={180} radius="lg" />
        </Stack>
      ) : (
        <AvatarTabs key={data.id} avatar={data} tab={tab} />
      )}
    </>
  );
}
