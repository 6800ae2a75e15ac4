import { startDeadline } from '../kernel/index.ts';
import { type ListenerOptions, listenForCallbacks } from './player/callback-listener.ts';
import { shownUrl } from './player/message-text.ts';
import { outboundAnywhere } from './player/outbound-anywhere.ts';
import { rehearse } from './rehearse.ts';
import { type RehearsalReport, rehearsalReport } from './report/rehearsal-report.ts';
import type { ScriptFile } from './script/script-file.ts';
import { EndpointVisit } from './visits/endpoint-visit.ts';

export type EndpointRehearsal = {
  readonly url: string;
  readonly key: string | null;
  readonly chatTimeoutMs: number;
  /** Whether the CHAT after an interruption says what was heard, as the avatar's setting `sends_heard` does. */
  readonly sendsHeard: boolean;
  readonly callbacks: ListenerOptions;
};

const maxRunMs = 60 * 60_000;

/** Plays a script against an endpoint, without a service. */
export async function rehearseEndpoint(
  script: ScriptFile,
  { url, key, chatTimeoutMs, sendsHeard, callbacks: listener }: EndpointRehearsal,
): Promise<RehearsalReport> {
  const startedMs = performance.now();
  using deadline = startDeadline(maxRunMs);
  await using outbound = outboundAnywhere();
  await using callbacks = await listenForCallbacks(listener);
  const target = { url, key, chatTimeoutMs, outbound, callbacks, signal: deadline.signal };
  const results = await rehearse(
    script,
    ({ visitor = {} }) => new EndpointVisit(target, visitor, sendsHeard),
  );
  return rehearsalReport(shownUrl(url), results, startedMs);
}
