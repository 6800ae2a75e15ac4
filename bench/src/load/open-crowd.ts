import { Crowd } from '../../../server/src/testing/load/crowd.ts';
import { createJoining, inParallel, openConversation } from '../../../server/src/testing/load/joining.ts';
import { createServiceVisitor } from '../../../server/src/testing/load/service-visitor.ts';

const joinsAtOnce = 16;

export type OpenCrowd = AsyncDisposable & { readonly crowd: Crowd; readonly sessionIds: readonly string[] };

/** Visitors in conversations with one avatar. */
export async function openCrowd(
  port: number,
  avatarId: string,
  count: number,
  signal: AbortSignal,
): Promise<OpenCrowd> {
  await using opened = new AsyncDisposableStack();
  const joining = opened.use(createJoining(port, avatarId, joinsAtOnce));
  const crowd = opened.use(new Crowd(signal));
  const joined = await inParallel(count, joinsAtOnce, () => joining.join());
  crowd.add(
    joined.map(({ socket }) => {
      openConversation(socket);
      return createServiceVisitor(socket, crowd.onFault);
    }),
  );
  const kept = opened.move();
  return {
    crowd,
    sessionIds: joined.map(({ sessionId }) => sessionId),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
