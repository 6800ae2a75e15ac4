import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/queries.ts';
import { ask } from '../../parts/ask.tsx';
import { tellProblem } from '../../parts/tell.ts';
import { leave } from '../../shell/use-sign-out.ts';
import { strings } from '../../strings/index.ts';

const words = strings.profile;

export function SignOutEverywhere() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const end = useApiMutation('auth.signOutEverywhere', {
    onDone: () => leave(client, navigate),
    onProblem: tellProblem,
  });
  return (
    <Button
      variant="outline"
      color="red"
      loading={end.isPending}
      onClick={() =>
        ask({
          title: words.everywhereAsk,
          words: words.everywhereWords,
          confirm: words.everywhere,
          run: () => end.mutate({}),
        })
      }
    >
      {words.everywhere}
    </Button>
  );
}
