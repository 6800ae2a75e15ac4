import { Button } from '@mantine/core';
import type { Avatar } from '@parley/protocol/dashboard';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useDo } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { ask } from '../../parts/ask.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.avatar.advanced;

export function DeleteAvatar({ avatar }: { avatar: Avatar }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const remove = useDo('avatars.delete', {
    params: { account, avatar: avatar.id },
    stale: ['avatars.list', 'account.get'],
    onDone: () => {
      tellDone(words.deleted(avatar.name));
      void navigate({ to: '/$account/avatars', params: { account } });
    },
    onProblem: tellProblem,
  });
  const begin = () =>
    ask({
      title: words.deleteAsk(avatar.name),
      words: words.deleteWords,
      confirm: strings.common.remove,
      run: () => remove.mutate(undefined),
    });
  return (
    <Panel
      danger
      title={words.dangerTitle}
      lead={words.dangerLead}
      actions={
        <Button
          color="red"
          variant="outline"
          leftSection={<Icon name="trash" size={16} />}
          loading={remove.isPending}
          onClick={begin}
        >
          {strings.common.remove}
        </Button>
      }
    />
  );
}
