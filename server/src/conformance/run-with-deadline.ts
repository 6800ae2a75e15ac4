import { startDeadline } from '../kernel/index.ts';
import type { OutboundClient } from '../outbound/index.ts';
import { outboundAnywhere, shownUrl } from '../rehearsal/index.ts';
import { type Report, verdictOf } from './report.ts';
import type { Run } from './run-checks.ts';

/** A good subject needs seconds. One that lets every request time out must end, too. */
const maxRunMs = 5 * 60_000;

/** Runs checks with a client that may reach any address, and makes the report. */
export async function runWithDeadline(
  address: string,
  run: (outbound: OutboundClient, signal: AbortSignal) => Promise<Run & { readonly requests: number }>,
): Promise<Report> {
  const startedMs = performance.now();
  using deadline = startDeadline(maxRunMs);
  await using outbound = outboundAnywhere();
  const { results, requests, ...outcome } = await run(outbound, deadline.signal);
  return {
    subject: shownUrl(address),
    verdict: verdictOf(outcome),
    requests,
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    checks: results,
  };
}
