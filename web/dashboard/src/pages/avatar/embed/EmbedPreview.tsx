import { Button, Group, Stack } from '@mantine/core';
import type { Avatar } from '@parley/protocol/management';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId } from '../../../api/account-id.ts';
import { call } from '../../../api/call.ts';
import { ErrorAlert } from '../../../components/page/ErrorAlert.tsx';
import { Icon } from '../../../icons/Icon.tsx';
import { fill, strings } from '../../../strings/index.ts';
import classes from '../tabs.module.css';

const text = strings.avatar.embed;

/** The avatar's real page in a frame. It starts only on request, because it opens a session. */
export function EmbedPreview({ avatar }: { avatar: Avatar }) {
  const account = useAccountId();
  const [shown, setShown] = useState<{ address: string; number: number } | null>(null);
  const start = useMutation({
    mutationFn: async () => {
      const page = new URL(avatar.pageUrl).pathname;
      if (!avatar.private) return page;
      const { jwt } = await call('avatars.token', { params: { account, avatar: avatar.id }, body: {} });
      return `${page}?token=${encodeURIComponent(jwt)}`;
    },
    onSuccess: (address) => setShown((before) => ({ address, number: (before?.number ?? 0) + 1 })),
  });
  return (
    <Stack>
      {start.isError ? <ErrorAlert error={start.error} /> : null}
      {shown === null ? (
        <div className={classes.frameRest}>
          <Button
            leftSection={<Icon name="play" size={16} />}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {text.start}
          </Button>
        </div>
      ) : (
        <>
          <iframe
            key={shown.number}
            className={classes.frame}
            src={shown.address}
            title={fill(text.frameTitle, { name: avatar.name })}
            allow="microphone; autoplay; fullscreen"
          />
          <Group justify="flex-end">
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="replay" size={15} />}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {text.reload}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
