import { Button } from '@mantine/core';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ask } from '../../parts/ask.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.session;

export function ClearContextButton({ session }: { session: string }) {
  const account = useAccountId();
  const clear = useApiMutation('sessions.clearContext', {
    params: { account, session },
    onDone: () => tellDone(words.cleared),
    onProblem: tellProblem,
  });
  return (
    <Button
      variant="default"
      loading={clear.isPending}
      onClick={() =>
        ask({
          title: words.clearAsk,
          words: words.clearWords,
          confirm: words.clearContext,
          run: () => clear.mutate({}),
        })
      }
    >
      {words.clearContext}
    </Button>
  );
}
