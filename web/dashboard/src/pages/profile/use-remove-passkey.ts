import type { Passkey } from '@parley/protocol/dashboard';
import { useApiMutation } from '../../api/queries.ts';
import { ask } from '../../parts/ask.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.profile;

export function useRemovePasskey(passkey: Passkey): () => void {
  const remove = useApiMutation('me.removePasskey', {
    params: { passkey: passkey.id },
    stale: ['me.passkeys', 'me.get'],
    onDone: () => tellDone(words.passkeyRemoved),
    onProblem: tellProblem,
  });
  return () =>
    ask({
      title: words.removePasskeyAsk(passkey.name),
      words: words.removePasskeyWords,
      confirm: words.remove,
      run: () => remove.mutate(undefined),
    });
}
