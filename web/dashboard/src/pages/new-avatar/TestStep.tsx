import { Alert, Button, Stack } from '@mantine/core';
import type { Avatar } from '@parley/protocol/management';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { EmbedPreview } from '../avatar/embed/EmbedPreview.tsx';

const text = strings.newAvatar.test;

export function TestStep({ avatar }: { avatar: Avatar }) {
  const hasBrain = avatar.brain === 'model' ? avatar.modelUrl !== null : avatar.endpointUrl !== null;
  return (
    <Stack>
      {hasBrain ? null : <Alert color="yellow">{text.noBrain}</Alert>}
      <EmbedPreview avatar={avatar} />
      {avatar.private ? null : (
        <div>
          <Button
            component="a"
            href={avatar.pageUrl}
            target="_blank"
            rel="noreferrer"
            variant="light"
            rightSection={<Icon name="external" size={15} />}
          >
            {text.newTab}
          </Button>
        </div>
      )}
    </Stack>
  );
}
