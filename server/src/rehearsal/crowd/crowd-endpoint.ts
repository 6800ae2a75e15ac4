import { startDeadline } from '../../kernel/index.ts';
import { type ListenerOptions, listenForCallbacks } from '../player/callback-listener.ts';
import { shownUrl } from '../player/message-text.ts';
import { outboundAnywhere } from '../player/outbound-anywhere.ts';
import { EndpointVisit } from '../visits/endpoint-visit.ts';
import type { CrowdPlan } from './load/crowd-plan.ts';
import type { CrowdReport } from './report/crowd-report.ts';
import { type CrowdRun, runCrowd } from './run-crowd.ts';

export type CrowdEndpoint = {
  readonly url: string;
  readonly key: string | null;
  readonly chatTimeoutMs: number;
  readonly callbacks: ListenerOptions;
};

const maxRunMs = 60 * 60_000;

/** A crowd at an endpoint, without a service. What the endpoint sends to the callback address is accepted and dropped. */
export async function crowdEndpoint(
  plan: CrowdPlan,
  { url, key, chatTimeoutMs, callbacks: listener }: CrowdEndpoint,
  run: CrowdRun,
): Promise<CrowdReport> {
  using deadline = startDeadline(maxRunMs);
  // Each session may have a request under way, and another one that hangs up.
  await using outbound = outboundAnywhere(2 * plan.maxSessions);
  await using callbacks = await listenForCallbacks(listener);
  const target = { url, key, chatTimeoutMs, outbound, callbacks, signal: deadline.signal };
  const stop = AbortSignal.any([run.stop, deadline.signal]);
  const visit = (number: number) => new EndpointVisit(target, { id: `parley-crowd-${number}` }, false);
  return await runCrowd(plan, { subject: shownUrl(url), visit, answerMs: chatTimeoutMs }, { ...run, stop });
}
