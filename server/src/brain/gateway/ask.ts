import type { Permit } from '../../kernel/index.ts';
import type { OutboundStream } from '../../outbound/index.ts';
import type { TurnTimes } from '../seam.ts';
import type { Endpoint } from './endpoint.ts';
import {
  calledOff,
  failureOf,
  outOfTime,
  restingTrouble,
  type Trouble,
  transportTrouble,
} from './trouble.ts';

/** A CHAT whose answer has begun. Whoever reads it to its end tells the endpoint's breaker. */
export type Asked = { readonly stream: OutboundStream; readonly permit: Permit };

/** Room for a streamed reply of the greatest length in very small pieces. */
const streamBytes = 2_097_152;
const maxTries = 2;

/**
 * Sends a CHAT at most once. It is tried a second time only where no connection came about, so that an endpoint
 * that is just being restarted does not cost the user a turn.
 */
export async function ask(
  endpoint: Endpoint,
  body: string,
  times: TurnTimes,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Asked> {
  const { outbound, clock } = endpoint.tools;
  let trouble: Trouble | null = null;
  for (let tries = 1; ; tries++) {
    const totalTimeoutMs = deadlineMs - clock.monotonicMs();
    if (totalTimeoutMs < 1) throw failureOf(trouble ?? outOfTime('CHAT', endpoint.settings.chatTimeoutMs));
    const permit = endpoint.enter(totalTimeoutMs);
    if (permit.kind === 'open') throw failureOf(trouble ?? restingTrouble('CHAT', permit));
    const sentBefore = times.sentAt;
    times.sentAt ??= clock.now();
    try {
      const stream = await outbound.stream({
        url: endpoint.address,
        method: 'POST',
        headers: endpoint.chatHeaders,
        body,
        totalTimeoutMs,
        maxResponseBytes: streamBytes,
        signal,
      });
      times.firstByteAt = clock.now();
      return { stream, permit };
    } catch (error) {
      trouble = transportTrouble('CHAT', error);
      endpoint.report(permit, trouble);
      if (!trouble.reached) times.sentAt = sentBefore;
      if (tries === maxTries || !mayAskAgain(trouble)) throw failureOf(trouble);
    }
    const leftMs = deadlineMs - clock.monotonicMs();
    if (!(await endpoint.backOff(tries, leftMs, signal))) throw failureOf(calledOff('CHAT'));
  }
}

function mayAskAgain(trouble: Trouble): boolean {
  return trouble.stage === 'connect' && !trouble.reached;
}
