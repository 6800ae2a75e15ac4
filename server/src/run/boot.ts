import type { Bus } from '../bus/index.ts';
import type { Log } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';
import { openResources } from './resources.ts';
import { type RunningProcess, runProcess } from './run-process.ts';

export type Running = AsyncDisposable &
  Pick<RunningProcess, 'baseUrl' | 'first' | 'signInUrl'> & {
    readonly dataFolder: string | null;
    /** The folder where voices are installed; null if there is none. */
    readonly voiceFolder: string | null;
    /** Whether the demo endpoint runs. It answers for the demo avatar. */
    readonly hasDemo: boolean;
    /** Processes that share the port. */
    readonly workers: number;
    /** Settles when this process must stop: it lost its database, and another process has taken it since. */
    readonly replaced: Promise<void>;
  };

export type BootedProcess = Running & { readonly bus: Bus };

/** Starts everything in order, in this process. Stops what was started in reverse order, also if a later step fails. */
export async function boot(
  settings: Settings,
  log: Log,
  onProgress: (text: string) => void,
): Promise<BootedProcess> {
  await using started = new AsyncDisposableStack();
  const resources = started.use(await openResources(settings, log, onProgress));
  const one = started.use(await runProcess({ settings, resources, log, parentLink: null }));
  await resources.setState('ready', { url: one.localUrl, voiceFolder: settings.voiceFolder });
  started.defer(async () => {
    await resources.setState('stopping');
    await one.drain();
  });
  const running = started.move();
  return {
    baseUrl: one.baseUrl,
    first: one.first,
    signInUrl: one.signInUrl,
    dataFolder: resources.dataFolder,
    voiceFolder: settings.voiceFolder,
    hasDemo: resources.demoUrl !== null,
    workers: 1,
    bus: one.bus,
    replaced: resources.replaced,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
