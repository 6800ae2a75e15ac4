import { createLiveClient, type LiveClientOptions } from '@parley/client';
import { waitFor } from '../../../server/src/processes/index.ts';
import { pollOptions, type RunningService } from '../../../server/src/testing/index.ts';

/** A visitor without a browser, connected to an avatar. */
export async function startVisitor(
  service: Pick<RunningService, 'url'>,
  avatarId: string,
  options: Partial<LiveClientOptions> = {},
) {
  const client = createLiveClient({ url: service.url, avatarId, ...options });
  const sentences: string[] = [];
  client.on('sentence', ({ text }) => sentences.push(text));
  await client.connect();
  return {
    client,
    sentences,
    sessionId: client.sessionId ?? '',
    ask: (message: string) => client.sendMessage(message),
    /** Waits until the avatar has said this many sentences. */
    heard: (count: number) => waitFor(() => sentences.length >= count || undefined, pollOptions),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
