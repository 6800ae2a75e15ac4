import { startDeadline } from '../../kernel/index.ts';
import { createAddressPolicy, createOutbound } from '../../outbound/index.ts';
import { type Report, shownUrl, verdictOf } from '../report.ts';
import { runChecks } from '../run-checks.ts';
import { type ListenerOptions, listenForCallbacks } from './callback-listener.ts';
import { endpointChecks, endpointCheckTexts } from './checks.ts';
import { Player, type PlayerOptions } from './player.ts';

export type EndpointCheckOptions = Pick<
  PlayerOptions,
  'url' | 'key' | 'chatTimeoutMs' | 'callbackMessage'
> & {
  readonly only: readonly string[] | null;
  readonly callbacks: ListenerOptions;
};

/** A good endpoint needs seconds. One that lets every request time out must end, too. */
const maxRunMs = 5 * 60_000;
/** Whoever runs the check chose the address, so it may be anywhere. */
const anywhere = { allowLoopback: true, allowedNetworks: ['0.0.0.0/0', '::/0'] };

/** Plays the service's side against an endpoint, and reports what it found. */
export async function checkEndpoint(options: EndpointCheckOptions): Promise<Report> {
  const startedMs = performance.now();
  using deadline = startDeadline(maxRunMs);
  await using callbacks = await listenForCallbacks(options.callbacks);
  await using outbound = createOutbound({ policy: createAddressPolicy(anywhere), allowHttp: true });
  const player = new Player({ ...options, outbound, callbacks, signal: deadline.signal });
  const { results, wasTried } = await runChecks(endpointCheckTexts, endpointChecks, player, {
    only: options.only,
    basic: ['login', 'chat', 'streamed-reply'],
    signal: deadline.signal,
  });
  return {
    subject: shownUrl(options.url),
    verdict: verdictOf(results, wasTried),
    requests: player.requests,
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    checks: results,
  };
}
