import { type ListenerOptions, listenForCallbacks } from '../../rehearsal/index.ts';
import type { Report } from '../report.ts';
import { runChecks } from '../run-checks.ts';
import { runWithDeadline } from '../run-with-deadline.ts';
import { endpointChecks, endpointCheckTexts } from './checks.ts';
import { Player, type PlayerOptions } from './player.ts';

export type EndpointCheckOptions = Pick<
  PlayerOptions,
  'url' | 'key' | 'chatTimeoutMs' | 'callbackMessage'
> & {
  readonly only: readonly string[] | null;
  readonly callbacks: ListenerOptions;
};

/** Plays the service's side against an endpoint, and reports what it found. */
export const checkEndpoint = ({ only, ...options }: EndpointCheckOptions): Promise<Report> =>
  runWithDeadline(options.url, async (outbound, signal) => {
    await using callbacks = await listenForCallbacks(options.callbacks);
    const player = new Player({ ...options, outbound, callbacks, signal });
    const run = await runChecks(endpointCheckTexts, endpointChecks, player, {
      only,
      basic: ['login', 'chat', 'streamed-reply'],
      isReachable: () => player.isReachable(),
      signal,
    });
    return { ...run, requests: player.requests };
  });
