import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { voiceSentence, voiceStatus } from '../../../server/src/speech/natural/install/index.ts';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { startChild } from '../../../server/src/testing/load/child.ts';
import type { EndpointInput, EndpointReady } from '../../../server/src/testing/load/endpoint-program.ts';
import { createJoining, inParallel } from '../../../server/src/testing/load/joining.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import { Listener } from './listener.ts';

export type Scene = AsyncDisposable & {
  readonly url: string;
  readonly pageUrl: string;
  /** Adds sessions with sound until there are this many. */
  listeners(count: number): Promise<readonly Listener[]>;
};

type WebBuild = { ensureWeb(root: string, runtime: string): boolean };
/** Measures the natural voice, or with BENCH_VOICE=simple the voice that replaces it if it is not installed. */
const voice = process.env.BENCH_VOICE === 'simple' ? 'built-in:slt' : 'built-in:mara';
/** Samples a second of that voice. */
export const voiceRate = voice === 'built-in:slt' ? 16_000 : 24_000;
const greeting = 'Good day, and welcome.';

/** Where the natural voice is installed: VOICE_FOLDER, or the project's own data folder. */
function voiceFolder(root: string): string {
  const folder = process.env.VOICE_FOLDER ?? join(root, 'data', 'voices');
  const status = voiceStatus(folder);
  if (voice !== 'built-in:slt' && status.state !== 'installed') throw new Error(voiceSentence(status));
  return folder;
}

/** The service and an endpoint, each in a process of its own; the listeners are in this one. */
export async function startScene(say: (line: string) => void, signal: AbortSignal): Promise<Scene> {
  await using started = new AsyncDisposableStack();
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { ensureWeb } = (await import(`${root}/scripts/lib/builds.mjs`)) as WebBuild;
  if (!ensureWeb(root, process.execPath)) throw new Error('the pages could not be built');
  say('starting an endpoint, the service and its database');
  const file = (name: string) => new URL(name, import.meta.url);
  const input: EndpointInput = { replies: 'sentences' };
  const endpoint = started.use(
    await startChild<EndpointReady>(file('../../../server/src/testing/load/endpoint-program.ts'), {
      input,
      signal,
    }),
  );
  const service = started.use(
    await startChild<ServiceAddress>(file('../../../server/src/testing/load/service-program.ts'), {
      input: { environment: { VOICE_FOLDER: voiceFolder(root) } },
      signal,
    }),
  );
  const { url, port, accountId } = service.ready;
  const operator = operatorClient(service.ready);
  const avatarId = await operator.avatar(accountId, {
    name: 'Bench',
    endpointUrl: endpoint.ready.url,
    voice,
  });
  const pageAvatar = await operator.avatar(accountId, { name: 'Page', greeting, voice });
  const joining = started.use(createJoining(port, avatarId, 4));
  const joinedListeners: Listener[] = [];
  started.defer(() => {
    for (const listener of joinedListeners) listener[Symbol.dispose]();
  });
  const running = started.move();
  return {
    url,
    pageUrl: `${url}/avatar/${pageAvatar}?micOff`,
    async listeners(count) {
      const missing = Math.max(0, count - joinedListeners.length);
      const joined = await inParallel(missing, 4, () => joining.join());
      joinedListeners.push(...joined.map(({ socket }) => new Listener(socket)));
      return joinedListeners.slice(0, count);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
